import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PROGRAM = join(ROOT, "build/platectl");
const folder = mkdtempSync(join(tmpdir(), "platectl-executable-test-"));
const children: ChildProcess[] = [];

/** The Node that is pinned is one for Linux; the release makes the others. */
const isLinux = process.platform === "linux";

beforeAll(() => {
  if (!isLinux) return;
  execFileSync(process.execPath, [join(ROOT, "scripts/single-executable.mjs")], { stdio: "ignore" });
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the executable where no other program can be found. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(PROGRAM, args, {
    cwd: folder,
    env: { PATH: join(folder, "empty"), HOME: folder, PLATECTL_STATE: "file:state.jsonl", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = start(args, env);
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, stdout, stderr })),
  );
}

function serve(): Promise<Record<string, string>> {
  copyFileSync(join(ROOT, "examples/sandbox.json"), join(folder, "sandbox.json"));
  const child = start(["sandbox", "--port", "0", "--data", "sandbox.json"]);
  let stdout = "";
  return new Promise((resolve, reject) => {
    child.once("close", (code) => reject(new Error(`the sandbox ended with ${code}`)));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      const set = [...stdout.matchAll(/^export (\w+)=(.*)\n/gm)].map(([, name = "", value = ""]) => [name, value]);
      if (set.length === 3) resolve(Object.fromEntries(set));
    });
  });
}

describe.runIf(isLinux)("the single executable, where there is no Node", () => {
  it("the executable says the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(await run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("the executable serves a sandbox, exports its list, plans a new car (2), applies it, and finds nothing left", async () => {
    const env = await serve();
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
    for (const name of ["zod", "hono", "pg", "pg-types", "pgpass"])
      expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
    expect(licences).toContain("Node.js is licensed for use as follows");
  });
});
