import { createHash, randomUUID } from "node:crypto";
import { appendFile, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../allowlist/index.ts";
import { choosePlates, describeFailure, fleetFiles, proxyFrom, type Variables, writeOutput } from "../cli/index.ts";
import { EXIT, nextStepAfter } from "../exit-code.ts";
import { FULL_PLATES, GITHUB_COMMENT_LENGTH, type PlateView } from "../render/index.ts";
import { loadFleet } from "../schema/index.ts";
import { keepComment } from "./comment.ts";
import {
  type ActionCommand,
  type ActionEvent,
  type ActionInputs,
  CREDENTIALS,
  readEvent,
  readInputs,
  secretsIn,
} from "./inputs.ts";
import { type ActionLog, type ActionOutput, createLog, type Invocation, invoke, validationOutput } from "./invoke.ts";

type Environment = Record<string, string | undefined>;

const NAMES = { validate: "validation", plan: "plan", apply: "report", audit: "audit" } as const;

/**
 * The GitHub Action: runs one command and reports to the log, the job summary, the outputs and the pull request. Gives
 * the step's exit code.
 */
export async function runAction(env: Environment, write: (text: string) => void): Promise<number> {
  const isOnRunner = env["GITHUB_ACTIONS"] === "true";
  let log = createLog(write, isOnRunner, FULL_PLATES);
  for (const secret of secretsIn(env)) log.mask(secret);
  try {
    const inputs = readInputs(env);
    const event = await readEvent(env);
    const plates = choosePlates(platesMode(inputs, event, env), env);
    log = createLog(write, isOnRunner, plates);
    const command = commandFor(inputs.command, event, env, log);
    const folder = await makeFolder(env);
    const run = await perform(command, inputs, folder, log, plates);
    return await publish({ command, inputs, event, folder, run }, env, log);
  } catch (error) {
    const { exitCode, text } = describeFailure(error);
    log.notice("error", text.replace(/^error: /, ""));
    await writeOutputs(env, { "exit-code": exitCode }).catch(() => undefined);
    return exitCode;
  }
}

// Files from outside are only validated, without credentials (reliability S11).
function commandFor(asked: ActionCommand, event: ActionEvent, env: Environment, log: ActionLog): ActionCommand {
  if (event.kind !== "foreign") return asked;
  for (const name of CREDENTIALS) delete env[name];
  const [level, ending] =
    asked === "apply" ? (["warning", " Nothing is applied."] as const) : (["notice", ""] as const);
  if (asked !== "validate")
    log.notice(level, `${event.why}: the files are validated, and no server is contacted.${ending}`);
  return "validate";
}

// With hashes of plates that they choose, outsiders could identify the others; their runs get no key anyway.
function platesMode({ plates }: ActionInputs, event: ActionEvent, env: Environment): string | undefined {
  const mode = plates ?? env["PLATECTL_PLATES"];
  return mode === "hashed" && event.kind === "foreign" ? "masked" : mode;
}

async function perform(
  command: ActionCommand,
  inputs: ActionInputs,
  folder: string,
  log: ActionLog,
  plates: PlateView,
): Promise<Invocation> {
  const reading = await loadFleet(fleetFiles(inputs.files), { cwd: process.cwd() });
  const isValid = reading.kind === "desired";
  const diagnostics = isValid ? reading.warnings : reading.diagnostics;
  log.annotate(diagnostics);
  if (isValid && command !== "validate") return invoke(command, inputs, folder, log, plates);
  const output = validationOutput(
    isValid ? "The fleet file is valid." : invalidHeadline(diagnostics),
    plates.document(diagnostics),
  );
  return { exitCode: isValid ? EXIT.ok : EXIT.input, output };
}

// Who uploads a list reads no fleet file.
function invalidHeadline(diagnostics: readonly Diagnostic[]): string {
  const isList = ({ severity, source }: Diagnostic) =>
    severity === "error" && /\.(?:csv|xlsx|txt)$/i.test(source?.file ?? "");
  return diagnostics.some(isList)
    ? "The list cannot be used as it is. Nothing was contacted. Correct the places below in the spreadsheet, and upload it to this branch again."
    : "The fleet file is not valid. Nothing was contacted.";
}

// The steps that follow have no other way to it: the folder of an action is known to its own steps alone.
function programPath({ GITHUB_ACTION_PATH: folder }: Variables): Readonly<Record<string, string>> {
  return folder ? { "program-path": join(folder, "dist/cli/main.js") } : {};
}

interface FinishedRun {
  readonly command: ActionCommand;
  readonly inputs: ActionInputs;
  readonly event: ActionEvent;
  readonly folder: string;
  readonly run: Invocation;
}

async function publish(finished: FinishedRun, env: Variables, log: ActionLog): Promise<number> {
  const { command, inputs, folder, run } = finished;
  const { exitCode, output, document } = run;
  log.text(output.text);
  const why = run.failure ?? (document === undefined ? undefined : nextStepAfter(exitCode));
  if (exitCode !== EXIT.ok && exitCode !== EXIT.changes && why !== undefined) log.notice("error", why);
  let outputs: Record<string, number | string> = { "exit-code": exitCode, ...output.outputs, ...programPath(env) };
  const filesFailure = await failureOf(async () => {
    outputs = { ...outputs, ...(await writeFiles(folder, NAMES[command], output, document)) };
    if (command === "plan" && inputs.plan && document !== undefined) await writePlanFile(inputs.plan, document);
  });
  const failure = (await failureOf(() => writeOutputs(env, outputs))) ?? filesFailure;
  const summaryFailure = await failureOf(() => writeSummary(env, output));
  if (summaryFailure !== undefined) log.notice("warning", `The job summary could not be written: ${summaryFailure}`);
  await comment(finished, env, log);
  const stepCode = exitCode === EXIT.changes && !inputs.failOnChanges ? EXIT.ok : exitCode;
  if (failure === undefined) return stepCode;
  log.notice("error", `The outputs of this step could not be written: ${failure}`);
  return stepCode === EXIT.ok ? EXIT.undelivered : stepCode;
}

async function writePlanFile(path: string, document: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeOutput(path, document);
}

// The result of the run does not depend on the comment.
async function comment({ inputs, event, run }: FinishedRun, env: Variables, log: ActionLog): Promise<void> {
  if (!inputs.comment || event.kind !== "pull-request") return;
  const { GITHUB_API_URL: apiUrl, GITHUB_GRAPHQL_URL: graphqlUrl, GITHUB_REPOSITORY: repository } = env;
  const marker = markerOf(inputs);
  const footer = footerOf(env, event.commit);
  const failure = await failureOf(async () => {
    if (!inputs.token || !apiUrl || !repository) throw new Error("the token or GITHUB_API_URL is missing");
    const { token } = inputs;
    const place = { apiUrl, graphqlUrl, repository, number: event.number, token, proxy: proxyFrom(env) };
    const room = GITHUB_COMMENT_LENGTH - marker.length - footer.length - 1;
    log.text(`Comment ${await keepComment(place, marker, `${run.output.markdown(room)}${footer}`)}.\n`);
  });
  if (failure !== undefined) log.notice("warning", `The comment could not be written: ${failure}`);
}

async function failureOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    // The message of fetch is generic; its cause has the reason.
    return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
  }
}

/** GitHub takes 1 MiB a step, and a UTF-16 unit takes at most three bytes. */
const LONGEST_SUMMARY = Math.floor((1024 * 1024) / 3);
/** For `.md` files, which end up in comments and issues. */
const LONGEST_PAGE = 60_000;

/** A folder for the documents of this run, for its owner only. */
export async function makeFolder(env: Variables): Promise<string> {
  return mkdtemp(join(env["RUNNER_TEMP"] || tmpdir(), "platectl-"));
}

/** Writes the results of a run as files. Throws a `CommandFailure` (11). */
export async function writeFiles(
  folder: string,
  name: "validation" | "plan" | "report" | "audit",
  { markdown, html }: ActionOutput,
  document: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const markdownPath = join(folder, `${name}.md`);
  await writeOutput(markdownPath, markdown(LONGEST_PAGE));
  if (html !== undefined) await writeOutput(join(folder, `${name}.html`), html);
  const documentPath = join(folder, `${name}.json`);
  if (document !== undefined) await writeOutput(documentPath, document);
  return { folder, "markdown-path": markdownPath, ...(document !== undefined && { "document-path": documentPath }) };
}

/** Appends the page to the job summary. */
export async function writeSummary(env: Variables, { markdown }: ActionOutput): Promise<void> {
  const path = env["GITHUB_STEP_SUMMARY"];
  if (path) await appendFile(path, markdown(LONGEST_SUMMARY));
}

/**
 * Appends the step's outputs. A delimiter that cannot be guessed keeps a value from ending early and setting another
 * output (reliability S15).
 */
export async function writeOutputs(env: Variables, outputs: Readonly<Record<string, number | string>>): Promise<void> {
  const path = env["GITHUB_OUTPUT"];
  if (!path) return;
  const blocks = Object.entries(outputs).map(([name, value]) => {
    const text = String(value);
    if (/\p{Cc}/u.test(text)) throw new Error(`output ${name} holds control characters`);
    const delimiter = `end-${randomUUID()}`;
    return `${name}<<${delimiter}\n${text}\n${delimiter}\n`;
  });
  await appendFile(path, blocks.join(""));
}

/**
 * The hidden first line of our comment, one for each set of files and accounts. Foreign text cannot forge it: every
 * renderer escapes `<`.
 */
export function markerOf({ files, options: { account } }: ActionInputs): string {
  const key = createHash("sha256")
    .update(JSON.stringify([files, account]))
    .digest("hex");
  return `<!-- platectl ${key.slice(0, 16)} -->`;
}

/** The last line of our comment: its commit and run. Values in any other form than GitHub's are left out. */
export function footerOf(env: Variables, commit: string): string {
  const { GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: repository = "", GITHUB_RUN_ID: run = "" } = env;
  if (!/^[0-9a-f]{7,64}$/.test(commit)) return "";
  const url = `${server}/${repository}/actions/runs/${run}`;
  const link = /^https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/.test(url) ? `, [run ${run}](${url})` : "";
  return `\n<sub>Commit ${commit.slice(0, 10)}${link}</sub>\n`;
}
