import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../allowlist/index.ts";
import { choosePlates, describeFailure, fleetFiles, proxyFrom, type Variables, writeOutput } from "../cli/index.ts";
import { EXIT, nextStepAfter } from "../exit-code.ts";
import { FULL_PLATES, GITHUB_COMMENT_LENGTH, type PlateView } from "../render/index.ts";
import { loadFleet } from "../schema/index.ts";
import { keepComment } from "./comment.ts";
import { footerOf, makeFolder, markerOf, writeFiles, writeOutputs, writeSummary } from "./deliverables.ts";
import {
  type ActionCommand,
  type ActionEvent,
  type ActionInputs,
  CREDENTIALS,
  readEvent,
  readInputs,
  secretsIn,
} from "./inputs.ts";
import { type ActionLog, createLog, type Invocation, invoke, validationOutput } from "./invoke.ts";

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
