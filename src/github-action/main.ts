import { randomUUID } from "node:crypto";
import { appendFile, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  choosePlates,
  describeFailure,
  requireOwnFolder,
  takeEnvironment,
  type Variables,
  writeBeforeExit,
  writeOutput,
} from "../cli/index.ts";
import { FULL_PLATES } from "../render/index.ts";
import { EXIT } from "../run/exit-code.ts";
import { keepComment } from "./comment.ts";
import { type ActionEvent, type ActionInputs, CREDENTIALS, readEvent, readInputs, secretsIn } from "./inputs.ts";
import { type ActionLog, createLog, type Invocation, invoke, type Outputs } from "./invoke.ts";

/** GitHub takes 1 MiB a step, and a UTF-16 unit takes at most three bytes. */
const LONGEST_SUMMARY = Math.floor((1024 * 1024) / 3);
/** For `.md` files, which end up in comments and issues. */
const LONGEST_PAGE = 60_000;

const variables = takeEnvironment();

process.on("uncaughtException", (error) => {
  writeBeforeExit(describeFailure(error).text);
  process.exit(EXIT.internal);
});
// A closed log must not end an apply that is running.
process.stdout.on("error", () => undefined);

process.exitCode = await runAction(variables, (text) => process.stdout.write(text));

/** Runs one command and reports to log, job summary, outputs and pull request. Gives the step's exit code. */
async function runAction(env: Record<string, string | undefined>, write: (text: string) => void): Promise<number> {
  const isOnRunner = env["GITHUB_ACTIONS"] === "true";
  let log = createLog(write, isOnRunner, FULL_PLATES);
  for (const secret of secretsIn(env)) log.mask(secret);
  try {
    const inputs = readInputs(env);
    const { foreign, ...event } = await readEvent(env);
    const wish = inputs.plates ?? env["PLATECTL_PLATES"];
    // With hashes of plates that they choose, outsiders could identify the others; their runs get no key anyway.
    const plates = choosePlates(wish === "hashed" && foreign !== undefined ? "masked" : wish, env);
    log = createLog(write, isOnRunner, plates);
    if (foreign !== undefined) keepOutsidersOut(foreign, inputs, env, log);
    const run = await invoke(foreign === undefined ? inputs.command : "validate", inputs, log, plates, env);
    return await publish(run, inputs, event, env, log);
  } catch (error) {
    const { exitCode, text } = describeFailure(error);
    log.notice("error", text.replace(/^error: /, ""));
    await writeOutputs(env, { "exit-code": exitCode }).catch(() => undefined);
    return exitCode;
  }
}

/** Files from outside are only validated, without credentials (reliability S11). */
function keepOutsidersOut(
  why: string,
  { command }: ActionInputs,
  env: Record<string, string | undefined>,
  log: ActionLog,
): void {
  for (const name of CREDENTIALS) delete env[name];
  const said = `${why}: the files are validated, and no server is contacted.`;
  if (command === "apply") log.notice("warning", `${said} Nothing is applied.`);
  else if (command !== "validate") log.notice("notice", said);
}

async function publish(
  run: Invocation,
  inputs: ActionInputs,
  { comment: about }: ActionEvent,
  env: Variables,
  log: ActionLog,
): Promise<number> {
  const { exitCode, markdown, failure } = run;
  const delivered = async (what: string, level: "error" | "warning", work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log.notice(level, `${what} could not be written: ${why}`);
      return false;
    }
  };
  log.text(run.text);
  if (failure !== undefined) log.notice("error", failure);
  const { GITHUB_ACTION_PATH: program, GITHUB_STEP_SUMMARY: summary } = env;
  // The steps that follow have no other way to the program: the folder of an action is known to its own steps alone.
  const path = program && { "program-path": join(program, "dist/cli/main.js") };
  const outputs = { "exit-code": exitCode, ...run.outputs, ...path };
  const isWhole = await delivered("The outputs of this step", "error", async () => {
    const files = writeFiles(run, inputs, env);
    await writeOutputs(env, { ...outputs, ...(await files.catch(() => ({}))) });
    await files;
  });
  if (summary) await delivered("The job summary", "warning", () => appendFile(summary, markdown(LONGEST_SUMMARY)));
  // The result of the run does not depend on the comment.
  if (inputs.comment && about && (about.kind === "plan" || isReceipt(inputs, exitCode))) {
    await delivered("The comment", "warning", async () =>
      log.text(`Comment ${await keepComment(env, about, inputs, markdown)}.\n`),
    );
  }
  const stepCode = exitCode === EXIT.changes && !inputs.failOnChanges ? EXIT.ok : exitCode;
  return stepCode === EXIT.ok && !isWhole ? EXIT.undelivered : stepCode;
}

// What the merge did, or what stopped it. A plan that waits for its approval is not an answer yet.
function isReceipt({ command }: ActionInputs, exitCode: number): boolean {
  return command === "apply" || (command === "plan" && exitCode !== EXIT.ok && exitCode !== EXIT.changes);
}

/** Writes the results of a run as files, and the plan also where the input `plan` says; gives the outputs that name them. */
async function writeFiles(
  { name, markdown, files }: Invocation,
  inputs: ActionInputs,
  env: Variables,
): Promise<Outputs> {
  const folder = await mkdtemp(join(env["RUNNER_TEMP"] || tmpdir(), "platectl-"));
  const pathOf = (extension: string) => join(folder, `${name}.${extension}`);
  await writeOutput(pathOf("md"), markdown(LONGEST_PAGE));
  const outputs = { folder, "markdown-path": pathOf("md") };
  if (files === undefined) return outputs;
  await writeOutput(pathOf("html"), files.html);
  await writeOutput(pathOf("json"), files.json);
  if (inputs.command === "plan" && inputs.plan) {
    requireOwnFolder(inputs.plan);
    await mkdir(dirname(inputs.plan), { recursive: true });
    await writeOutput(inputs.plan, files.json);
  }
  return { ...outputs, "document-path": pathOf("json") };
}

/** Appends the step's outputs; a delimiter that cannot be guessed keeps a value from setting another one (S15). */
async function writeOutputs({ GITHUB_OUTPUT: path }: Variables, outputs: Outputs): Promise<void> {
  if (!path) return;
  const blocks = Object.entries(outputs).map(([name, value]) => {
    const text = String(value);
    if (/\p{Cc}/u.test(text)) throw new Error(`output ${name} holds control characters`);
    const delimiter = `end-${randomUUID()}`;
    return `${name}<<${delimiter}\n${text}\n${delimiter}\n`;
  });
  await appendFile(path, blocks.join(""));
}
