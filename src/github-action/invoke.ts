import { existsSync } from "node:fs";
import { type Diagnostic, dayAfter } from "../allowlist/index.ts";
import { describeFailure, fleetFiles, type Io, planHash, RUN, type Variables } from "../cli/index.ts";
import {
  auditDocumentSchema,
  type PlanDocument,
  planDocumentSchema,
  reportDocumentSchema,
} from "../documents/index.ts";
import { ACKNOWLEDGED_DAYS, acknowledgementsFor } from "../plan/index.ts";
import {
  alarmLines,
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
  visibleLines,
} from "../render/index.ts";
import { EXIT, nextStepAfter } from "../run/exit-code.ts";
import { entryText, loadFleet } from "../schema/index.ts";
import type { ActionCommand, ActionInputs } from "./inputs.ts";

/** Outputs of the step: never foreign text. */
export type Outputs = Readonly<Record<string, number | string>>;

/** How a command ended, and what it shows: in the log, on a page of limited length, to programs. */
export interface Invocation {
  readonly exitCode: number;
  readonly name: string;
  readonly text: string;
  /** A page of at most this many characters. */
  readonly markdown: (maxLength: number) => string;
  /** The document and its page, with full plates; only for runs with a document. */
  readonly files?: { readonly json: string; readonly html: string };
  readonly outputs?: Outputs;
  /** What to say on the page of the workflow's run. */
  readonly failure?: string;
}

/** Checks the fleet files and runs the command in this process, so that a signal to the step reaches it (H2). */
export async function invoke(
  command: ActionCommand,
  { files, plan, options }: ActionInputs,
  log: ActionLog,
  plates: PlateView,
  env: Variables,
): Promise<Invocation> {
  try {
    const reading = await loadFleet(fleetFiles(files), { cwd: process.cwd() });
    const isValid = reading.kind === "desired";
    const diagnostics = plates.document(isValid ? reading.warnings : reading.diagnostics);
    log.annotate(diagnostics);
    if (!isValid || command === "validate") return validation(isValid, diagnostics);
    const values = { ...options, file: files, color: false, format: "json", exitCode: true, failOn: "warning" };
    let json = "";
    const io: Io = {
      result: async (text) => {
        json += text;
      },
      message: log.text,
      plates,
      // The document is a file of the run, and what is shown is made from it.
      documentPlates: FULL_PLATES,
      secret: log.mask,
      ...LOG_STREAMS,
    };
    const exitCode = await RUN[command](values, io, plan);
    const isGood = exitCode === EXIT.ok || exitCode === EXIT.changes;
    return { exitCode, ...(!isGood && { failure: nextStepAfter(exitCode) }), ...SHOWN[command](json, plates, env) };
  } catch (error) {
    const { exitCode, text } = describeFailure(error, plates);
    const failure = text.replace(/^error: /, "");
    const lines = failure.split("\n").flatMap((line) => line.trim() || []);
    const headline = `platectl ${command} ended with exit code ${exitCode}.`;
    const markdown = (maxLength: number) => failureMarkdown(headline, lines, maxLength);
    return { exitCode, name: command, text: "", markdown, failure };
  }
}

/** A CI log wraps by itself; plates and places should stay on one line. */
const LOG_STYLE: Style = { color: false, width: 120 };
const LOG_STREAMS = { resultStyle: LOG_STYLE, messageStyle: LOG_STYLE, stdinIsTty: false, stderrIsTty: false };

function validation(isValid: boolean, diagnostics: readonly Diagnostic[]): Invocation {
  // Who uploads a list reads no fleet file.
  const isList = diagnostics.some(
    ({ severity, source }) => severity === "error" && /\.(?:csv|xlsx|txt)$/i.test(source?.file ?? ""),
  );
  const invalid = isList
    ? "The list cannot be used as it is. Nothing was contacted. Correct the places below in the spreadsheet, and upload it to this branch again."
    : "The fleet file is not valid. Nothing was contacted.";
  const headline = isValid ? "The fleet file is valid." : invalid;
  return {
    exitCode: isValid ? EXIT.ok : EXIT.input,
    name: "validation",
    text: `${diagnosticsText(diagnostics, LOG_STYLE)}${headline}\n`,
    markdown: (maxLength) => diagnosticsMarkdown(headline, diagnostics, { maxLength }),
  };
}

/** What each command shows, from the text of its document. */
const SHOWN = {
  plan: shower(
    "plan",
    planDocumentSchema,
    planFormats,
    ({ counts, guards }, sha256) => {
      return { "plan-hash": sha256, detach: 0, ...counts, guards: guards.filter(({ tripped }) => tripped).length };
    },
    () => [],
    approvalOf,
  ),
  apply: shower(
    "report",
    reportDocumentSchema,
    reportFormats,
    ({ counts: { notSent, ...counts } }) => ({ ...counts, "not-sent": notSent }),
    (report) => alarmLines(report, String),
  ),
  audit: shower("audit", auditDocumentSchema, auditFormats, (audit) => ({ findings: openFindings(audit).length })),
};

function shower<Document>(
  name: string,
  schema: { readonly parse: (value: unknown) => Document },
  formats: Readonly<
    Record<"text" | "markdown" | "html", (document: Document, style: Style, options: PlanShowing) => string>
  >,
  outputsOf: (document: Document, sha256: string) => Outputs,
  alarmsOf: (document: Document) => readonly string[] = () => [],
  showingOf: (document: Document, env: Variables) => Pick<PlanShowing, "approval"> = () => ({}),
) {
  return (json: string, plates: PlateView, env: Variables): Omit<Invocation, "exitCode"> => {
    const document = schema.parse(JSON.parse(json));
    const shown = plates.document(document);
    const sha256 = planHash(json);
    const elsewhere = `\`${name}.html\`, which this step wrote to its output \`folder\`, lists every car and can be searched.`;
    const options = { elsewhere, sha256, ...showingOf(document, env) };
    const alarms = alarmsOf(shown);
    const hash = name === "plan" ? `Plan document, SHA-256: ${sha256}\n` : "";
    return {
      name,
      text: `${formats.text(shown, LOG_STYLE, {})}${hash}`,
      markdown: (maxLength) => formats.markdown(shown, LOG_STYLE, { ...options, maxLength }),
      files: { json, html: formats.html(document, LOG_STYLE, options) },
      outputs: outputsOf(document, sha256),
      ...(alarms.length > 0 && { failure: alarms.join("\n") }),
    };
  };
}

/** Where the example for approvals is copied to. */
const WORKFLOW = "fleet-acknowledge.yml";

// The form on GitHub that lets a stopped plan pass, where this repository has it and entries of the fleet file are enough.
function approvalOf(
  { guards, createdAt }: PlanDocument,
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_HEAD_REF: branch }: Variables,
): Pick<PlanShowing, "approval"> {
  const { entries, others } = acknowledgementsFor(guards);
  if (entries.length === 0 || others.length > 0) return {};
  if (!server || !repository || !existsSync(`.github/workflows/${WORKFLOW}`)) return {};
  const path = [...repository.split("/"), "actions", "workflows", WORKFLOW].map(encodeURIComponent).join("/");
  const until = dayAfter(createdAt.slice(0, "2026-01-01".length), ACKNOWLEDGED_DAYS);
  return {
    approval: {
      page: new URL(path, `${server}/`).href,
      ...(branch && { branch }),
      entries: entries.map((entry) => entryText({ ...entry, until, reason: "…" })),
    },
  };
}

/** The log of a workflow step. Everything goes to one stream: the runner reads two streams in no particular order. */
export type ActionLog = ReturnType<typeof createLog>;

/** A log that uses `write`. Outside a runner nothing reads masks, and they would reveal the secrets. */
export function createLog(write: (text: string) => void, isOnRunner: boolean, plates: PlateView) {
  const command = (line: string) => write(`${line}\n`);
  return {
    /** Text for people, in which nothing is a command to the runner. */
    text: (text: string) => write(visibleLines(plates.message(text))),
    /** From now on the runner shows `***` instead of this text. */
    mask(secret: string) {
      const lines = secret.split(/[\r\n]+/).filter((one) => one.trim() !== "");
      for (const line of isOnRunner ? lines : []) command(`::add-mask::${line.replaceAll("%", "%25")}`);
    },
    /** Diagnostics, shown beside the lines of their files; their plates are shown as they are there. */
    annotate: (diagnostics: readonly Diagnostic[]) => write(annotations(diagnosticAlerts(diagnostics))),
    notice(level: "error" | "warning" | "notice", message: string) {
      const lines = plates.message(message).trimEnd().split("\n").map(commandMessage);
      command(`::${level} title=platectl::${lines.join("%0A")}`);
    },
  };
}
