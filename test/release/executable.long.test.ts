import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Started, startProcess, variablesOf } from "../processes.ts";
import { manifestOf } from "./source-copy.ts";

const ROOT = join(import.meta.dirname, "../..");
const PROGRAM = join(ROOT, "build/platectl");
const folder = mkdtempSync(join(tmpdir(), "platectl-executable-test-"));

/** The Node that is pinned is one for Linux; the release makes the others. */
const isLinux = process.platform === "linux";

beforeAll(() => {
  if (!isLinux) return;
  execFileSync(process.execPath, [join(ROOT, "scripts/single-executable.mjs")], { stdio: "ignore" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the executable where no other program can be found. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const variables = { PATH: join(folder, "empty"), HOME: folder, PLATECTL_STATE: "file:state.jsonl", ...env };
  return startProcess(PROGRAM, args, { cwd: folder, env: variables });
}

const run = (...args: Parameters<typeof start>) => start(...args).ended;

describe.runIf(isLinux)("the single executable, where there is no Node", () => {
  it("the executable says the version of the package", async () => {
    const { version } = manifestOf(ROOT);
    expect(await run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("the executable serves a sandbox, exports its list, plans a new car (2), applies it, and finds nothing left", async () => {
    copyFileSync(join(ROOT, "examples/sandbox.json"), join(folder, "sandbox.json"));
    const env = await variablesOf(start(["sandbox", "--port", "0", "--data", "sandbox.json"]));
    const on = (...args: readonly string[]) => run(args, env);
    expect(await on("export", "--output", "fleet.yaml")).toMatchObject({ code: 0 });
    expect(await on("car", "add", "NEW 1234")).toMatchObject({ code: 0 });
    expect(await on("plan", "--exit-code")).toMatchObject({ code: 2, stdout: expect.stringContaining("+ NEW 1234") });
    expect(await on("apply", "--auto-approve")).toMatchObject({ code: 0 });
    expect(await on("plan", "--exit-code")).toMatchObject({ code: 0 });
  });

  it("the executable ends with 3 for a fleet file that is not there", async () => {
    expect(await run(["validate", "--file", "none.yaml"])).toMatchObject({ code: 3, stdout: "" });
  });

  it("the executable brings the driver for PostgreSQL, and says that no server listens", async () => {
    const env = {
      PLATECTL_BASE_URL: "http://127.0.0.1:9",
      PLATECTL_CLIENT_ID: "a",
      PLATECTL_CLIENT_SECRET: "b".repeat(9),
    };
    const { stderr } = await run(["state", "show", "--state", "postgres://u@127.0.0.1:9/x"], env);
    expect(stderr).toContain("nothing listens there");
  });

  it("the executable goes along with the licences of all packages in it, and of Node", () => {
    const licences = readFileSync(join(ROOT, "build/THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["zod", "yaml", "pg", "pg-types", "pgpass"])
      expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
    expect(licences).toContain("Node.js is licensed for use as follows");
  });
});
