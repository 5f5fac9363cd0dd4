// Whole runs of the built program: applies against the least that an apply can be, starts, distant and limited servers.
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
const BARE_PLAN = fileURLToPath(new URL("bare-plan.mjs", import.meta.url));
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
  writeFileSync(list, plates.map((plate) => `${plate}\n`).join(""));
  const fleet = fleetOf(plates.map((plate) => `  - ${plate}\n`).join(""));
  const server = await startServer(0);
  const taken = { own: [], bare: [], same: [] };
  try {
    for (let turn = 0; turn < runs; turn += 1) {
      await fetch(`${server.base}/bench/reset?cars=${before}`);
      taken.bare.push(await used([BARE, server.base, list, action], {}));
      await fetch(`${server.base}/bench/reset?cars=${before}`);
      if (action === "delete") {
        taken.same.push(await used([BARE, server.base, list, action, "--prove"], {}));
        await fetch(`${server.base}/bench/reset?cars=${before}`);
      }
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
    ratio: ratioOf(cpuOf(taken.own), cpuOf(taken.bare)),
    // The requests of adds are those of the bare program.
    sameRatio: action === "add" ? undefined : ratioOf(cpuOf(taken.own), cpuOf(taken.same)),
    bareMemory: Math.max(...taken.bare.map(({ memory }) => memory)),
  };
}

const cpuOf = (runs) => runs.map(({ cpu }) => cpu);

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

/** Measures what a run of ten cars, and help, take beside the least program. */
export async function measureSmallRuns(cli, runs) {
  const server = await startServer(10);
  const fleet = fleetOf(Array.from({ length: 10 }, (_, at) => `  - ${plateOf(at)}\n`).join(""));
  const env = environmentFor(server.base);
  const pairs = [
    ["plan of 10 cars", "the same requests with `fetch`", [cli, "plan", "-f", fleet], [BARE_PLAN, server.base]],
    ["--help", "node -e 0", [cli, "--help"], ["-e", "0"]],
  ];
  const rows = [];
  for (const [title, floor, args, least] of pairs) {
    const [own, other] = [[], []];
    for (let turn = 0; turn < runs; turn += 1) {
      other.push((await used(least, env)).cpu);
      own.push((await used(args, env)).cpu);
    }
    rows.push({ title, floor, cpu: median(own), ratio: ratioOf(own, other) });
  }
  server.stop();
  return rows;
}

/** Measures plans of servers that are far away, or take few requests a second, beside the waiting that cannot be avoided. */
export async function measureDistant(cli, { pages, accounts }) {
  const server = await startServer(0);
  const cars = pages * 1000 - 5;
  const list = fleetOf(Array.from({ length: cars }, (_, at) => `  - ${plateOf(at)}\n`).join(""));
  const many = fleetOf(
    Array.from({ length: accounts }, (_, at) => `  - { baId: ${at + 1}, cars: [AB10001] }\n`).join(""),
    "billing-account",
  );
  const rows = [];
  const plan = async (title, query, fleet, least, ...options) => {
    await fetch(`${server.base}/bench/reset?cars=${cars}&${query}`);
    const { wall } = await used([cli, "plan", "-f", fleet, ...options], environmentFor(server.base));
    const { spanMs } = await (await fetch(`${server.base}/bench/tally`)).json();
    rows.push({ title, wall, span: spanMs, least });
  };
  for (const latency of [20, 100]) {
    const rounds = 2 + Math.ceil((pages - 1) / 16);
    await plan(`${pages} pages, ${latency} ms away`, `latency=${latency}`, list, rounds * latency);
    const waiting = (atOnce) => (1 + Math.ceil(accounts / atOnce)) * latency;
    await plan(`${accounts} accounts, ${latency} ms away`, `latency=${latency}`, many, waiting(16));
    const title = `${accounts} accounts, ${latency} ms away, \`--concurrency 4\``;
    await plan(title, `latency=${latency}`, many, waiting(4), "--concurrency", "4");
  }
  await plan(`${pages} pages, 10 requests a second`, "limit=10", list, (pages / 10) * 1000);
  server.stop();
  return rows;
}

function fleetOf(cars, mode = "global") {
  const path = join(mkdtempSync(join(tmpdir(), "platectl-bench-")), "fleet.yaml");
  writeFileSync(path, `version: 1\nmode: ${mode}\n${mode === "global" ? "cars" : "accounts"}:\n${cars}`);
  return path;
}
