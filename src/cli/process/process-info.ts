import { ownVersion } from "../../runtime/installation.ts";
import { hostOfProcesses, userName } from "../../runtime/this-process.ts";
import type { LockOwner } from "../../state/index.ts";
import { ciRun } from "./ci-systems.ts";

/** This tool's name and version, as documents carry it. */
export const TOOL = { name: "platectl", version: ownVersion() } as const;

/** Secrets: kept from child processes, crash reports and packages that read `process.env`. */
const TAKEN_OUT = /^(?:(?:PLATECTL_CLIENT_SECRET|PLATECTL_PLATES_KEY|PLATECTL_STATE|PGPASSWORD)$|INPUT_)/;

let variables: Record<string, string | undefined> = process.env;

/** The variables that this process was started with. */
export function environment(): Record<string, string | undefined> {
  return variables;
}

/** Keeps the variables for `environment` alone, and removes those that hold secrets from `process.env`. Called before anything else. */
export function takeEnvironment(): Record<string, string | undefined> {
  variables = { ...process.env };
  for (const name of Object.keys(variables)) if (TAKEN_OUT.test(name)) delete process.env[name];
  return variables;
}

/** Who runs this, for locks and the journal. */
export function processOwner(): LockOwner {
  const { user = userName(), url } = ciRun(environment());
  return {
    user,
    host: hostOfProcesses(),
    pid: process.pid,
    command: ["platectl", ...process.argv.slice(2).map(withoutPlate)].join(" "),
    ...(url !== undefined && { url }),
  };
}

/** Who started this run, and where to look at it. */
export function startedBy(): { readonly actor: string; readonly url?: string } {
  const { user: actor, url } = processOwner();
  return { actor, ...(url !== undefined && { url }) };
}

// The command appears in the log of every run that waits for the lock; the plate of `doctor --write` must not.
function withoutPlate(word: string, at: number, words: readonly string[]): string {
  return words[at - 1] === "--write" ? "…" : word.replace(/^--write=.*$/s, "--write=…");
}
