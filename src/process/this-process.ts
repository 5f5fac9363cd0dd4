import { readFileSync, readlinkSync } from "node:fs";
import { hostname, uptime, userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { systemClock, systemEvery, systemRandom } from "./system-clock.ts";

/** What a state needs of this process, but for its variables and its name. */
export function processWorld() {
  return { cwd: process.cwd(), clock: systemClock, random: systemRandom, every: systemEvery, isAlive };
}

/** The name of the user who runs this process; `unknown` where the system does not say. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}

/**
 * Names the machine on which process numbers mean what they mean here, for locks. Machines may share a host name, and so may
 * containers, which number their processes each on their own; after a restart the numbers are given out again. Where the system
 * does not name its start, its time does, to the minute: a wrong guess leaves a lock that a person must remove, and never
 * removes one that is held.
 */
export function hostOfProcesses(): string {
  const start =
    textOf("/proc/sys/kernel/random/boot_id").trim() || String(Math.round((Date.now() / 1000 - uptime()) / 60));
  return [hostname(), pidSpace(), `boot:${start}`].filter(Boolean).join(" ");
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

// This file is one folder below `src`, as the chunks of the built program are below `dist`: both paths hold in both.

/** The folder of the program's own files. */
export const OWN_FOLDER = fileURLToPath(new URL("..", import.meta.url));

/** The version that the package has. Throws when its `package.json` names none. */
export function ownVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const version = /"version": "([^"]+)"/.exec(text)?.[1];
  if (version === undefined) throw new Error("package.json names no version");
  return version;
}
