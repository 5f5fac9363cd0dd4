// Runs one subject and gives what it took.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHELL } from "./figures.mjs";

const MEASURE = fileURLToPath(new URL("measure.mjs", import.meta.url));
const SERVER = fileURLToPath(new URL("server.mjs", import.meta.url));

/** Starts the server with that many cars and gives its address. */
export const startServer = (cars) => startServing(SERVER, cars);

/** Starts a server that prints its port first, and gives its address. */
export async function startServing(path, ...sizes) {
  const child = spawn(process.execPath, [path, ...sizes.map(String)], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return { base: `http://127.0.0.1:${String(port).trim()}`, stop: () => child.kill() };
}

/** Milliseconds of CPU and of wall clock, and megabytes; undefined where the shell lacks a program. */
export function run(subject, { dist, folder, size, base }) {
  if (subject in SHELL) return runShell(subject, { folder, size, base });
  const args = ["--expose-gc", MEASURE, dist, subject, folder, String(size), ...(base ? [base] : [])];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${subject} at ${size} failed:\n${stderr}`);
  return JSON.parse(stdout);
}

function runShell(subject, { folder, size, base }) {
  const scratch = mkdtempSync(join(tmpdir(), "platectl-bench-"));
  const script = `set -euo pipefail; export LC_ALL=C TIMEFORMAT='%U %S %R'; time { ${SHELL[subject]}; }`;
  const env = { ...process.env, FOLDER: folder, SIZE: String(size), BASE: base ?? "", SCRATCH: scratch };
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script], { encoding: "utf8", env });
  if (status !== 0) return undefined;
  const [user, system, wall] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return { cpu: (user + system) * 1000, wall: wall * 1000, memory: Number.NaN, count: Number(stdout) };
}

/** CPU of one start of a program, from many in a row, in milliseconds. */
export function startUp(args, times) {
  const words = [process.execPath, ...args].map((word) => `'${word}'`).join(" ");
  const script = `TIMEFORMAT='%U %S'; time for i in $(seq ${times}); do ${words} > /dev/null; done`;
  const { stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return ((user + system) * 1000) / times;
}

/** Applies that many adds with the program itself and gives the milliseconds from the first request to the last. */
export async function applySpan(cli, { folder, base, delay }) {
  await fetch(`${base}/bench/reset?delay=${delay}`);
  const scratch = mkdtempSync(join(tmpdir(), "platectl-bench-"));
  const fleet = join(folder, "object.yaml");
  const report = join(scratch, "report.json");
  const env = {
    ...process.env,
    PLATECTL_BASE_URL: base,
    PLATECTL_CLIENT_ID: "bench",
    PLATECTL_CLIENT_SECRET: "bench",
    PLATECTL_STATE: `file:${join(scratch, "state.jsonl")}`,
  };
  const args = [cli, "apply", "-f", fleet, "--auto-approve", "--quiet", "--report", report];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const [status] = await once(child, "exit");
  writeFileSync(join(scratch, "stderr"), errors);
  if (status !== 0) throw new Error(`apply ended with ${status}: ${errors}`);
  return await spanOf(base);
}

/** The same adds by a program that does nothing else. */
export async function postingSpan(subject, { folder, size, base, delay }) {
  await fetch(`${base}/bench/reset?delay=${delay}`);
  run(subject, { dist: "", folder, size, base });
  return await spanOf(base);
}

async function spanOf(base) {
  const { first, last } = await (await fetch(`${base}/bench/writing`)).json();
  return last - first;
}
