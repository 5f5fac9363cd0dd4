// Does what a newcomer does, with the tarball in an empty folder: installs it, serves a sandbox, exports its list, adds a car,
// plans, applies, and plans again. Fails when a step ends otherwise than it should.
//   node scripts/try-tarball.mjs                      the tarball of this folder's dist, on the Node that runs this
//   node scripts/try-tarball.mjs 20.18.1 20 22 24     on these versions, which npm's packages of Node bring
//   node scripts/try-tarball.mjs --tarball FILE …     another tarball
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { exportedBy } from "./exported-by.mjs";
import { packInto } from "./pack.mjs";

const { values, positionals } = parseArgs({ options: { tarball: { type: "string" } }, allowPositionals: true });
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund"];
const folder = mkdtempSync(join(tmpdir(), "platectl-try-"));
const VARIABLES = { ...process.env, NO_COLOR: "1", NO_UPDATE_NOTIFIER: "1", npm_config_update_notifier: "false" };

try {
  const tarball = values.tarball === undefined ? packInto(folder) : resolve(values.tarball);
  if (positionals.length === 0) await tryOn(dirname(process.execPath), tarball, join(folder, "here"));
  for (const version of positionals) {
    const home = join(folder, version);
    await tryOn(nodeOf(version, join(home, "node")), tarball, join(home, "fleet"));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Installs that version of Node from npm, without scripts; gives the folder of its program. */
function nodeOf(version, at) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  startFolder(at, VARIABLES);
  run(at, VARIABLES, 0, "npm", "install", ...QUIET, `${name}@${version}`);
  return join(at, "node_modules", name, "bin");
}

async function tryOn(bin, tarball, at) {
  const env = { ...VARIABLES, PATH: `${bin}${delimiter}${process.env.PATH}`, PLATECTL_STATE: "file:state.jsonl" };
  const started = performance.now();
  console.log(`== Node ${run(startFolder(at, env), env, 0, "node", "--version").trim()}`);
  run(at, env, 0, "npm", "install", ...QUIET, tarball);
  const program = join(at, "node_modules/platectl");
  const data = join(program, "examples/sandbox.json");
  const sandbox = spawn(
    join(bin, "node"),
    [join(program, "dist/cli/main.js"), "sandbox", "--port", "0", "--data", data],
    {
      env,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  try {
    const there = { ...env, ...(await exportedBy(sandbox)) };
    const platectl = (code, ...args) => run(at, there, code, "npx", "--no", "--", "platectl", ...args);
    platectl(0, "--version");
    platectl(0, "export", "--output", "fleet.yaml");
    platectl(0, "plan", "--exit-code");
    platectl(0, "car", "add", "NEW 1234");
    platectl(2, "plan", "--exit-code");
    platectl(0, "apply", "--auto-approve", "--quiet");
    platectl(0, "plan", "--exit-code");
    run(at, there, 0, "node", "--input-type=module", "-e", 'await import("platectl").then((it) => it.EXIT.guard)');
  } finally {
    sandbox.kill("SIGKILL");
  }
  console.log(`   all as expected, ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

function startFolder(at, env) {
  mkdirSync(at, { recursive: true });
  run(at, env, 0, "npm", "init", "--yes");
  return at;
}

function run(cwd, env, expected, command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (error) throw error;
  if (command === "npx") console.log(`   ${args.slice(2).join(" ")} → ${status}  ${stdout.trim().split("\n").at(-1)}`);
  if (status !== expected) throw new Error(`${command} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}
