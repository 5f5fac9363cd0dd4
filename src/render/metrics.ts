import type { AuditDocument, ReportDocument } from "../documents/index.ts";
import { prometheusLabel } from "./escape/sinks.ts";

/** What metrics take from a plan; its document has it, too. */
export interface PlanFigures {
  readonly counts: { readonly add: number; readonly update: number; readonly delete: number; readonly detach?: number };
  readonly guards: readonly { readonly tripped: boolean }[];
  readonly scopes: readonly {
    readonly live: { readonly count: number; readonly source: string; readonly baseline?: "known" | "unknown" };
  }[];
}

/** What one run was and found. Whatever it did not come to is absent. */
export interface RunFigures {
  /** Tells the files of one host apart: every sample carries it. */
  readonly name: string;
  readonly command: "plan" | "apply" | "audit";
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exitCode: number;
  /** When the last good run ended, in seconds since the epoch; absent when there was none. */
  readonly lastGood?: number;
  readonly plan?: PlanFigures;
  readonly outcomes?: ReportDocument["counts"];
  readonly alarms?: number;
  readonly audit?: Pick<AuditDocument, "rules" | "unchecked" | "totals" | "findings" | "failures" | "setAside">;
}

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly help: string;
  readonly samples: (run: RunFigures) => readonly Sample[];
}

/** Every family of metrics, all gauges. Labels take few values: no plate, no account and no text of a server is one. */
export const METRICS: Readonly<Record<string, Family>> = {
  platectl_build_info: {
    help: "The version of platectl, as a label; always 1.",
    samples: ({ version }) => [{ labels: { version }, value: 1 }],
  },
  platectl_run_exit_code: {
    help: "The exit code of the last run.",
    samples: ({ exitCode }) => [{ value: exitCode }],
  },
  platectl_run_finished_timestamp_seconds: {
    help: "When the last run ended, good or not.",
    samples: ({ finishedAt }) => [{ value: finishedAt / 1000 }],
  },
  platectl_run_duration_seconds: {
    help: "How long the last run took.",
    samples: ({ startedAt, finishedAt }) => [{ value: Math.max(0, finishedAt - startedAt) / 1000 }],
  },
  platectl_last_good_run_timestamp_seconds: {
    help: "When the last good run ended: a plan was made, all was applied, or everything was audited.",
    samples: ({ lastGood }) => only(lastGood),
  },
  platectl_planned_changes: {
    help: "Changes that the lists need to be as the fleet file says, by action.",
    samples: ({ plan }) => {
      if (!plan) return [];
      const { add, update, delete: deletes, detach = 0 } = plan.counts;
      return byLabel("action", { add, update, delete: deletes, detach });
    },
  },
  platectl_live_cars: {
    help: "Cars on the lists when they were read, or as the state knows them.",
    samples: ({ plan }) => only(plan?.scopes.reduce((sum, { live }) => sum + live.count, 0)),
  },
  platectl_lists: {
    help: "Lists by where their cars are known from: the server's list, the state, or nowhere.",
    samples: ({ plan }) => {
      if (!plan) return [];
      const from = (source: string) => plan.scopes.filter(({ live }) => live.source === source).length;
      return byLabel("source", { list: from("list"), state: from("state"), none: from("none") });
    },
  },
  platectl_unknown_lists: {
    help: "Lists that cannot be read, and of which it is not known what else they hold.",
    samples: ({ plan }) => only(plan?.scopes.filter(({ live }) => live.baseline === "unknown").length),
  },
  platectl_guards_tripped: {
    help: "Guards that stop the plan.",
    samples: ({ plan }) => only(plan?.guards.filter(({ tripped }) => tripped).length),
  },
  platectl_outcomes: {
    help: "Changes of the last apply by what became of them.",
    samples: ({ outcomes }) => {
      if (!outcomes) return [];
      const { notSent, ...others } = outcomes;
      return byLabel("outcome", { ...others, "not-sent": notSent });
    },
  },
  platectl_alarms: {
    help: "Alarms of the last apply: what stopped it, or should have.",
    samples: ({ alarms }) => only(alarms),
  },
  platectl_findings: {
    help: "Findings of the last audit that are not accepted, by rule; rules that were not checked are absent.",
    samples: ({ audit }) => {
      const counts = new Map(audit?.totals.map(({ rule, count }) => [rule, count]));
      return (audit?.rules ?? []).map(({ rule, severity }) => ({
        labels: { rule, severity },
        value: counts.get(rule) ?? 0,
      }));
    },
  },
  platectl_accepted_findings: {
    help: "Findings of the last audit that the fleet file accepts.",
    samples: ({ audit }) => only(audit?.findings.filter(({ accepted }) => accepted).length),
  },
  platectl_unchecked_rules: {
    help: "Rules of the last audit that are on and could not be checked.",
    samples: ({ audit }) => only(audit?.unchecked.length),
  },
  platectl_unread_parts: {
    help: "Lists, users and records that the last audit could not read.",
    samples: ({ audit }) => only(audit?.failures.length),
  },
  platectl_rows_set_aside: {
    help: "Rows of the server that the last audit could not judge.",
    samples: ({ audit }) => only(audit && (audit.setAside ?? []).reduce((sum, { count }) => sum + count, 0)),
  },
};

/** Metrics of a run in the text format of Prometheus, for the textfile collector of node_exporter. */
export function metricsText(run: RunFigures): string {
  const common = { command: run.command, name: run.name };
  const families = Object.entries(METRICS).flatMap(([name, { help, samples }]) => {
    const lines = samples(run).map(({ labels, value }) => `${name}${labelsText({ ...common, ...labels })} ${value}\n`);
    return lines.length === 0 ? [] : [`# HELP ${name} ${help}\n# TYPE ${name} gauge\n`, ...lines];
  });
  return families.join("");
}

/** The time of the last good run in metrics of the same command that were written earlier, in seconds; undefined where there is none. */
export function lastGoodIn(text: string, command: RunFigures["command"]): number | undefined {
  const line = new RegExp(
    `^platectl_last_good_run_timestamp_seconds\\{command="${command}",.*\\} (\\d{1,12}(?:\\.\\d{1,3})?)$`,
    "m",
  );
  const seconds = line.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  return `{${Object.entries(labels)
    .map(([label, value]) => `${label}=${prometheusLabel(value)}`)
    .join(",")}}`;
}

function only(value: number | undefined): readonly Sample[] {
  return value === undefined ? [] : [{ value }];
}

function byLabel(label: string, values: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}
