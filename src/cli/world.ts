import { readFileSync, readlinkSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import type { Owner } from "../state/index.ts";

/** This tool's name and version, as documents carry it. */
export const TOOL = { name: "platectl", version: ownVersion() } as const;

/** Who runs this, for locks and the journal. */
export function processOwner(): Owner {
  return {
    user: process.env["GITHUB_ACTOR"] ?? process.env["GITLAB_USER_LOGIN"] ?? userName(),
    host: hostWithPidSpace(),
    pid: process.pid,
    command: `platectl ${process.argv.slice(2).join(" ")}`,
  };
}

/** Whether a process of this host runs; true when that cannot be told. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

function ownVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const version = /"version": "([^"]+)"/.exec(text)?.[1];
  if (version === undefined) throw new Error("package.json names no version");
  return version;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}

// Containers share host names and number their processes each on their own; the name of the space tells them apart.
function hostWithPidSpace(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
