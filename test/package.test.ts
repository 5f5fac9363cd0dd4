import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { homedir, tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "..");
/** All that the package may hold; what `dist/index.js` needs comes from npm, the programs bring their own along. */
const MAY_HOLD = [
  /^(?:package\.json|(?:README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY)\.md|\.pre-commit-hooks\.yaml|LICENSE|docs\/(?:dev\/)?[\w-]+\.md|dist\/THIRD-PARTY-LICENSES\.txt)$/,
  /^dist\/(?:[\w-]+\/)*[\w-]+(?:\.d\.ts|\.js)$/,
  /^examples\/(?:[\w-]+\/)*[\w-]+(?:\.schema)?\.(?:yaml|yml|json|mjs|csv|txt|sh|jq)$/,
  /^examples\/ci\/(?:Jenkinsfile|crontab)$/,
];
const SECRETS = /-----BEGIN [A-Z ]*PRIVATE KEY|_authToken|\bgh[pousr]_\w{20}|\bAKIA[0-9A-Z]{16}\b/;
const MANIFEST = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});
const ENTRIES = z.object({
  bin: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
});

const folder = mkdtempSync(join(tmpdir(), "platectl-package-"));
const unpacked = join(folder, "package");
const children: ChildProcess[] = [];
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

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const variables = { PATH: process.env["PATH"], HOME: folder, ...env };
  const child = spawn(process.execPath, [join(unpacked, "dist/cli/main.js"), ...args], {
    cwd: unpacked,
    env: variables,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

function run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended> {
  const child = start(args, env);
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

/** Serves with the package's own sandbox, and resolves to the variables that lead there. */
function serve(...args: readonly string[]): Promise<Record<string, string>> {
  const child = start(["sandbox", ...args]);
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

  it("the packed package holds whatever its manifest names", () => {
    const { bin, exports } = ENTRIES.parse(JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8")));
    const named = [bin, ...Object.values(exports)].flatMap((one) =>
      typeof one === "string" ? one : Object.values(one),
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((path) => !existsSync(join(unpacked, path)))).toEqual([]);
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

  it("the packed package holds compiled files that an entry reaches, and no others", () => {
    const reached = new Set(["dist/cli/main.js", "dist/github-action/main.js", "dist/index.js", "dist/index.d.ts"]);
    for (const file of reached) {
      const imports = readFileSync(join(unpacked, file), "utf8").matchAll(
        /(?:from|import)\s*\(?\s*"(\.[^"]+)\.[jt]s"/g,
      );
      for (const [, path = ""] of imports) {
        const target = join(dirname(file), `${path}${file.endsWith(".d.ts") ? ".d.ts" : ".js"}`);
        if (existsSync(join(unpacked, target))) reached.add(target.split(sep).join("/"));
      }
    }
    expect(files.filter((file) => /^dist\/.*\.(?:js|d\.ts)$/.test(file) && !reached.has(file))).toEqual([]);
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
    expect(named.sort()).toEqual(packagesBelow(ROOT).sort());
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

/** Name and version of everything that a package depends on, at any depth. */
function packagesBelow(path: string): string[] {
  const { dependencies } = MANIFEST.parse(JSON.parse(readFileSync(join(path, "package.json"), "utf8")));
  const below = Object.keys(dependencies).flatMap((name) => {
    const at = join(ROOT, "node_modules", name);
    const { version } = MANIFEST.parse(JSON.parse(readFileSync(join(at, "package.json"), "utf8")));
    return [`${name} ${version}`, ...packagesBelow(at)];
  });
  return [...new Set(below)];
}

it("the packed program is placed where Node finds no packages", () => {
  for (let at = unpacked; at !== dirname(at); at = dirname(at))
    expect(existsSync(join(at, "node_modules"))).toBe(false);
});

it("the packed program says its version", async () => {
  const { version } = MANIFEST.parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
  expect(await run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

it.each(["fleet", "accounts"])("the packed program finds nothing wrong with its own examples/%s.yaml", async (name) => {
  const { code, stdout } = await run(["validate", "--file", `examples/${name}.yaml`]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Valid: \d+ cars/) });
});

it("the packed program ends with 3 for a file that is not there", async () => {
  expect(await run(["validate", "--file", "none.yaml"])).toMatchObject({
    code: 3,
    stdout: "",
    stderr: expect.stringContaining("none.yaml"),
  });
});

it("the packed program plans (2) and applies (0) its example to its own sandbox, and finds nothing left (0)", async () => {
  const env = await serve("--data", "examples/sandbox.json");
  const on = (...args: readonly string[]) => run([...args, "--file", "examples/fleet.yaml"], env);
  expect(await on("plan", "--exit-code")).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/^Plan: \d+ to add/m),
  });
  expect(await on("apply", "--auto-approve")).toMatchObject({ code: 0 });
  expect(await on("plan", "--exit-code")).toMatchObject({ code: 0 });
});
