import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Ended } from "../processes.ts";

/** What to run, where, and with which variables. */
export interface Invocation {
  /** A built program of `dist/cli`. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Milliseconds since the epoch: an instant of the day, in UTC, in which all runs of this test process take place. */
export const STARTED = Date.now();

const HOST = fileURLToPath(new URL("./reused-process.mjs", import.meta.url));
/** Processes that wait for their next run, of any test file. Each ends when this process does. */
const idle: ChildProcess[] = [];

/**
 * Runs a built program to its end in a process that other runs have used before, which saves most of the time that a run
 * takes. Its pauses take no time. For signals, streams that break and clocks that matter, start a process of its own.
 */
export function runReused(invocation: Invocation): Promise<Ended> {
  const child = idle.pop() ?? startHost();
  const mark = `\u0000${randomUUID()} `;
  return new Promise((resolve) => {
    const texts = { stdout: "", stderr: "" };
    const finish = (code: number | null): void => {
      for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners("data");
      child.removeAllListeners("close");
      const [stdout = "", stderr = ""] = [texts.stdout, texts.stderr].map((text) => text.split(mark)[0]);
      resolve({ code, stdout, stderr });
    };
    const look = (): void => {
      const code = texts.stderr.split(mark)[1];
      if (code === undefined || !code.endsWith(" ") || !texts.stdout.includes(mark)) return;
      finish(Number(code));
      idle.push(child);
    };
    for (const name of ["stdout", "stderr"] as const) {
      child[name]?.on("data", (text: string) => {
        texts[name] += text;
        look();
      });
    }
    child.once("close", finish);
    child.send({ ...invocation, mark });
  });
}

function startHost(): ChildProcess {
  const child = spawn(process.execPath, [HOST, String(STARTED)], { env: {}, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  child.stdout?.setEncoding("utf8");
  child.stderr?.setEncoding("utf8");
  return child;
}
