// Measures platectl against floors and peers and writes docs/dev/performance.md's table and picture: npm run bench.
//   --sizes 10000,100000   other sizes     --huge   also 5,000,000 cars     --runs N   turns of each
//   --accounts 20000       billing accounts of 100 cars, 0 for none
//   --whole                only whole runs: applies, starts, audits, distant servers     --quick  everything once and small, below two minutes
//   --growth [NAME]        instead: how the cost of each kind of input grows with its size
//   --dist FOLDER          another build   --dry    print, write nothing
import { mkdirSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runCompiled } from "../scripts/compiled.mjs";
import { measureAccounts } from "./accounts.mjs";
import { measureAudits } from "./billing.mjs";
import { APPLY_DELAYS, APPLY_SIZES, FIGURES } from "./figures.mjs";
import { fleetFiles } from "./fleet-files.mjs";
import { writeReport, writeWholeRuns } from "./report.mjs";
import { median, ratioOf } from "./statistics.mjs";
import { applySpan, postingSpan, run, startServer, startUp } from "./subjects.mjs";
import { measureDistant, measureSmallRuns, measureWholeApplies } from "./whole-applies.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STARTS = process.argv.includes("--quick") ? 3 : 20;
/** Cars; beyond, the peers run out of memory or patience. */
const LARGEST_FOR_PEERS = 1_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    whole: { type: "boolean", default: false },
    growth: { type: "boolean", default: false },
    sizes: { type: "string", default: "10000,100000,1000000" },
    huge: { type: "boolean", default: false },
    runs: { type: "string", default: "5" },
    accounts: { type: "string", default: "2000" },
    dist: { type: "string", default: join(ROOT, "dist") },
    dry: { type: "boolean", default: false },
  },
});
if (values.growth) process.exit(runCompiled("test/growth/main.ts", positionals));
const dist = resolve(values.dist);
const runs = values.quick ? 1 : Number(values.runs);
const sizes = values.quick ? [10_000] : [...values.sizes.split(",").map(Number), ...(values.huge ? [5_000_000] : [])];
const files = join(tmpdir(), "platectl-bench-files");
mkdirSync(files, { recursive: true });

const cli = join(dist, "cli/main.js");
const wholeRuns = {
  applies: await measureWholeApplies(cli, values.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000], runs),
  small: await measureSmallRuns(cli, runs),
  audits: await measureAudits(cli, values.quick ? [20_000] : [100_000, 400_000], runs),
  distant: await measureDistant(cli, values.quick ? { pages: 20, accounts: 200 } : { pages: 100, accounts: 2_000 }),
};
for (const one of Object.values(wholeRuns).flat()) console.log(JSON.stringify(one));
if (values.whole) {
  if (!values.dry) writeWholeRuns(ROOT, wholeRuns, runs);
  process.exit(0);
}

const figures = [];
for (const size of sizes) {
  const folder = fleetFiles(files, size);
  const server = await startServer(size);
  for (const figure of FIGURES.filter(({ largest = size }) => size <= largest)) {
    const place = { dist, folder, size, ...(figure.server && { base: server.base }) };
    figures.push({ ...figure, size, ...measureInTurn(figure, place) });
    console.log(lineOf(figures.at(-1)));
  }
  server.stop();
}
const applying = [];
for (const size of APPLY_SIZES.filter((one) => sizes.includes(one)))
  for (const delay of APPLY_DELAYS) applying.push(await measureApply(size, delay));
const accounts =
  Number(values.accounts) > 0 && !values.quick
    ? await measureAccounts(join(dist, "cli/main.js"), Number(values.accounts))
    : [];
const starting = measureStarts();
for (const one of [...applying, ...starting]) console.log(JSON.stringify(one));
const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
if (!values.dry && !values.quick) {
  writeReport(ROOT, { figures, applying, accounts, starting, machine, runs });
  writeWholeRuns(ROOT, wholeRuns, runs);
}

function measureInTurn({ floor, peer, own }, place) {
  const taken = { floor: [], peer: [], own: [] };
  for (let turn = 0; turn < runs; turn += 1) {
    taken.floor.push(run(floor, place));
    const other = peer && place.size <= LARGEST_FOR_PEERS ? run(peer, place) : undefined;
    if (other) taken.peer.push(other);
    taken.own.push(run(own, place));
  }
  const cpu = (list) => list.map((one) => one.cpu);
  return {
    cpu: median(cpu(taken.own)),
    memory: Math.max(...taken.own.map((one) => one.memory)),
    floorRatio: ratioOf(cpu(taken.own), cpu(taken.floor)),
    wallRatio: ratioOf(
      taken.own.map((one) => one.wall),
      taken.floor.map((one) => one.wall),
    ),
    peerRatio: taken.peer.length === runs ? ratioOf(cpu(taken.own), cpu(taken.peer)) : undefined,
    peerMemory: Math.max(0, ...taken.peer.map((one) => one.memory)),
  };
}

async function measureApply(size, delay) {
  const server = await startServer(0);
  const place = { folder: fleetFiles(files, size), size, base: server.base, delay };
  const spans = { own: [], floor: [], syncing: [] };
  for (let turn = 0; turn < runs; turn += 1) {
    spans.floor.push(await postingSpan("apply/same bodies", place));
    spans.syncing.push(await postingSpan("apply/same bodies, each synced to disk first", place));
    spans.own.push(await applySpan(join(dist, "cli/main.js"), place));
  }
  server.stop();
  const [ratio, syncRatio] = [ratioOf(spans.own, spans.floor), ratioOf(spans.own, spans.syncing)];
  const title = delay === 0 ? "Send adds" : `Send adds to a server that takes ${delay} ms`;
  return { title, size, span: median(spans.own), ratio, syncRatio };
}

function measureStarts() {
  const small = join(ROOT, "examples/fleet.yaml");
  const subjects = [
    ["platectl --version", [cli, "--version"]],
    ["platectl validate, a small file", [cli, "validate", "-f", small]],
  ];
  return subjects.map(([title, args]) => {
    const [own, floor] = [[], []];
    for (let turn = 0; turn < runs; turn += 1) {
      floor.push(startUp(["-e", "0"], STARTS));
      own.push(startUp(args, STARTS));
    }
    return { title, cpu: median(own), ratio: ratioOf(own, floor) };
  });
}

function lineOf({ title, size, cpu, memory, floorRatio, peerRatio }) {
  const ratio = (one) => (one ? `${one.median.toFixed(2)} (${one.least.toFixed(2)}–${one.largest.toFixed(2)})` : "–");
  return `${title} ${size}: ${Math.round(cpu)} ms, ${Math.round(memory)} MB, floor × ${ratio(floorRatio)}, peer × ${ratio(peerRatio)}`;
}
