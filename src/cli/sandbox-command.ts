import type { Mode } from "../allowlist/index.ts";
import { jsonText } from "../render/escape/json.ts";
import { chaosProfiles, type Sandbox, SandboxError, startSandbox } from "../sandbox/index.ts";
import { SCHEMA_VERSION } from "../schema/documents/schema-version.ts";
import { behaviourHelp, behaviourOf } from "./sandbox-behaviour.ts";

const OK = 0;
const INPUT = 3;
const LARGEST_PORT = 65_535;

/** What `platectl sandbox` was asked for; numbers may be out of range. */
export interface SandboxCommandOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly mode: Mode;
  /** The file that keeps the contents. */
  readonly data?: string;
  readonly seed: number;
  /** The name of a chaos profile. */
  readonly chaos: string;
  /** Starts from the interface as its document has it. */
  readonly asDocumented?: boolean;
  /** `KEY=VALUE`, the later ones over the earlier; `help` lists them. */
  readonly behaviour?: readonly string[];
  /** Prints a document instead of lines for a shell. */
  readonly json?: boolean;
}

/** Where the command writes, and what ends it. */
export interface SandboxCommandIo {
  stdout(text: string): void;
  stderr(text: string): void;
  /** Resolves when the user wants an end (SIGINT, SIGTERM). */
  readonly stopped: Promise<void>;
}

/** Serves a sandbox until stopped: the environment on stdout, to export or as a document, everything else on stderr. Gives the exit code. */
export async function runSandbox(options: SandboxCommandOptions, io: SandboxCommandIo): Promise<number> {
  const { port, mode, seed, data } = options;
  if (options.behaviour?.includes("help")) {
    io.stdout(behaviourHelp());
    return OK;
  }
  const chaos = chaosProfiles.get(options.chaos);
  const { behaviour, problems: wrongSwitches } = behaviourOf(options);
  const problems = [...problemsOf(options), ...wrongSwitches];
  for (const problem of problems) io.stderr(`error: ${problem}\n`);
  if (problems.length > 0 || chaos === undefined) return INPUT;
  try {
    const log = (line: string) => io.stderr(`${line}\n`);
    const sandbox = await startSandbox({
      port,
      mode,
      seed,
      chaos,
      behaviour,
      log,
      ...(data !== undefined && { data }),
    });
    io.stderr(greeting(sandbox, options));
    io.stdout(options.json ? jsonText(documentOf(sandbox)) : exports(sandbox));
    await io.stopped;
    await sandbox.close();
    io.stderr(options.data === undefined ? "Stopped.\n" : `Stopped; contents saved to ${options.data}.\n`);
    return OK;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    io.stderr(`error: ${error.message}\n`);
    return INPUT;
  }
}

function problemsOf({ port, seed, chaos }: SandboxCommandOptions): string[] {
  const problems: string[] = [];
  if (!Number.isInteger(port) || port < 0 || port > LARGEST_PORT) {
    problems.push(`--port must be a whole number from 0 to ${LARGEST_PORT}; 0 takes any free port`);
  }
  if (!Number.isSafeInteger(seed)) problems.push("--seed must be a whole number");
  if (!chaosProfiles.has(chaos)) {
    problems.push(
      `--chaos knows no profile ${JSON.stringify(chaos)}; choose one of ${[...chaosProfiles.keys()].join(", ")}`,
    );
  }
  return problems;
}

function greeting({ url, mode }: Sandbox, options: SandboxCommandOptions): string {
  const { seed, chaos, data, asDocumented, behaviour = [] } = options;
  const switches = [...(asDocumented ? ["as documented"] : []), ...behaviour].join(", ");
  const kept = data === undefined ? "changes are forgotten at the end" : `changes are kept in ${data}`;
  return [
    `Sandbox of the Fleet Partner Interface at ${url} (mode ${mode}, seed ${seed}, chaos ${chaos}; ${kept}).`,
    ...(switches === "" ? [] : [`Behaviour: ${switches}.`]),
    "The lines on stdout are for another terminal. These credentials open nothing but this sandbox; they are not secret.",
    "Ctrl-C stops it.",
    "",
  ].join("\n");
}

function environmentOf({ url, clientId, clientSecret }: Sandbox) {
  return { PLATECTL_BASE_URL: url, PLATECTL_CLIENT_ID: clientId, PLATECTL_CLIENT_SECRET: clientSecret };
}

function exports(sandbox: Sandbox): string {
  const lines = Object.entries(environmentOf(sandbox)).map(([name, value]) => `export ${name}=${value}\n`);
  return lines.join("");
}

function documentOf(sandbox: Sandbox) {
  const { mode } = sandbox;
  return { kind: "platectl/sandbox", schemaVersion: SCHEMA_VERSION, mode, environment: environmentOf(sandbox) };
}
