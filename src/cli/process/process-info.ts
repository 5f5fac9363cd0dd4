import { readFileSync, readlinkSync } from "node:fs";
import { hostname, uptime, userInfo } from "node:os";
import { ownVersion } from "../../runtime/installation.ts";
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

// The command appears in the log of every run that waits for the lock; the plate of `doctor --write` must not.
function withoutPlate(word: string, at: number, words: readonly string[]): string {
  return words[at - 1] === "--write" ? "…" : word.replace(/^--write=.*$/s, "--write=…");
}

/** Whether a process of this host runs; true when that is unknown. A zombie does not run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

// Linux: `PID (NAME) STATE …`, and a name may hold anything.
function isZombie(pid: number): boolean {
  const facts = textOf(`/proc/${pid}/stat`);
  return /^[ZXx]/.test(facts.slice(facts.lastIndexOf(")") + 2));
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}

// Machines may share a host name, and so may containers, which number their processes each on their own; after a restart
// the numbers are given out again. Where the system does not name its start, its time does, to the minute: a wrong guess
// leaves a lock that a person must remove, and never removes one that is held.
function hostOfProcesses(): string {
  const start =
    textOf("/proc/sys/kernel/random/boot_id").trim() || String(Math.round((Date.now() / 1000 - uptime()) / 60));
  return [hostname(), pidSpace(), `boot:${start}`].filter(Boolean).join(" ");
}

function pidSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
