import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf, readPage } from "../docs/pages.ts";
import { portOf } from "../processes.ts";
import { copySource, manifestOf } from "./source-copy.ts";

const ROOT = join(import.meta.dirname, "../..");
const { version } = manifestOf(ROOT);
const PACKAGE = `platectl-${version}.tgz`;
const RELEASES = "https://github.com/your-org/platectl/releases/download";

/** The lines of the pages with which a reader calls npm, without comments. */
const lines = ["README.md", "docs/install.md"].flatMap((page) =>
  blocksOf(readPage(page))
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.split("\n").map((line) => line.replace(/ +#.*$/, "").trim()))
    .filter((line) => /\b(?:npm (?:ci|i|install|pack|exec)|npx)\b/.test(line)),
);
const elsewhere = ["npm ci && npm run demo", "npm ci && npm test"];
const inClone = unique(lines.filter((line) => line.includes("npm pack")));
const forComputer = unique(lines.filter((line) => line.startsWith("npm install --global ")));
const forFolder = unique(lines.filter((line) => line.startsWith("npm install --save-dev ")));
const called = unique(lines.filter((line) => line.startsWith("npx ")));
const examples = readdirSync(join(ROOT, "examples/ci")).map((name) =>
  readFileSync(join(ROOT, "examples/ci", name), "utf8"),
);
const inPipeline = found(/\bnpm (?:ci|i|install)\b[^'\n]*/g);
const calledInPipeline = found(/(?:npx [-\w ]*|node_modules\/\.bin\/)platectl\b/g).map((call) => `${call} --version`);

function found(pattern: RegExp): readonly string[] {
  return unique(examples.flatMap((text) => [...text.matchAll(pattern)].map(([one]) => one)));
}

function unique(all: readonly string[]): readonly string[] {
  return [...new Set(all)];
}

const folder = mkdtempSync(join(tmpdir(), "platectl-install-"));
const [origin, clone] = [join(folder, "origin"), join(folder, "clone")];
// What GitHub serves for a release whose page has the packed file.
let packed: Buffer;
let port = 0;
const server = createServer((request, response) => {
  if (request.url === `/v${version}/${PACKAGE}`) response.end(packed);
  else response.writeHead(404).end();
});

beforeAll(async () => {
  copySource(origin);
  await run("git add --all && git commit --quiet --message source", origin);
  await run(`git clone --quiet "file://${origin}" "${clone}"`, folder);
  for (const line of inClone) await run(line, clone);
  packed = readFileSync(join(clone, PACKAGE));
  port = await portOf(server);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it("every line of the pages that calls npm is tried here, or by the tests themselves", () => {
  const tried = [...inClone, ...forComputer, ...forFolder, ...called, ...elsewhere];
  expect(unique(lines).filter((line) => !tried.includes(line))).toEqual([]);
  const counts = [inClone, forComputer, forFolder, called, inPipeline, calledInPipeline].map(({ length }) => length);
  expect(counts).toEqual([1, 2, 2, 1, 1, 2]);
});

// The second is the npm of people who let no package run scripts.
describe.each([
  { npm: "npm@10", settings: {}, global: forComputer, local: forFolder },
  {
    npm: "npm@11",
    settings: { npm_config_ignore_scripts: "true" },
    global: forComputer.slice(0, 1),
    local: forFolder.slice(1),
  },
])("with $npm", ({ npm, settings, global, local }) => {
  const home = join(folder, npm);
  const env = { PATH: `${join(home, "npm/node_modules/.bin")}${delimiter}${process.env["PATH"]}`, ...settings };

  beforeAll(async () => {
    mkdirSync(join(home, "npm"), { recursive: true });
    await run(`npm install --prefix . ${npm}`, join(home, "npm"));
    expect(`npm@${await run("npm --version", home, env)}`.startsWith(`${npm}.`)).toBe(true);
  });

  it.each(global)(`${npm} installs the command for the whole computer: %s`, async (line) => {
    const prefix = mkdtempSync(join(home, "prefix-"));
    await run(served(line), clone, { ...env, npm_config_prefix: prefix });
    const installed = { PATH: `${prefix}/bin${delimiter}${process.env["PATH"]}` };
    expect(await run("platectl --version", home, installed)).toBe(version);
    expect(await run("platectl demo", home, installed)).toContain("No changes. The live lists match the fleet file.");
  });

  it.each(local)(`${npm} installs the command for a folder, and for the pipelines of its clones: %s`, async (line) => {
    const [own, pipeline] = [mkdtempSync(join(home, "own-")), join(mkdtempSync(join(home, "pipeline-")), "clone")];
    await run(`git init --quiet && cp "${join(clone, PACKAGE)}" .`, own);
    await run(served(line), own, env);
    for (const call of called) expect(await run(call, own, env)).toBe(version);
    await run("git add package.json package-lock.json *.tgz && git commit --quiet --message install", own);
    await run(`git clone --quiet "file://${own}" "${pipeline}"`, home);
    for (const install of inPipeline) {
      await run(install, pipeline, env);
      for (const call of calledInPipeline) expect(await run(call, pipeline, env)).toBe(version);
    }
  });
});

/** The line with the releases of the loopback server. */
function served(line: string): string {
  return line.replace(RELEASES, `http://127.0.0.1:${port}`);
}

/** What a script of bash prints; it rejects unless it ends with 0. */
async function run(script: string, cwd: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const git = { GIT_AUTHOR_NAME: "Anna", GIT_COMMITTER_NAME: "Anna", EMAIL: "anna@example.com" };
  const quick = { npm_config_prefer_offline: "true", npm_config_audit: "false", npm_config_update_notifier: "false" };
  const env = { ...process.env, ...git, ...quick, ...more };
  const { stdout } = await promisify(execFile)("bash", ["-euc", script], { cwd, env });
  return stdout.trim();
}
