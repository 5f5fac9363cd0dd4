import { join } from "node:path";
import type { Diagnostic } from "../allowlist/index.ts";
import { describeFailure, type Io, planHash, RUN } from "../cli/index.ts";
import {
  annotations,
  auditFormats,
  auditMarkdown,
  commandMessage,
  diagnosticAlerts,
  diagnosticsMarkdown,
  diagnosticsText,
  FULL_PLATES,
  failureMarkdown,
  openFindings,
  type PlateView,
  planFormats,
  planMarkdown,
  reportFormats,
  reportMarkdown,
  type Style,
  visible,
} from "../render/index.ts";
import { auditDocumentSchema, planDocumentSchema, reportDocumentSchema } from "../schema/index.ts";
import type { ActionCommand, ActionInputs } from "./inputs.ts";

/** The output of a run: for the log, for a page of limited length, for programs. */
export interface ActionOutput {
  readonly text: string;
  /** A page of at most so many characters. */
  readonly markdown: (maxLength: number) => string;
  /** Only for runs with a document. A file of the run, with full plates. */
  readonly html?: string;
  /** Outputs of the step: never foreign text. */
  readonly outputs: Readonly<Record<string, number | string>>;
}

/** How a command ended. */
export interface Invocation {
  readonly exitCode: number;
  readonly output: ActionOutput;
  /** The failure, if there was one. */
  readonly failure?: string;
  /** The document, if the run produced one. */
  readonly document?: string;
}

/** Runs the command line's own command in this process, so that a signal to the step reaches it (reliability H2). */
export async function invoke(
  command: Exclude<ActionCommand, "validate">,
  inputs: ActionInputs,
  folder: string,
  log: ActionLog,
  plates: PlateView,
): Promise<Invocation> {
  let result = "";
  const io: Io = {
    result: async (text) => {
      result += text;
    },
    message: log.text,
    plates,
    // The document is a file of the run, and what is shown is made from it.
    documentPlates: FULL_PLATES,
    secret: log.mask,
    resultStyle: LOG_STYLE,
    messageStyle: LOG_STYLE,
    stdinIsTty: false,
    stderrIsTty: false,
  };
  const options = { ...inputs.options, color: false, format: "json" };
  const report = join(folder, "report.json");
  const runners = {
    plan: () => RUN.plan({ ...options, exitCode: true }, io),
    apply: () => RUN.apply({ ...options, report }, io, inputs.plan),
    audit: () => RUN.audit({ ...options, failOn: "warning" }, io),
  };
  try {
    const exitCode = await runners[command]();
    if (result === "") return { exitCode, output: failureOutput(command, exitCode, "") };
    return { exitCode, output: OUTPUTS[command](result, plates), document: result };
  } catch (error) {
    const { exitCode, text } = describeFailure(error, plates);
    const failure = text.replace(/^error: /, "");
    return { exitCode, output: failureOutput(command, exitCode, failure), failure };
  }
}

/** A CI log wraps by itself; plates and places should stay on one line. */
const LOG_STYLE: Style = { color: false, width: 120 };

const elsewhere = (name: string) =>
  `\`${name}.html\`, which this step wrote to its output \`folder\`, lists every car and can be searched.`;

/** What each command shows, from the text of its document. */
const OUTPUTS = { plan: planOutput, apply: reportOutput, audit: auditOutput } as const;

function planOutput(json: string, plates: PlateView): ActionOutput {
  const plan = planDocumentSchema.parse(JSON.parse(json));
  const shown = plates.document(plan);
  const sha256 = planHash(json);
  return {
    text: `${planFormats.text(shown, LOG_STYLE)}Plan document, SHA-256: ${sha256}\n`,
    markdown: (maxLength) => planMarkdown(shown, { maxLength, elsewhere: elsewhere("plan"), sha256 }),
    html: planFormats.html(plan, LOG_STYLE, { sha256 }),
    outputs: {
      "plan-hash": sha256,
      detach: 0,
      ...plan.counts,
      guards: plan.guards.filter(({ tripped }) => tripped).length,
    },
  };
}

function reportOutput(json: string, plates: PlateView): ActionOutput {
  const report = reportDocumentSchema.parse(JSON.parse(json));
  const shown = plates.document(report);
  const { notSent, ...counts } = report.counts;
  return {
    text: reportFormats.text(shown, LOG_STYLE),
    markdown: (maxLength) => reportMarkdown(shown, { maxLength, elsewhere: elsewhere("report") }),
    html: reportFormats.html(report, LOG_STYLE),
    outputs: { ...counts, "not-sent": notSent },
  };
}

function auditOutput(json: string, plates: PlateView): ActionOutput {
  const audit = auditDocumentSchema.parse(JSON.parse(json));
  const shown = plates.document(audit);
  return {
    text: auditFormats.text(shown, LOG_STYLE),
    markdown: (maxLength) => auditMarkdown(shown, { maxLength, elsewhere: elsewhere("audit") }),
    html: auditFormats.html(audit, LOG_STYLE),
    outputs: { findings: openFindings(audit).length },
  };
}

/** The result of the offline checks, under a headline. */
export function validationOutput(headline: string, diagnostics: readonly Diagnostic[]): ActionOutput {
  return {
    text: `${diagnosticsText(diagnostics, LOG_STYLE)}${headline}\n`,
    markdown: (maxLength) => diagnosticsMarkdown(headline, diagnostics, { maxLength }),
    outputs: {},
  };
}

/** A run that ended without a document: its message, which may contain foreign text. */
function failureOutput(command: string, exitCode: number, message: string): ActionOutput {
  const lines = message.split("\n").flatMap((line) => line.trim() || []);
  const headline = `platectl ${command} ended with exit code ${exitCode}.`;
  return { text: "", markdown: (maxLength) => failureMarkdown(headline, lines, maxLength), outputs: {} };
}

/** The log of a workflow step. Everything goes to one stream: the runner reads two streams in no particular order. */
export interface ActionLog {
  /** Text for people, in which nothing is a command to the runner. */
  text(text: string): void;
  /** From now on the runner shows `***` instead of this text. */
  mask(secret: string): void;
  /** Diagnostics, shown beside the lines of their files. */
  annotate(diagnostics: readonly Diagnostic[]): void;
  /** A message shown on the run's page. */
  notice(level: "error" | "warning" | "notice", message: string): void;
}

/** A log that uses `write`. Outside a runner nothing reads masks, and they would reveal the secrets. */
export function createLog(write: (text: string) => void, isOnRunner: boolean, plates: PlateView): ActionLog {
  const command = (line: string) => write(`${line}\n`);
  return {
    text: (text) => write(plates.message(text).split("\n").map(visible).join("\n")),
    mask(secret) {
      if (!isOnRunner) return;
      for (const line of secret.split(/[\r\n]+/).filter((one) => one.trim() !== "")) {
        command(`::add-mask::${line.replaceAll("%", "%25")}`);
      }
    },
    annotate: (diagnostics) => write(annotations(diagnosticAlerts(plates.document(diagnostics)))),
    notice: (level, message) =>
      command(
        `::${level} title=platectl::${plates.message(message).trimEnd().split("\n").map(commandMessage).join("%0A")}`,
      ),
  };
}
