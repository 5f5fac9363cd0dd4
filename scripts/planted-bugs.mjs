// node scripts/planted-bugs.mjs [PART OF A RULE…] — plants every bug of test/simulation/planted-bugs.json in a copy of the
// sources and runs the layer that must notice it: `simulation:PROFILE`, where the worlds until the first violation count,
// or a folder of tests, which must be green without the bug. Prints a table; fails when a bug survives.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProject, filterOf, ROOT } from "./copied-project.mjs";

const copy = copyProject("platectl-planted-");
/** Tests of these run the built program. */
const OF_BUILD = /^test\/(?:cli|action|convergence|planted)\b/;
const MOST_SEEDS = 6000;
const LONGEST_MS = 180_000;
/** Of tests on a busy machine; some bugs make them run for ever. */
const LONGEST_TESTS_MS = 300_000;

const bugs = JSON.parse(readFileSync(join(ROOT, "test", "simulation", "planted-bugs.json"), "utf8"));
const parts = process.argv.slice(2);
const wanted = bugs.filter(({ rule }) => parts.length === 0 || parts.some((part) => rule.includes(part)));
const survivors = [];
/** By folder or file of tests, whether it is green without a bug. */
const sound = new Map();
console.log("| planted bug | layer | runs to first catch |\n|---|---|---|");
for (const bug of wanted) {
  const { rule, file, find, replace, layer } = bug;
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  if (text.split(find).length !== 2) throw new Error(`${rule}: ${file} does not hold the text once: ${find}`);
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  const isSimulated = layer.startsWith("simulation:");
  const caught = isSimulated ? await simulated(layer.slice("simulation:".length)) : await tested(layer);
  writeFileSync(path, text);
  const isSound = isSimulated || (await isGreen(layer));
  if (caught === undefined || !isSound) survivors.push(rule);
  console.log(`| ${rule} | ${layer} | ${isSound ? (caught ?? "**not caught**") : "**red without the bug**"} |`);
}
console.log(`\n${wanted.length - survivors.length} of ${wanted.length} caught`);
process.exitCode = survivors.length > 0 ? 1 : 0;

/** The number of the first world that breaks a law. */
async function simulated(profile) {
  const options = profile === "mix" ? [] : ["--profile", profile];
  const args = [
    "scripts/simulate.mjs",
    "--out",
    join(copy, "simulation"),
    "--jobs",
    "1",
    "--runs",
    String(MOST_SEEDS),
    ...options,
  ];
  const { stdout, isEndless } = await run(process.execPath, args);
  if (isEndless) return "a world that does not end";
  return /--seed (\d+)/.exec(stdout)?.[1];
}

/** Tests that are red without a bug would seem to catch each. */
async function isGreen(layer) {
  if (!sound.has(layer)) sound.set(layer, (await tested(layer)) === undefined);
  return sound.get(layer);
}

async function tested(layer) {
  if (OF_BUILD.test(layer) && (await run("npm", ["run", "build"])).status !== 0) return "it does not compile";
  const args = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", filterOf(layer)];
  const { status } = await run(process.execPath, args, LONGEST_TESTS_MS);
  return status === 0 ? undefined : "1";
}

/** Runs a command in the copy, and ends it with all processes that it began when it takes too long. */
async function run(command, args, longestMs = LONGEST_MS) {
  const child = spawn(command, args, { cwd: copy, stdio: ["ignore", "pipe", "ignore"], detached: true });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  let isEndless = false;
  const limit = setTimeout(() => {
    isEndless = true;
    process.kill(-child.pid, "SIGKILL");
  }, longestMs);
  const [status] = await once(child, "close");
  clearTimeout(limit);
  return { status, stdout, isEndless };
}
