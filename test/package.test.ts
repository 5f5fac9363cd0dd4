import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { homedir, tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Started, startProcess, variablesOf } from "./processes.ts";
import { manifestOf, packagesBelow } from "./release/source-copy.ts";

const ROOT = join(import.meta.dirname, "..");
/** All that the package may hold; what `dist/index.js` needs comes from npm, the programs bring their own along. */
const MAY_HOLD = [
  /^(?:package\.json|(?:README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY)\.md|\.pre-commit-hooks\.yaml|LICENSE|docs\/(?:dev\/)?[\w-]+\.md|dist\/THIRD-PARTY-LICENSES\.txt)$/,
  /^dist\/(?:[\w-]+\/)*[\w-]+(?:\.d\.ts|\.js)$/,
  /^examples\/(?:[\w-]+\/)*[\w-]+(?:\.schema)?\.(?:yaml|yml|json|mjs|csv|txt|sh|jq)$/,
  /^examples\/ci\/(?:Jenkinsfile|crontab)$/,
];
const SECRETS = /-----BEGIN [A-Z ]*PRIVATE KEY|_authToken|\bgh[pousr]_\w{20}|\bAKIA[0-9A-Z]{16}\b/;
const folder = mkdtempSync(join(tmpdir(), "platectl-package-"));
const unpacked = join(folder, "package");
let files: string[] = [];

beforeAll(() => {
  // Without scripts: a build would replace `dist` under the tests that run it.
  const args = ["pack", "--ignore-scripts", "--offline", "--silent", "--pack-destination", folder];
  execFileSync("npm", args, { cwd: ROOT, stdio: "ignore", shell: process.platform === "win32" });
  const [tarball] = readdirSync(folder);
  execFileSync("tar", ["-xzf", tarball ?? "", "-C", folder], { cwd: folder });
  files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(unpacked.length + 1)
        .split(sep)
        .join("/"),
    );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const variables = { PATH: process.env["PATH"], HOME: folder, ...env };
  return startProcess(process.execPath, [join(unpacked, "dist/cli/main.js"), ...args], {
    cwd: unpacked,
    env: variables,
  });
}

const run = (...args: Parameters<typeof start>) => start(...args).ended;

describe("the packed package (S30)", () => {
  it("the packed package holds the program, its examples, its documents and licences, and nothing else", () => {
    expect(files.filter((file) => !MAY_HOLD.some((pattern) => pattern.test(file)))).toEqual([]);
    const papers = ["README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "dist/THIRD-PARTY-LICENSES.txt"];
    const programs = ["dist/cli/main.js", "dist/github-action/main.js", "dist/index.js", "dist/index.d.ts"];
    const examples = ["examples/fleet.yaml", "examples/accounts.yaml", "examples/fleet.schema.json"];
    expect(files).toEqual(expect.arrayContaining([...papers, ...programs, ...examples]));
  });

  // pre-commit takes all that `npm pack` writes for the name of the file to install; npm announces `prepare` and `prepack` there.
  it("the packed package can be installed by pre-commit: packing prints nothing but the file's name", () => {
    const packed = execFileSync("npm", ["pack", "--dry-run"], { cwd: ROOT, encoding: "utf8", stdio: "pipe" });
    expect(packed).toMatch(/^platectl-[\d.]+\.tgz\n$/);
  });

  it("the packed package holds every file that its documents link to; pictures aside, which npm and GitHub show from the repository, and tests beyond the README", () => {
    const documents = files.filter((file) => file.endsWith(".md"));
    const broken = documents.flatMap((file) => {
      const links = readFileSync(join(unpacked, file), "utf8").matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g);
      return [...links]
        .map(([, target = ""]) => target)
        .filter((target) => !/\.(?:png|svg)$/.test(target))
        .filter((target) => file === "README.md" || !/^(?:\.\.\/)?test\//.test(target))
        .filter((target) => !existsSync(join(unpacked, dirname(file), target)))
        .map((target) => `${file} → ${target}`);
    });
    expect(documents.length).toBeGreaterThan(15);
    expect(broken).toEqual([]);
  });

  it("the packed package tells nothing of the machine that it was packed on, and holds no secret", () => {
    const telling = files.filter((file) => {
      const text = readFileSync(join(unpacked, file), "utf8");
      return SECRETS.test(text) || text.includes(ROOT) || text.includes(`${homedir()}/`);
    });
    expect(telling).toEqual([]);
  });

  it("the packed package has the licence texts of all packages that its programs hold, and of theirs", () => {
    const licences = readFileSync(join(unpacked, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
    const named = [...licences.matchAll(/^(\S+ \d+\.\d+\.\d+) \(/gm)].map(([, name = ""]) => name);
    expect(named.sort()).toEqual([...packagesBelow(ROOT)].sort());
  });

  it("the packed programs import nothing but Node's own modules, and when it is asked for the optional driver", () => {
    const programs = files.filter((file) => /^dist\/(?:chunks\/|cli\/(?:main|github-action)\.js$)/.test(file));
    const asked = programs.flatMap((file) => {
      const text = readFileSync(join(unpacked, file), "utf8");
      const names = /^(?:import|export)\b[^;"]*"([^"]+)"|\bimport\("([^"]+)"\)/gm;
      return [...text.matchAll(names)].map(([, stated, called = ""]) => ({
        name: stated ?? called,
        isLate: called !== "",
      }));
    });
    expect(asked.length).toBeGreaterThan(100);
    const foreign = asked.filter(({ name }) => !name.startsWith(".") && !isBuiltin(name));
    expect(foreign).toEqual([{ name: "pg", isLate: true }]);
  });
});

it("the packed package passes publint and attw, and its example compiles with TypeScript 5.4 in nodenext and bundler", () => {
  const script = join(ROOT, "scripts/check-package.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it("the packed program says its version", async () => {
  expect(await run(["--version"])).toEqual({ code: 0, stdout: `${manifestOf(ROOT).version}\n`, stderr: "" });
});

it.each(["fleet", "accounts"])("the packed program finds nothing wrong with its own examples/%s.yaml", async (name) => {
  const { code, stdout } = await run(["validate", "--file", `examples/${name}.yaml`]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Valid: \d+ cars/) });
});

it("the packed program plans (2) and applies (0) its example to its own sandbox, and finds nothing left (0)", async () => {
  const env = await variablesOf(start(["sandbox", "--data", "examples/sandbox.json"]));
  const on = (...args: readonly string[]) => run([...args, "--file", "examples/fleet.yaml"], env);
  expect(await on("plan", "--exit-code")).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/^Plan: \d+ to add/m),
  });
  expect(await on("apply", "--auto-approve")).toMatchObject({ code: 0 });
  expect(await on("plan", "--exit-code")).toMatchObject({ code: 0 });
});
