import { type ChildProcess, spawn } from "node:child_process";
import type { Server } from "node:net";
import { onTestFinished } from "vitest";

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that runs, and how it will have ended. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Where a process runs, and with which variables. */
interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts a program without waiting for its end; it is gone after the test. */
export function startProcess(command: string, args: readonly string[], { cwd, env }: Surroundings): Started {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, ...texts })));
  // Until its end it may write into the folder that is about to be removed.
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended };
}

/** Has a server listen on a free port of this machine; gives the port. */
export async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/** Runs a script as CI systems do; `output` is both streams, in the order in which they were written. */
export async function bash(
  script: string,
  cwd: string,
  env: Surroundings["env"],
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const options = ["--noprofile", "--norc", "-eo", "pipefail", "-c", `exec 2>&1\n${script}`, "script"];
  const { code, stdout } = await startProcess("bash", [...options, ...args], { cwd, env }).ended;
  return { code, output: stdout };
}

/** The three variables that lead to a sandbox, from what `platectl sandbox` prints once it listens. */
export function variablesOf({ child, ended }: Started): Promise<Record<string, string>> {
  let stdout = "";
  return new Promise((resolve, reject) => {
    void ended.then(({ code }) => reject(new Error(`the sandbox ended with ${code}`)));
    child.stdout?.on("data", (text: string) => {
      stdout += text;
      const set = [...stdout.matchAll(/^export (\w+)=(.*)\n/gm)].map(([, name = "", value = ""]) => [name, value]);
      if (set.length === 3) resolve(Object.fromEntries(set));
    });
  });
}
