// Measures whole commands beside the least program and a peer, and writes the table of docs/dev/performance.md: npm run bench.
//   --rows TEXT       only rows whose title holds it        --turns N       turns of each (5)
//   --most N          no row above so many cars             --quick         one turn, rows up to 10,000
//   --before FOLDER   beside another build of the program   --dry           print, write nothing
//   --growth [NAME]   instead: how the cost of each kind of input grows with its size
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runCompiled } from "../scripts/compiled.mjs";
import { memoryOf, scratch, timeOf } from "./process.mjs";
import { environmentFor, ROWS, WORKERS } from "./rows.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(ROOT, "docs/dev/performance.md");
const [BEGIN, END] = ["<!-- figures: begin -->", "<!-- figures: end -->"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "" },
    turns: { type: "string", default: "5" },
    most: { type: "string", default: "1000000" },
    quick: { type: "boolean", default: false },
    before: { type: "string" },
    dry: { type: "boolean", default: false },
    growth: { type: "boolean", default: false },
  },
});
if (values.growth) process.exit(runCompiled("test/growth/main.ts", positionals));

const dist = join(ROOT, "dist");
const most = values.quick ? 10_000 : Number(values.most);
const turns = values.quick ? 1 : Number(values.turns);
const chosen = ROWS.filter(({ title, size = 0 }) => title.includes(values.rows) && size <= most);

const measured = [];
for (const row of chosen) {
  measured.push(await measure(row));
  console.log(measured.at(-1).join("  "));
}
const isWhole = !values.quick && values.rows === "" && values.before === undefined && most === 1_000_000;
if (isWhole && !values.dry) writePage();

/** The cells of a row. */
async function measure({ title, size, what, times = 1, open }) {
  const row = await open(dist);
  const environment = () => environmentFor(row.base ?? "", row.state ?? `file:${join(scratch(), "state.jsonl")}`);
  const byWorkers = row.workers === undefined ? [] : [WORKERS, String(row.workers)];
  const program = (folder) => ({
    args: [...byWorkers, join(folder, "cli/main.js"), ...row.own],
    env: environment(),
    exits: [0, 2],
  });
  const subjects = {
    floor: row.floor && (() => ({ args: row.floor })),
    peer: row.peer && (() => ({ program: row.peerProgram, args: row.peer, env: environment() })),
    before: values.before && (() => program(resolve(values.before))),
    own: () => program(dist),
  };
  const taken = { floor: [], peer: [], before: [], own: [] };
  for (let turn = 0; turn < (size === 1_000_000 ? Math.ceil(turns / 2) : turns); turn += 1)
    for (const [name, subject] of Object.entries(subjects)) {
      if (!subject) continue;
      await row.prepare?.();
      taken[name].push(timeOf(subject(), what, times));
    }
  await row.prepare?.();
  const memory = memoryOf(subjects.own());
  await row.stop?.();
  const ratios = ["floor", "peer", ...(values.before ? ["before"] : [])].map((name) => ratio(taken.own, taken[name]));
  return [title, size?.toLocaleString("en-US") ?? "", time(median(taken.own)), `${Math.round(memory)} MB`, ...ratios];
}

function writePage() {
  const [before, rest] = readFileSync(PAGE, "utf8").split(BEGIN);
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const head = ["command", "cars or records", "CPU", "memory", "÷ floor", "÷ peer"];
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const table = [head, head.map(() => "---"), ...measured].map(line).join("\n");
  writeFileSync(
    PAGE,
    `${before}${BEGIN}\n\n${machine}, medians of ${turns} turns.\n\n${table}\n\n${END}${rest.split(END)[1]}`,
  );
}

/** The median of the ratios of the turns. */
function ratio(own, other) {
  return other.length === 0 ? "–" : median(own.map((value, at) => value / other[at])).toFixed(2);
}

function median(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function time(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}
