// npm run mutants -- ROOM [--count N] [--seed N] [--tests FOLDER…] — draws one-line changes of a room (`plan`, `state/journal`,
// or one file of it) in a copy of the sources, runs the tests beside the code (`test/ROOM`, or the folders that are named), and
// prints those that no test notices. What does not compile is drawn once more. Fails when one of them lives.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { copyProject, filterOf, ROOT } from "./copied-project.mjs";

const LONGEST_MS = 120_000;

/** What is changed, and into what. */
const CHANGES = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ < /g, " <= "],
  [/ <= /g, " < "],
  [/ > /g, " >= "],
  [/ >= /g, " > "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \?\? /g, " && "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/(?<![\w.[])0(?![\w.])/g, "1"],
  [/(?<![\w.[])1(?![\w.])/g, "0"],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/!(?=[a-z(])/g, ""],
  [/\.every\(/g, ".some("],
  [/\.some\(/g, ".every("],
  [/\.filter\((?=.*\))/g, ".filter((_) => true || "],
  [/\bif \(/g, "if (false && "],
  [/\bcontinue;/g, ";"],
  [/^ +(?:await )?[\w.#]+\([^{}]*\);$/g, ";"],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string" }, seed: { type: "string" }, tests: { type: "string", multiple: true } },
});
const [room = ""] = positionals;
if (room === "" || !existsSync(join(ROOT, "src", room))) {
  console.error(
    "usage: npm run mutants -- ROOM [--count 20] [--seed 1] [--tests test/FOLDER]\nROOM is a folder or a file of src.",
  );
  process.exit(3);
}
const count = Number(values.count ?? 20);
const tests = values.tests ?? [nearestTests(room)];

const copy = copyProject("platectl-mutants-");

if (!passes()) {
  console.error(`${tests.join(" ")} is red before anything is changed.`);
  process.exit(2);
}
const drawn = shuffled(sourcesOf(room).flatMap(mutantsOf), Number(values.seed ?? 1));
let tried = 0;
const alive = [];
for (const mutant of drawn) {
  if (tried === count) break;
  const path = join(copy, mutant.file);
  const sound = readFileSync(path, "utf8");
  writeFileSync(path, sound.slice(0, mutant.start) + mutant.text + sound.slice(mutant.end));
  if (compiles()) {
    tried += 1;
    if (passes()) {
      alive.push(mutant);
      console.log(`lives: ${mutant.file}:${mutant.line} ${mutant.what}`);
    }
  }
  writeFileSync(path, sound);
}
console.log(`${tried - alive.length} of ${tried} noticed by ${tests.join(" ")}`);
process.exitCode = alive.length > 0 ? 1 : 0;

/** The folder of test that is nearest to a room. */
function nearestTests(name) {
  const path = join("test", name.replace(/\.ts$/, ""));
  return existsSync(join(ROOT, path)) ? path : nearestTests(dirname(name));
}

function sourcesOf(name) {
  const path = join("src", name);
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" });
  return names.filter((one) => one.endsWith(".ts") && !one.endsWith("index.ts")).map((one) => join(path, one));
}

/** Every change of one place of a file; not of comments, imports and texts in quotes. */
function mutantsOf(file) {
  const found = [];
  let offset = 0;
  for (const [at, line] of readFileSync(join(ROOT, file), "utf8").split("\n").entries()) {
    const isCode = !/^\s*(?:\/\/|\/?\*|import |export (?:\*|\{|type))/.test(line);
    for (const [pattern, text] of isCode ? CHANGES : []) {
      for (const { index, 0: was } of line.matchAll(pattern)) {
        if (line.slice(0, index).split('"').length % 2 === 0) continue;
        const changed = line.slice(0, index) + text + line.slice(index + was.length);
        const start = offset + index;
        found.push({
          file,
          line: at + 1,
          start,
          end: start + was.length,
          text,
          what: `${line.trim()} → ${changed.trim()}`,
        });
      }
    }
    offset += line.length + 1;
  }
  return found;
}

/** The same order for the same seed. */
function shuffled(list, seed) {
  const keyOf = ({ file, start, text }) => {
    let hash = seed;
    for (const character of `${file}:${start}:${text}`)
      hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
    return hash;
  };
  return list
    .map((one) => [keyOf(one), one])
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

function compiles() {
  return run(
    "node_modules/typescript/bin/tsc",
    "-p",
    "tsconfig.build.json",
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    join(copy, "info.json"),
  );
}

function passes() {
  return run("node_modules/vitest/vitest.mjs", "run", "--project", "ordinary", "--bail", "1", ...tests.map(filterOf));
}

function run(script, ...args) {
  const { status, error } = spawnSync(process.execPath, [script, ...args], {
    cwd: copy,
    timeout: LONGEST_MS,
    stdio: "ignore",
  });
  return status === 0 && !error;
}
