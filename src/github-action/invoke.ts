import { join } from "node:path";
import type { Diagnostic } from "../allowlist/index.ts";
import { describeFailure, type Io, planHash, RUN } from "../cli/index.ts";
import {
  annotations,
  auditFormats,
  commandMessage,
  diagnosticAlerts,
  diagnosticsMarkdown,
  diagnosticsText,
  FULL_PLATES,
  failureMarkdown,
  openFindings,
  type PlanShowing,
  type PlateView,
  planFormats,
  reportFormats,
  type Style,
  visible,
} from "../render/index.ts";
import { auditDocumentSchema, planDocumentSchema, reportDocumentSchema } from "../schema/index.ts";
import type { ActionCommand, ActionInputs } from "./inputs.ts";

/** How a command ended, and what it shows: in the log, on a page of limited length, to programs. */
export interface Invocation {
  readonly exitCode: number;
  readonly text: string;
  /** A page of at most so many characters. */
  readonly markdown: (maxLength: number) => string;
  /** Only for runs with a document. A file of the run, with full plates. */
  readonly html?: string;
  /** Outputs of the step: never foreign text. */
  readonly outputs: Readonly<Record<string, number | string>>;
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
    if (result === "") return withoutDocument(command, exitCode, "");
    return { exitCode, document: result, ...SHOWN[command](result, plates) };
  } catch (error) {
    const { exitCode, text } = describeFailure(error, plates);
    const failure = text.replace(/^error: /, "");
    return { ...withoutDocument(command, exitCode, failure), failure };
  }
}

/** A CI log wraps by itself; plates and places should stay on one line. */
const LOG_STYLE: Style = { color: false, width: 120 };

type Shown = Omit<Invocation, "exitCode">;

/** What each command shows, from the text of its document. */
const SHOWN = {
  plan(json: string, plates: PlateView): Shown {
    const plan = planDocumentSchema.parse(JSON.parse(json));
    const sha256 = planHash(json);
    const guards = plan.guards.filter(({ tripped }) => tripped).length;
    const shown = show("plan", plan, planFormats, plates, { "plan-hash": sha256, detach: 0, ...plan.counts, guards });
    return { ...shown, text: `${shown.text}Plan document, SHA-256: ${sha256}\n` };
  },
  apply(json: string, plates: PlateView): Shown {
    const report = reportDocumentSchema.parse(JSON.parse(json));
    const { notSent, ...counts } = report.counts;
    return show("report", report, reportFormats, plates, { ...counts, "not-sent": notSent });
  },
  audit(json: string, plates: PlateView): Shown {
    const audit = auditDocumentSchema.parse(JSON.parse(json));
    return show("audit", audit, auditFormats, plates, { findings: openFindings(audit).length });
  },
};

function show<Document>(
  name: string,
  document: Document,
  formats: Readonly<
    Record<"text" | "markdown" | "html", (document: Document, style: Style, options: PlanShowing) => string>
  >,
  plates: PlateView,
  outputs: Invocation["outputs"],
): Shown {
  const shown = plates.document(document);
  const hash = outputs["plan-hash"];
  const options = {
    elsewhere: `\`${name}.html\`, which this step wrote to its output \`folder\`, lists every car and can be searched.`,
    ...(typeof hash === "string" && { sha256: hash }),
  };
  return {
    text: formats.text(shown, LOG_STYLE, {}),
    markdown: (maxLength) => formats.markdown(shown, LOG_STYLE, { ...options, maxLength }),
    html: formats.html(document, LOG_STYLE, options),
    outputs,
  };
}

/** The result of the offline checks, under a headline. */
export function validationOutput(headline: string, diagnostics: readonly Diagnostic[]): Shown {
  return {
    text: `${diagnosticsText(diagnostics, LOG_STYLE)}${headline}\n`,
    markdown: (maxLength) => diagnosticsMarkdown(headline, diagnostics, { maxLength }),
    outputs: {},
  };
}

/** A run that ended without a document: its message, which may contain foreign text. */
function withoutDocument(command: string, exitCode: number, message: string): Invocation {
  const lines = message.split("\n").flatMap((line) => line.trim() || []);
  const headline = `platectl ${command} ended with exit code ${exitCode}.`;
  return { exitCode, text: "", markdown: (maxLength) => failureMarkdown(headline, lines, maxLength), outputs: {} };
}

/** The log of a workflow step. Everything goes to one stream: the runner reads two streams in no particular order. */
export type ActionLog = ReturnType<typeof createLog>;

/** A log that uses `write`. Outside a runner nothing reads masks, and they would reveal the secrets. */
export function createLog(write: (text: string) => void, isOnRunner: boolean, plates: PlateView) {
  const command = (line: string) => write(`${line}\n`);
  return {
    /** Text for people, in which nothing is a command to the runner. */
    text: (text: string) => write(plates.message(text).split("\n").map(visible).join("\n")),
    /** From now on the runner shows `***` instead of this text. */
    mask(secret: string) {
      const lines = secret.split(/[\r\n]+/).filter((one) => one.trim() !== "");
      for (const line of isOnRunner ? lines : []) command(`::add-mask::${line.replaceAll("%", "%25")}`);
    },
    /** Diagnostics, shown beside the lines of their files. */
    annotate: (diagnostics: readonly Diagnostic[]) =>
      write(annotations(diagnosticAlerts(plates.document(diagnostics)))),
    /** A message shown on the run's page. */
    notice(level: "error" | "warning" | "notice", message: string) {
      const lines = plates.message(message).trimEnd().split("\n").map(commandMessage);
      command(`::${level} title=platectl::${lines.join("%0A")}`);
    },
  };
}
