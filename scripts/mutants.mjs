// npm run mutants -- ROOM [--count N] [--seed N] [--tests FOLDER…] — draws one-line changes of a room (`plan`, `state/journal`,
// or one file of it) in a copy of the sources, runs the tests beside the code (`test/ROOM`, or the folders that are named), and
// prints those that no test notices. What does not compile is drawn once more. Fails when one of them lives.
// A change of a type, a text or an order of equal things is no change that a test could notice, and is not drawn.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createVitest } from "vitest/node";
import { copyProject, filterOf, ROOT } from "./copied-project.mjs";

/** A change may make a loop endless: tests then get this time, or five times what they took before. */
const SHORTEST_LIMIT_MS = 20_000;

/** A file whose tests were ended with a red one elsewhere has none of these. */
const IS_GREEN = new Set(["passed", "skipped"]);

/** What is changed, and into what. */
const CHANGES = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ < (?!.*\? -?1 :)/g, " <= "],
  [/ <= /g, " < "],
  [/ > (?!.*\? -?1 :)/g, " >= "],
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
  [/\.filter\(/g, ".filter(() => true, "],
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
// The room and what it imports, in place of all sources.
const compilerOptions = { noEmit: true, incremental: true, tsBuildInfoFile: "info.json" };
const config = { extends: "./tsconfig.build.json", compilerOptions, include: [join("src", room), "src/**/*.d.ts"] };
writeFileSync(join(copy, "tsconfig.mutants.json"), JSON.stringify(config));

// In a process that stays: to start one for each change would take longer than its tests.
const vitest = await createVitest(
  "test",
  { root: copy, watch: true, project: ["ordinary"], bail: 1, reporters: [{}] },
  { server: { watch: null } },
);
await vitest.standalone();
const start = performance.now();
let longestMs = 600_000;
if (!compiles() || !(await passes())) {
  console.error(`${room} does not compile, or ${tests.join(" ")} is red, before anything is changed.`);
  process.exit(2);
}
longestMs = Math.max(SHORTEST_LIMIT_MS, Math.round(5 * (performance.now() - start)));
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
    vitest.invalidateFile(path);
    if (await passes()) {
      alive.push(mutant);
      console.log(`lives: ${mutant.file}:${mutant.line} ${mutant.what}`);
    }
  }
  writeFileSync(path, sound);
  vitest.invalidateFile(path);
}
await vitest.close();
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

/** Every change of one place of a file; not of comments, imports, types and texts. */
function mutantsOf(file) {
  const found = [];
  let offset = 0;
  let isType = false;
  for (const [at, line] of readFileSync(join(ROOT, file), "utf8").split("\n").entries()) {
    // A declaration reaches to the next line that begins at the margin.
    if (/^[^\s}]/.test(line)) isType = /^(?:export )?(?:type|interface) /.test(line);
    const isCode = !isType && !/^\s*(?:\/\/|\/?\*|import |export (?:\*|\{)|readonly )/.test(line);
    for (const [pattern, text] of isCode ? CHANGES : []) {
      for (const { index, 0: was } of line.matchAll(pattern)) {
        if (isInText(line.slice(0, index))) continue;
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

function isInText(before) {
  return before.split('"').length % 2 === 0 || / \/\/ /.test(before);
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

// A filter that is gone leaves the parameters of its function without a type (TS7006, TS7031), which is no fault.
function compiles() {
  const compiler = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.mutants.json"];
  const { status, stdout } = spawnSync(process.execPath, compiler, { cwd: copy, encoding: "utf8" });
  return status === 0 || !/error TS(?!7006|7031)/.test(stdout);
}

/** Whether the tests are green; a worker that hangs is ended. */
async function passes() {
  const files = await vitest.globTestSpecifications(tests.map(filterOf));
  const limit = setTimeout(() => spawnSync("pkill", ["-KILL", "-P", String(process.pid)]), longestMs);
  const result = await vitest.runTestSpecifications(files).catch(() => undefined);
  clearTimeout(limit);
  return result?.unhandledErrors.length === 0 && result.testModules.every((one) => IS_GREEN.has(one.state()));
}
