// Many billing accounts: plan, apply and audit, whole and as shards side by side.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plateOf } from "./fleet-files.mjs";
import { startServing } from "./subjects.mjs";

const SERVER = fileURLToPath(new URL("server.mjs", import.meta.url));
const USAGE = new URL("usage.mjs", import.meta.url).href;
const CARS = 100;
const COMMANDS = ["plan", "apply", "audit"];
const PROCESSES = [1, 2, 4];

/** Runs each command on that many accounts of 100 cars, each with one car to add, as 1, 2 and 4 processes. */
export async function measureAccounts(cli, accounts) {
  const folder = mkdtempSync(join(tmpdir(), "platectl-bench-"));
  const fleet = fleetOf(folder, accounts);
  const server = await startServing(SERVER, 0, accounts, CARS);
  const results = [];
  for (const command of COMMANDS)
    for (const processes of PROCESSES) {
      await fetch(`${server.base}/bench/reset`);
      results.push({ command, accounts, processes, ...(await sideBySide(command, processes)) });
      console.log(JSON.stringify(results.at(-1)));
    }
  server.stop();
  return results;

  async function sideBySide(command, processes) {
    const start = performance.now();
    const shards = Array.from({ length: processes }, (_, at) => `${at + 1}/${processes}`);
    const reports = shards.map((_, at) => join(folder, `${command}-${processes}-${at}.json`));
    const used = await Promise.all(shards.map((shard, at) => shardRun(command, shard, reports[at])));
    const wall = performance.now() - start;
    if (command !== "audit") await insistOnWhole(command, reports);
    const { requests, mostInFlight } = await (await fetch(`${server.base}/bench/tally`)).json();
    const cpu = used.reduce((sum, one) => sum + one.cpu, 0);
    return { requests, mostInFlight, wall, cpu, memory: Math.max(...used.map((one) => one.memory)) };
  }

  async function shardRun(command, shard, report) {
    const scratch = mkdtempSync(join(tmpdir(), "platectl-bench-"));
    const usage = join(scratch, "usage.json");
    const env = {
      ...process.env,
      USAGE_FILE: usage,
      PLATECTL_BASE_URL: server.base,
      PLATECTL_CLIENT_ID: "bench",
      PLATECTL_CLIENT_SECRET: "bench",
      PLATECTL_STATE: `file:${join(scratch, "state.jsonl")}`,
    };
    const output = {
      plan: ["--format", "json", "--output", report],
      apply: ["--auto-approve", "--report", report, "--format", "json"],
      audit: ["--format", "json", "--output", report],
    };
    await ended(["--import", USAGE, cli, command, "-f", fleet, "--shard", shard, "--quiet", ...output[command]], env);
    return JSON.parse(readFileSync(usage, "utf8"));
  }

  // Together, the shards must be the whole: every account once, with its one add.
  async function insistOnWhole(command, reports) {
    const merged = join(folder, "merged.json");
    if (command === "apply")
      await ended([cli, "report", "merge", ...reports, "--format", "json", "--output", merged], process.env);
    const documents = (command === "apply" ? [merged] : reports).map((path) => JSON.parse(readFileSync(path, "utf8")));
    const scopes = new Set(documents.flatMap((one) => one.scopes.map(({ scope }) => scope)));
    const adds = documents.reduce((sum, { counts }) => sum + (counts.add ?? counts.verified), 0);
    if (scopes.size !== accounts || adds !== accounts)
      throw new Error(`${command}: ${scopes.size} accounts and ${adds} adds instead of ${accounts}`);
  }
}

function fleetOf(folder, accounts) {
  const path = join(folder, "fleet.yaml");
  // Where nobody parks, each car would be a finding of these two.
  const policy = "policy: { audit: { idle: off, never-in-fleet: off } }";
  const lines = [`version: 1\nmode: billing-account\n${policy}\naccounts:\n`];
  for (let at = 0; at < accounts; at += 1) {
    lines.push(`  - baId: ${at + 1}\n    cars:\n`);
    for (let car = 0; car < CARS; car += 1) lines.push(`      - ${plateOf(at * CARS + car)}\n`);
    lines.push(`      - NEW${at}\n`);
  }
  writeFileSync(path, lines.join(""));
  return path;
}

async function ended(args, env) {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const [status] = await once(child, "exit");
  // An audit that has findings ends with 2.
  if (status !== 0 && status !== 2) throw new Error(`${args.join(" ")} ended with ${status}: ${errors}`);
}
