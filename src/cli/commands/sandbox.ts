import { accountIdOf } from "../../allowlist/index.ts";
import { FULL_PLATES, visibleLines } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import {
  AS_DOCUMENTED,
  BEHAVIOUR_SWITCHES,
  chaosProfiles,
  DEFAULT_BEHAVIOUR,
  readSwitch,
  type Sandbox,
  type SandboxBehaviour,
  SandboxError,
  type SandboxOptions,
  startSandbox,
} from "../../sandbox/index.ts";
import { nearestWord } from "../../schema/values/index.ts";
import type { InputOf } from "../definitions/spec.ts";
import type { sandboxSpec } from "../definitions/tools.ts";
import { requireEnding } from "../input/fleet-file.ts";
import { loadDesired } from "../input/load-desired.ts";
import type { Io } from "../process/io.ts";
import { jsonDocument } from "../process/io.ts";
import { limitWork } from "../process/limits.ts";
import { carsWanted } from "./state/adoption.ts";

/** What `platectl sandbox` gets. */
export type SandboxInput = Omit<InputOf<typeof sandboxSpec>, "color">;

/** `platectl sandbox`: serves until it is interrupted. */
export async function sandboxCommand(options: SandboxInput, io: Io): Promise<number> {
  const limits = limitWork();
  const stopped = new Promise<void>((resolve) =>
    limits.stop.addEventListener("abort", () => resolve(), { once: true }),
  );
  try {
    return await runSandbox(options, io, stopped, await contentsOf(options, io));
  } finally {
    limits.release();
  }
}

type Contents = Pick<SandboxOptions, "mode" | "start">;

async function contentsOf({ mode, cars, empty }: SandboxInput, io: Io): Promise<Contents> {
  if (cars === undefined) return { mode, ...(empty && { start: {} }) };
  const { desired } = await loadDesired([cars], io);
  const lists = [...carsWanted(desired)].map(([scope, listed]) => ({
    baId: accountIdOf(scope),
    cars: empty ? [] : listed.map(({ licenseNumber, features }) => ({ licenseNumber, features: [...features] })),
  }));
  const accounts = lists.flatMap(({ baId, cars: own }) => (baId === undefined ? [] : [{ baId, cars: own }]));
  const start = desired.mode === "global" ? { cars: lists.flatMap((list) => list.cars) } : { accounts };
  return { mode: desired.mode, start };
}

/** Serves a sandbox until `stopped` resolves; prints its environment on stdout. Gives the exit code. */
export async function runSandbox(
  options: SandboxInput,
  { result, message }: Pick<Io, "result" | "message">,
  stopped: Promise<void>,
  contents: Contents = { mode: options.mode },
): Promise<number> {
  const { port, seed, data } = options;
  requireEnding(data, [".json"], "the contents of the sandbox, which are JSON");
  const say = (text: string) => message(visibleLines(`${text}\n`));
  if (options.behaviour?.includes("help")) {
    await result(behaviourHelp());
    return EXIT.ok;
  }
  const chaos = chaosProfiles.get(options.chaos);
  const { behaviour, problems } = behaviourOf(options);
  const profiles = `choose one of ${[...chaosProfiles.keys()].join(", ")}`;
  if (!chaos) problems.push(`--chaos has no profile ${JSON.stringify(options.chaos)}; ${profiles}`);
  for (const problem of problems) say(`error: ${problem}`);
  if (problems.length > 0 || !chaos) return EXIT.input;
  try {
    const file = data === undefined ? {} : { data };
    const server = await startSandbox({ port, seed, chaos, behaviour, log: say, ...file, ...contents });
    say(greeting(server, options));
    const document = { mode: server.mode, environment: environmentOf(server) };
    await result(options.json ? jsonDocument("sandbox", document, FULL_PLATES) : exportLines(server));
    await stopped;
    await server.close();
    say(data === undefined ? "Stopped." : `Stopped; contents saved to ${data}.`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    say(`error: ${error.message}`);
    return EXIT.input;
  }
}

function greeting({ url, mode }: Sandbox, options: SandboxInput): string {
  const { seed, chaos, data, cars, empty, asDocumented, behaviour = [] } = options;
  const named = cars === undefined ? undefined : `${empty ? "no cars, the accounts" : "cars"} of ${cars}`;
  const held = named ?? (empty ? "no cars" : `seed ${seed}`);
  const switches = [...(asDocumented ? ["as documented"] : []), ...behaviour].join(", ");
  const kept = data === undefined ? "changes are lost when it stops" : `changes are kept in ${data}`;
  return [
    `Sandbox of the Fleet Partner Interface at ${url} (mode ${mode}, ${held}, chaos ${chaos}; ${kept}).`,
    ...(switches === "" ? [] : [`Behaviour: ${switches}.`]),
    "The lines on stdout are for another terminal. These credentials work for this sandbox only, until it stops.",
    "Ctrl-C stops it.",
  ].join("\n");
}

function environmentOf({ url, clientId, clientSecret }: Sandbox) {
  return { PLATECTL_BASE_URL: url, PLATECTL_CLIENT_ID: clientId, PLATECTL_CLIENT_SECRET: clientSecret };
}

// The values hold nothing that a shell takes for anything else.
function exportLines(sandbox: Sandbox): string {
  return Object.entries(environmentOf(sandbox))
    .map(([name, value]) => `export ${name}=${value}\n`)
    .join("");
}

/** The behaviour that options ask for, and what is wrong with them. */
export function behaviourOf({ asDocumented, behaviour = [] }: Pick<SandboxInput, "asDocumented" | "behaviour">) {
  const wanted: Partial<SandboxBehaviour> = asDocumented ? { ...AS_DOCUMENTED } : {};
  const problems: string[] = [];
  for (const reading of behaviour.map(readSwitch)) {
    if (reading.kind === "behaviour") Object.assign(wanted, reading.behaviour);
    else if (reading.kind === "wrong-value") problems.push(`--behaviour ${reading.key}=… takes: ${reading.values}`);
    else problems.push(`--behaviour has no switch ${JSON.stringify(reading.key)}; ${nearest(reading)}`);
  }
  return { behaviour: wanted, problems };
}

/** Every switch, with its default and what it may be. */
export function behaviourHelp(): string {
  const width = Math.max(...Object.keys(BEHAVIOUR_SWITCHES).map((key) => key.length));
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_BEHAVIOUR));
  const lines = Object.entries(BEHAVIOUR_SWITCHES).map(
    ([key, { values }]) => `${key.padEnd(width)}  ${values} (default: ${written(defaults.get(key))})`,
  );
  return `${lines.join("\n")}\n`;
}

function nearest({ key, known }: { readonly key: string; readonly known: readonly string[] }): string {
  const match = nearestWord(key, known, 4);
  return match === undefined ? "`--behaviour help` lists them" : `did you mean ${match}?`;
}

// A default as the command line would have it.
function written(value: unknown): string {
  if (value === Number.POSITIVE_INFINITY) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(written).join(",");
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.values(value);
  return entries.map(String).join(":");
}
