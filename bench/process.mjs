// Runs a program in a clean environment, and says what it took.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Loaded before a program, it notes what the program took. */
export const USAGE = fileURLToPath(new URL("usage.cjs", import.meta.url));

/** A new folder for what a run writes. */
export const scratch = () => mkdtempSync(join(tmpdir(), "platectl-bench-"));

// What a developer's environment has (NODE_OPTIONS, NODE_EXTRA_CA_CERTS) makes every Node process slower, and so the ratios better.
const clean = (env) => ({ PATH: process.env.PATH, HOME: process.env.HOME, ...env });

/** What is measured of a start of a program: CPU is the time of user and system, of all threads. */
const FORMATS = { cpu: "%U %S", wall: "%R" };

/** Milliseconds of one start of a program; `times`: the mean of so many. */
export function timeOf({ program = process.execPath, args, env, exits = [0] }, what = "cpu", times = 1) {
  const script = `TIMEFORMAT='${FORMATS[what]}'; time for i in $(seq ${times}); do "$@" > /dev/null; s=$?; done; exit $s`;
  const words = ["-c", script, "bench", program, ...args];
  const { status, stderr } = spawnSync("bash", words, { env: clean(env), encoding: "utf8", maxBuffer: 2 ** 28 });
  insist(status, exits, args, stderr);
  const seconds = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return (seconds.reduce((sum, one) => sum + one, 0) * 1000) / times;
}

/** What a program prints. */
export function printedBy({ args, env }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: clean(env),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  insist(status, [0], args, stderr);
  return stdout;
}

/** The most memory that a program held, or the largest process that it started with `USAGE`, in megabytes. */
export function memoryOf({ args, env, exits = [0] }) {
  const file = join(scratch(), "usage");
  const words = ["--require", USAGE, ...args];
  const { status, stderr } = spawnSync(process.execPath, words, {
    env: clean({ ...env, USAGE_FILE: file }),
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  insist(status, exits, args, stderr);
  const held = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => Number(line.split(" ")[0]));
  return Math.max(...held) / 1024;
}

/** Starts a server that prints its port first, and gives its address. */
export async function startServer(name, ...sizes) {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [path, ...sizes.map(String)], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return { base: `http://127.0.0.1:${String(port).trim()}`, stop: () => child.kill() };
}

function insist(status, exits, args, stderr) {
  if (!exits.includes(status)) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr.slice(0, 2_000)}`);
}
