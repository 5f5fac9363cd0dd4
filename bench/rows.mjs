// Which figures there are. A row is a whole command, the least program that does the same (`floor`), and what most would use
// instead (`peer`); all run in turn, in the same minutes, so that what else the machine does affects them alike.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CARS, DAYS, HISTORY, listedIn } from "./billing-world.mjs";
import { committedFile, fileOf } from "./fleet-files.mjs";
import { hasPostgres, startPostgres } from "./postgres.mjs";
import { printedBy, scratch, startServer, timeOf } from "./process.mjs";

const BARE = fileURLToPath(new URL("bare.mjs", import.meta.url));
export const WORKERS = fileURLToPath(new URL("workers.mjs", import.meta.url));
const OCTODNS = fileURLToPath(new URL("octodns_plan.py", import.meta.url));
const PYTHON = process.env.PYTHON ?? "python3";
const EMPTY = ["-e", "0"];
/** Cars that are there before and after an apply. */
const STAY = 1_000;
const RECORDS = 100_000;
/** In the lists of a published plan. */
const CARS_A_LIST = 100;

const NAMES = { short: "", csv: " from a CSV with days and notes", workbook: " from such a workbook" };

/**
 * The rows, cheapest first: `title`, `size` (cars or records), the arguments of `own`, `floor` and `peer`, `prepare` before each
 * run. `open` starts what the row needs, and gives the rest of it.
 */
export const ROWS = [
  start("--version", ["--version"]),
  start("--help", ["--help"]),
  start("validate", ["validate", "-f", fileOf("short", 0, 10)], 10),
  ...["short", "mixed", "notes", "accounts"].map((form) => validate(form, 100_000)),
  validate("short", 1_000_000),
  ...[10, 10_000, 100_000, 1_000_000].map((size) => plan(size)),
  ...[100_000, 1_000_000].map((size) => plan(size, "csv")),
  ...[10_000, 100_000, 1_000_000].map((size) => plan(size, "workbook")),
  ...(canRun("octodns") ? [10, 1_000, 10_000, 100_000].map(planAsOctodns) : []),
  planWithState(100_000),
  ...[1_000, 10_000, 100_000, 1_000_000].flatMap((size) => [apply("add", size), apply("delete", size)]),
  {
    ...apply("add", 100_000, { latency: 20, writers: 16 }),
    title: "apply, adds, wall at 20 ms a request",
    what: "wall",
  },
  { title: "fmt --check", size: 100_000, open: () => ({ own: ["fmt", "--check", "-f", fileOf("mixed", 0, 100_000)] }) },
  exported(100_000),
  stateShow(100_000),
  ...(hasPostgres() ? [...[1_000, 10_000].map(publish), ...[1, 2, 4].map((workers) => claim(workers, 1_000))] : []),
  audit("audit, nothing found", "clean"),
  audit("audit, findings on every car", "findings"),
  audit("audit, 24 versions of 10,000 cars", "history", 200_000),
  audit("audit --claims, 24 versions of 10,000 cars", "history", 200_000, true),
];

function start(title, own, size) {
  return { title, size, times: 10, open: () => ({ own, floor: EMPTY }) };
}

/** The least program that does the same, with `node:http` and with `fetch`. */
function bare(...task) {
  return { floor: [BARE, "http", ...task], peer: [BARE, "fetch", ...task] };
}

function validate(form, size) {
  return {
    title: `validate, ${form === "short" ? "short cars" : form}`,
    size,
    open: () => {
      const file = fileOf(form, 0, size);
      return { own: ["validate", "-f", file], floor: [BARE, "split", file], peer: [BARE, "js-yaml", file] };
    },
  };
}

function plan(size, form = "short") {
  return {
    title: `plan${NAMES[form]}, 1 % differs`,
    size,
    times: size === 10 ? 5 : 1,
    open: async () => {
      const server = await startServer("server.mjs");
      await fetch(`${server.base}/bench/reset?cars=${size}`);
      const drift = Math.ceil(size / 100);
      const [fleet, list] = [form, "list"].map((form) => fileOf(form, drift, size + drift));
      return { ...server, own: ["plan", "-f", fleet, ...allowing(size)], ...bare("plan", server.base, list) };
    },
  };
}

function planWithState(size) {
  return {
    title: "plan, with the state of an earlier run",
    size,
    open: async (dist) => {
      const { server, state } = await applied(dist, size);
      const [fleet, list] = ["short", "list"].map((form) => fileOf(form, 0, size));
      return { ...server, state: `file:${state}`, own: ["plan", "-f", fleet], ...bare("plan", server.base, list) };
    },
  };
}

/** The same job with octoDNS: a zone with a record for each car, beside what the same server shows. */
function planAsOctodns(size) {
  const row = plan(size);
  const open = async () => {
    const { peer, ...rest } = await row.open();
    const drift = Math.ceil(size / 100);
    return { ...rest, peerProgram: PYTHON, peer: [OCTODNS, rest.base, fileOf("octodns", drift, size + drift)] };
  };
  return { ...row, title: "plan, peer octoDNS", open };
}

function canRun(module) {
  if (spawnSync(PYTHON, ["-c", `import ${module}.manager`]).status === 0) return true;
  console.error(`The Python module ${module} is not installed: its rows are left out.`);
  return false;
}

function apply(action, size, { latency = 0, writers = 1 } = {}) {
  return {
    title: `apply, ${action}s`,
    size,
    open: async () => {
      const server = await startServer("server.mjs");
      const [before, after] = action === "add" ? [STAY, STAY + size] : [STAY + size, STAY];
      const [fleet, list] = ["short", "list"].map((form) => fileOf(form, 0, after));
      const own = ["apply", "-f", fleet, "--auto-approve", "--quiet", ...allowing(size)];
      const prepare = () => fetch(`${server.base}/bench/reset?cars=${before}&latency=${latency}`);
      return { ...server, prepare, own, ...bare(action, server.base, list, String(writers)) };
    },
  };
}

function exported(size) {
  return {
    title: "export",
    size,
    open: async () => {
      const server = await startServer("server.mjs");
      await fetch(`${server.base}/bench/reset?cars=${size}`);
      return { ...server, own: ["export", "--mode", "global"], ...bare("plan", server.base, fileOf("list", 0, size)) };
    },
  };
}

function stateShow(size) {
  return {
    title: "state show",
    size,
    open: async (dist) => {
      const { server, state } = await applied(dist, size);
      return { ...server, state: `file:${state}`, own: ["state", "show"], floor: [BARE, "lines", state] };
    },
  };
}

/** Lists of cars to add, and a state in PostgreSQL. */
async function toPublish(lists) {
  const size = lists * CARS_A_LIST;
  const [server, postgres] = [await startServer("server.mjs"), await startPostgres()];
  const stop = async () => {
    server.stop();
    await postgres.close();
  };
  const own = ["plan", "--publish", "-f", fileOf("hundreds", 0, size), `--allow-adds=${size}`];
  return {
    base: server.base,
    state: postgres.address(),
    postgres,
    stop,
    own,
    reset: () => fetch(`${server.base}/bench/reset?cars=0`),
  };
}

function publish(lists) {
  return {
    title: `plan --publish, ${lists.toLocaleString("en-US")} lists`,
    size: lists * CARS_A_LIST,
    open: async () => {
      const { postgres, reset, ...row } = await toPublish(lists);
      const schema = new URL(row.state).searchParams.get("schema");
      const prepare = async () => {
        await reset();
        await postgres.sql(`drop schema if exists ${schema} cascade`);
      };
      return { ...row, prepare };
    },
  };
}

/** Workers apply a published plan; the peer of several is one. */
function claim(workers, lists) {
  return {
    title: `apply --claim, ${workers} at work, ${lists.toLocaleString("en-US")} lists`,
    size: lists * CARS_A_LIST,
    open: async (dist) => {
      const { postgres, reset, own, ...row } = await toPublish(lists);
      await reset();
      const main = join(dist, "cli/main.js");
      const env = environmentFor(row.base, row.state);
      const { published } = JSON.parse(printedBy({ args: [main, ...own, "--json"], env }));
      const schema = new URL(row.state).searchParams.get("schema");
      const prepare = async () => {
        await reset();
        await postgres.sql(`truncate ${schema}.record, ${schema}.holder, ${schema}.list_lock, ${schema}.pace`);
        await postgres.sql(`update ${schema}.plan_list set stage = 0, holder = null, reports = '{}'`);
        await postgres.sql(`vacuum full analyze ${schema}.plan_list`);
      };
      const args = ["apply", "--claim", published, "--quiet"];
      return { ...row, prepare, own: args, workers, ...(workers > 1 && { peer: [WORKERS, "1", main, ...args] }) };
    },
  };
}

function audit(title, world, size = RECORDS, isForClaims = false) {
  return {
    title,
    size,
    open: async () => {
      const server = await startServer("billing-server.mjs", size, world);
      const fleet = world === "history" ? committedFile(HISTORY, "2026-10-01T06:00:00Z") : fileOf("account", 0, CARS);
      const claims = isForClaims ? ["--claims", join(scratch(), "claims.csv")] : [];
      const own = ["audit", "-f", fleet, "--from", DAYS.from, "--to", DAYS.to, "--quiet", ...claims];
      return { ...server, own, ...bare("audit", server.base, String(size), String(listedIn(world).count)) };
    },
  };
}

/** A server that holds these cars, and the state of the run that added them. */
async function applied(dist, size) {
  const server = await startServer("server.mjs");
  const state = join(scratch(), "state.jsonl");
  const args = [
    join(dist, "cli/main.js"),
    "apply",
    "-f",
    fileOf("short", 0, size),
    "--auto-approve",
    "--quiet",
    ...allowing(size),
  ];
  timeOf({ args, env: environmentFor(server.base, `file:${state}`) });
  if (!existsSync(state)) throw new Error("The apply left no state.");
  return { server, state };
}

const allowing = (size) => [`--allow-adds=${size}`, `--allow-deletes=${size}`];

/** What commands need to reach a server of the bench. */
export function environmentFor(base, state) {
  return {
    PLATECTL_BASE_URL: base,
    PLATECTL_CLIENT_ID: "bench",
    PLATECTL_CLIENT_SECRET: "bench",
    PLATECTL_STATE: state,
  };
}
