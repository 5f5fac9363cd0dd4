// Whole applies, start to report, against a program that does the least that an apply can be.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plateOf } from "./fleet-files.mjs";
import { median, ratioOf } from "./statistics.mjs";
import { startServer } from "./subjects.mjs";

const BARE = fileURLToPath(new URL("bare-apply.mjs", import.meta.url));
const USAGE = new URL("usage.mjs", import.meta.url).href;
/** Cars that are there before and after. */
const STAY = 1_000;

/** Measures adds and deletes of so many cars, in turn with the bare program. */
export async function measureWholeApplies(cli, sizes, runs) {
  const rows = [];
  for (const size of sizes)
    for (const action of ["add", "delete"]) rows.push(await measure(cli, { size, action }, runs));
  return rows;
}

async function measure(cli, { size, action }, runs) {
  const folder = mkdtempSync(join(tmpdir(), "platectl-bench-"));
  const before = action === "add" ? STAY : STAY + size;
  const after = action === "add" ? STAY + size : STAY;
  const plates = Array.from({ length: after }, (_, at) => plateOf(at));
  const list = join(folder, "list.txt");
  const fleet = join(folder, "fleet.yaml");
  writeFileSync(list, plates.map((plate) => `${plate}\n`).join(""));
  writeFileSync(fleet, `version: 1\nmode: global\ncars:\n${plates.map((plate) => `  - ${plate}\n`).join("")}`);
  const server = await startServer(0);
  const taken = { own: [], bare: [] };
  try {
    for (let turn = 0; turn < runs; turn += 1) {
      await fetch(`${server.base}/bench/reset?cars=${before}`);
      taken.bare.push(await used([BARE, server.base, list, action], {}));
      await fetch(`${server.base}/bench/reset?cars=${before}`);
      taken.own.push(await used(applyOf(cli, fleet, size), environmentFor(server.base)));
    }
  } finally {
    server.stop();
  }
  return {
    title: action === "add" ? "apply, adds" : "apply, deletes",
    size,
    cpu: median(taken.own.map(({ cpu }) => cpu)),
    memory: Math.max(...taken.own.map(({ memory }) => memory)),
    ratio: ratioOf(...[taken.own, taken.bare].map((list) => list.map(({ cpu }) => cpu))),
    bareMemory: Math.max(...taken.bare.map(({ memory }) => memory)),
  };
}

function applyOf(cli, fleet, size) {
  const report = join(mkdtempSync(join(tmpdir(), "platectl-bench-")), "report.json");
  return [
    cli,
    "apply",
    "-f",
    fleet,
    "--auto-approve",
    "--quiet",
    `--allow-deletes=${size}`,
    `--allow-adds=${size}`,
    "--report",
    report,
  ];
}

/** What commands need to reach a server of the bench, with a state of their own. */
export function environmentFor(base) {
  const state = join(mkdtempSync(join(tmpdir(), "platectl-bench-")), "state.jsonl");
  return {
    PLATECTL_BASE_URL: base,
    PLATECTL_CLIENT_ID: "bench",
    PLATECTL_CLIENT_SECRET: "bench",
    PLATECTL_STATE: `file:${state}`,
  };
}

/** CPU and memory of a whole process, its start included. */
export async function used(args, env) {
  const file = join(mkdtempSync(join(tmpdir(), "platectl-bench-")), "usage.json");
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", USAGE, ...args], {
    env: { ...process.env, ...env, USAGE_FILE: file },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${errors.slice(0, 2_000)}`);
  return { ...JSON.parse(readFileSync(file, "utf8")), wall: performance.now() - start };
}
