import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "platectl-container-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines = readFileSync(join(ROOT, "Dockerfile"), "utf8")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/ *\\\n */g, " ")
  .split("\n")
  .filter(Boolean)
  .map((line) => ({ name: line.slice(0, line.indexOf(" ")), rest: line.slice(line.indexOf(" ") + 1) }));
const second = lines.findLastIndex(({ name }) => name === "FROM");
const [building, running] = [lines.slice(0, second), lines.slice(second)];
const only = (stage: typeof lines, name: string) => stage.filter((line) => line.name === name).map(({ rest }) => rest);

/** What .dockerignore lets through, which here is a list of names without wildcards. */
function context(): string[] {
  const rules = readFileSync(join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => /^[^#\s]/.test(line));
  expect(rules[0]).toBe("*");
  return rules.slice(1).map((rule) => rule.replace(/^!/, ""));
}

it("the Dockerfile starts both stages from one image of Node, by its digest", () => {
  const images = only(lines, "FROM").map((rest) => rest.split(" ")[0]);
  expect(images).toHaveLength(2);
  expect(new Set(images).size).toBe(1);
  expect(images[0]).toMatch(/^node:24-bookworm-slim@sha256:[0-9a-f]{64}$/);
});

it("the Dockerfile runs as a user of its own that is not root, with the program as the only entry", () => {
  expect(only(running, "USER")).toEqual(["10001:10001"]);
  expect(only(running, "ENTRYPOINT")).toEqual(['["platectl"]']);
  const after = running.slice(running.findIndex(({ name }) => name === "USER"));
  expect(after.filter(({ name }) => ["RUN", "COPY", "ADD"].includes(name))).toEqual([]);
});

it("the build gets what .dockerignore names, which exists, and nothing else", () => {
  for (const name of context()) expect(existsSync(join(ROOT, name)), name).toBe(true);
  expect(context().filter((name) => /\.git|node_modules|test|\.env/.test(name))).toEqual([]);
});

// No container is built: its steps are run in folders, on the Node that runs the tests.
describe("the steps of the Dockerfile", () => {
  const [source, image] = [join(folder, "src"), join(folder, "image")];

  beforeAll(() => {
    mkdirSync(source);
    for (const name of context()) cpSync(join(ROOT, name), join(source, name), { recursive: true });
    for (const script of only(building, "RUN")) execFileSync("sh", ["-ec", script], { cwd: source, stdio: "ignore" });
    const [copy = ""] = only(running, "COPY");
    const [from, ...paths] = copy.split(" ");
    expect(from).toBe("--from=build");
    const target = join(image, paths.at(-1) ?? "");
    mkdirSync(target, { recursive: true });
    for (const path of paths.slice(0, -1)) cpSync(join(folder, path), join(target, basename(path)));
  });

  it("the second stage holds the program and the licences alone", () => {
    expect(readdirSync(join(image, "opt/platectl")).sort()).toEqual([
      "LICENSE",
      "THIRD-PARTY-LICENSES.txt",
      "platectl.mjs",
    ]);
  });

  it("the second stage's program runs by its name and validates a fleet, with nothing but Node beside it", () => {
    const link = only(running, "RUN").find((script) => script.startsWith("ln -s ")) ?? "";
    const [, , target = "", at = ""] = link.split(" ");
    mkdirSync(dirname(join(image, at)), { recursive: true });
    symlinkSync(join(image, target), join(image, at));
    const env = { PATH: `${dirname(join(image, at))}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: folder };
    const run = (...args: string[]) =>
      spawnSync("platectl", args, { cwd: join(ROOT, "examples"), env, encoding: "utf8" });
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(run("--version")).toMatchObject({ status: 0, stdout: `${version}\n` });
    expect(run("validate")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Valid: \d+ cars/) });
  });
});
