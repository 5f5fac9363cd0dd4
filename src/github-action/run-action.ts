import { randomUUID } from "node:crypto";
import { appendFile, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../allowlist/index.ts";
import { choosePlates, describeFailure, fleetFiles, type Variables, writeOutput } from "../cli/index.ts";
import { EXIT, nextStepAfter } from "../exit-code.ts";
import { FULL_PLATES, type PlateView } from "../render/index.ts";
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
import { type ActionLog, createLog, type Invocation, invoke, validationOutput } from "./invoke.ts";

/** What the files of a run are called. */
const NAMES = { validate: "validation", plan: "plan", apply: "report", audit: "audit" } as const;

/** GitHub takes 1 MiB a step, and a UTF-16 unit takes at most three bytes. */
const LONGEST_SUMMARY = Math.floor((1024 * 1024) / 3);
/** For `.md` files, which end up in comments and issues. */
const LONGEST_PAGE = 60_000;

/**
 * The GitHub Action: runs one command and reports to the log, the job summary, the outputs and the pull request. Gives
 * the step's exit code.
 */
export async function runAction(
  env: Record<string, string | undefined>,
  write: (text: string) => void,
): Promise<number> {
  const isOnRunner = env["GITHUB_ACTIONS"] === "true";
  let log = createLog(write, isOnRunner, FULL_PLATES);
  for (const secret of secretsIn(env)) log.mask(secret);
  try {
    const inputs = readInputs(env);
    const event = await readEvent(env);
    const wish = inputs.plates ?? env["PLATECTL_PLATES"];
    // With hashes of plates that they choose, outsiders could identify the others; their runs get no key anyway.
    const plates = choosePlates(wish === "hashed" && event.kind === "foreign" ? "masked" : wish, env);
    log = createLog(write, isOnRunner, plates);
    const command = event.kind === "foreign" ? "validate" : inputs.command;
    if (event.kind === "foreign") {
      // Files from outside are only validated, without credentials (reliability S11).
      for (const name of CREDENTIALS) delete env[name];
      warnOfOutsiders(inputs.command, event.why, log);
    }
    const folder = await mkdtemp(join(env["RUNNER_TEMP"] || tmpdir(), "platectl-"));
    const run = await perform(command, inputs, folder, log, plates);
    return await publish({ command, inputs, event, folder, run }, env, log);
  } catch (error) {
    const { exitCode, text } = describeFailure(error);
    log.notice("error", text.replace(/^error: /, ""));
    await writeOutputs(env, { "exit-code": exitCode }).catch(() => undefined);
    return exitCode;
  }
}

function warnOfOutsiders(asked: ActionCommand, why: string, log: ActionLog): void {
  if (asked === "validate") return;
  const said = `${why}: the files are validated, and no server is contacted.`;
  if (asked === "apply") log.notice("warning", `${said} Nothing is applied.`);
  else log.notice("notice", said);
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
  const headline = isValid ? "The fleet file is valid." : invalidHeadline(diagnostics);
  return {
    exitCode: isValid ? EXIT.ok : EXIT.input,
    ...validationOutput(headline, plates.document(diagnostics)),
  };
}

// Who uploads a list reads no fleet file.
function invalidHeadline(diagnostics: readonly Diagnostic[]): string {
  const isList = ({ severity, source }: Diagnostic) =>
    severity === "error" && /\.(?:csv|xlsx|txt)$/i.test(source?.file ?? "");
  return diagnostics.some(isList)
    ? "The list cannot be used as it is. Nothing was contacted. Correct the places below in the spreadsheet, and upload it to this branch again."
    : "The fleet file is not valid. Nothing was contacted.";
}

interface FinishedRun {
  readonly command: ActionCommand;
  readonly inputs: ActionInputs;
  readonly event: ActionEvent;
  readonly folder: string;
  readonly run: Invocation;
}

async function publish(finished: FinishedRun, env: Variables, log: ActionLog): Promise<number> {
  const { inputs, event, run } = finished;
  const { exitCode, document, markdown } = run;
  log.text(run.text);
  const why = run.failure ?? (document === undefined ? undefined : nextStepAfter(exitCode));
  if (exitCode !== EXIT.ok && exitCode !== EXIT.changes && why !== undefined) log.notice("error", why);
  const { GITHUB_ACTION_PATH: program, GITHUB_STEP_SUMMARY: summary } = env;
  let outputs: Invocation["outputs"] = {
    "exit-code": exitCode,
    ...run.outputs,
    // The steps that follow have no other way to it: the folder of an action is known to its own steps alone.
    ...(program && { "program-path": join(program, "dist/cli/main.js") }),
  };
  const filesFailure = await failureOf(async () => {
    outputs = { ...outputs, ...(await writeFiles(finished)) };
  });
  const failure = (await failureOf(() => writeOutputs(env, outputs))) ?? filesFailure;
  const summaryFailure = summary && (await failureOf(() => appendFile(summary, markdown(LONGEST_SUMMARY))));
  if (summaryFailure) log.notice("warning", `The job summary could not be written: ${summaryFailure}`);
  if (inputs.comment && event.kind === "pull-request") {
    // The result of the run does not depend on the comment.
    const commentFailure = await failureOf(async () =>
      log.text(`Comment ${await keepComment(env, event, inputs, markdown)}.\n`),
    );
    if (commentFailure) log.notice("warning", `The comment could not be written: ${commentFailure}`);
  }
  const stepCode = exitCode === EXIT.changes && !inputs.failOnChanges ? EXIT.ok : exitCode;
  if (failure === undefined) return stepCode;
  log.notice("error", `The outputs of this step could not be written: ${failure}`);
  return stepCode === EXIT.ok ? EXIT.undelivered : stepCode;
}

async function failureOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Writes the results of a run as files, and the plan also where the input `plan` says; gives the outputs that name them. */
async function writeFiles({ command, inputs, folder, run }: FinishedRun): Promise<Readonly<Record<string, string>>> {
  const { markdown, html, document } = run;
  const path = join(folder, NAMES[command]);
  await writeOutput(`${path}.md`, markdown(LONGEST_PAGE));
  if (html !== undefined) await writeOutput(`${path}.html`, html);
  const outputs = { folder, "markdown-path": `${path}.md` };
  if (document === undefined) return outputs;
  await writeOutput(`${path}.json`, document);
  if (command === "plan" && inputs.plan) {
    await mkdir(dirname(inputs.plan), { recursive: true });
    await writeOutput(inputs.plan, document);
  }
  return { ...outputs, "document-path": `${path}.json` };
}

/**
 * Appends the step's outputs. A delimiter that cannot be guessed keeps a value from ending early and setting another
 * output (reliability S15).
 */
async function writeOutputs({ GITHUB_OUTPUT: path }: Variables, outputs: Invocation["outputs"]): Promise<void> {
  if (!path) return;
  const blocks = Object.entries(outputs).map(([name, value]) => {
    const text = String(value);
    if (/\p{Cc}/u.test(text)) throw new Error(`output ${name} holds control characters`);
    const delimiter = `end-${randomUUID()}`;
    return `${name}<<${delimiter}\n${text}\n${delimiter}\n`;
  });
  await appendFile(path, blocks.join(""));
}
