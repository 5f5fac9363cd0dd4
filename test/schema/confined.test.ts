import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { loadFleet } from "../../src/schema/index.ts";
import { diagnosticsOf, findingsOf, folderWith, GLOBAL, platesOf } from "./fleet-text.ts";

const CARS = `${GLOBAL}cars: [AA1]\n`;
const SECRET = 'extraheader = "AUTHORIZATION: basic c2VjcmV0"';
const CONFIG = `[http]\n\t${SECRET}\n`;

/** A repository in `repo`, beside files that it must not reach. */
function repository(files: Record<string, string>, links: Record<string, string> = {}): string {
  const folder = folderWith({
    "repo/.git/config": CONFIG,
    "outside/secret.yaml": CONFIG,
    "outside/secret.txt": CONFIG,
    "other/.git/HEAD": "ref: refs/heads/main\n",
    "other/fleet.yaml": CARS,
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`repo/${name}`, text])),
  });
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, "repo", name)), { recursive: true });
    symlinkSync(target, join(folder, "repo", name));
  }
  return join(folder, "repo");
}

it.each([
  ["a link into .git", { "fleet.yaml": ".git/config" }, "fleet.yaml", "git-folder"],
  ["a link into .git by other letters", { ".GIT/x.yaml": "../fleets/a.yaml" }, ".GIT/x.yaml", "git-folder"],
  ["a path into .git", {}, ".git/config", "git-folder"],
  ["the folder .git", {}, ".git", "git-folder"],
  ["a pattern into .git", {}, ".git/con*", "git-folder"],
  ["a link out of the repository", { "fleet.yaml": "../outside/secret.yaml" }, "fleet.yaml", "file-outside"],
  ["a link to another repository", { "fleet.yaml": "../other/fleet.yaml" }, "fleet.yaml", "file-outside"],
  ["a device", { "fleet.yaml": "/dev/zero" }, "fleet.yaml", "file-outside"],
  ["a folder that leads out", { linked: "../outside" }, "linked", "file-outside"],
  ["a file in a folder that leads out", { linked: "../outside" }, "linked/secret.yaml", "file-outside"],
  ["a file in a folder that leads to another repository", { x: "../other" }, "x/fleet.yaml", "file-outside"],
  ["a pattern over a folder that leads out", { linked: "../outside" }, "*/secret.yaml", "file-outside"],
  ["a pattern below a folder that leads out", { linked: "../outside" }, "linked/*.yaml", "file-outside"],
  ["a pattern of folders", { "deep/linked": "../../outside" }, "**/secret.yaml", "file-outside"],
  ["a link that leads nowhere", { "fleet.yaml": "nowhere" }, "fleet.yaml", "no-such-file"],
])("a fleet file outside the repository is not read: %s", async (_, links, named, code) => {
  const cwd = repository({ "fleets/a.yaml": CARS }, links);
  const reading = await loadFleet([named], { cwd });
  expect(findingsOf(reading)).toEqual([code]);
  expect(reading.kind).toBe("invalid");
  const words = JSON.stringify(diagnosticsOf(reading));
  expect(words).not.toMatch(/AUTHORIZATION|c2VjcmV0|outside\/|other\//);
  if (!named.includes("*")) expect(words).toContain(named);
});

it("links inside the repository are followed, from any folder of it", async () => {
  const cwd = repository(
    { "shared/fleet.yaml": CARS },
    { "prod/fleet.yaml": "../shared/fleet.yaml", linked: "shared" },
  );
  for (const [path, folder] of [
    ["prod/fleet.yaml", "."],
    ["fleet.yaml", "prod"],
    ["linked", "."],
    ["linke?/*.yaml", "."],
    ["**/fleet.yaml", "."],
    ["../prod", "shared"],
  ] as const) {
    expect(platesOf(await loadFleet([path], { cwd: join(cwd, folder) }))).toEqual(["AA1"]);
  }
});

it("without a repository, links stay below the folder of the file", async () => {
  const folder = folderWith({ "config/..data/fleet.yaml": CARS, "elsewhere.yaml": CARS });
  symlinkSync("..data/fleet.yaml", join(folder, "config/fleet.yaml"));
  symlinkSync("../elsewhere.yaml", join(folder, "config/other.yaml"));
  expect(platesOf(await loadFleet(["config/fleet.yaml"], { cwd: folder }))).toEqual(["AA1"]);
  expect(findingsOf(await loadFleet(["config/other.yaml"], { cwd: folder }))).toEqual(["file-outside"]);
});

it("links in a circle end, and each file counts once", async () => {
  const cwd = repository({ "a/b/fleet.yaml": CARS }, { "a/b/up": "..", "a/again": "b", "a/self": "." });
  expect(platesOf(await loadFleet(["**/*.yaml"], { cwd }))).toEqual(["AA1"]);
});

it.each([
  ["a link into .git", "cars/list.txt", { "cars/list.txt": "../.git/config" }, "git-folder 3:20"],
  ["a path into .git", ".git/config", {}, "git-folder 3:20"],
  ["a path into .Git", ".Git/list.txt", { ".Git/list.txt": "../cars/a.txt" }, "git-folder 3:20"],
  ["a pattern into .git", ".git/*", {}, "git-folder 3:20"],
  ["a folder that links to .git", "x/config", { x: ".git" }, "git-folder 3:20"],
  ["a pattern over a folder that leads out", "*/secret.txt", { x: "../outside" }, "list-outside 3:20"],
  ["a link out of the folder", "link.txt", { "link.txt": "../outside/secret.txt" }, "list-outside 3:20"],
  ["a device", "zero.txt", { "zero.txt": "/dev/zero" }, "list-outside 3:20"],
  ["a circle of links", "loop.txt", { "loop.txt": "loop.txt" }, "no-such-file 3:20"],
])("S24, A11: a list outside the folder of the fleet file is not read: %s", async (_, file, links, finding) => {
  const cwd = repository({ "fleet.yaml": `${GLOBAL}carsFrom: [{ file: "${file}" }]\n`, "cars/a.txt": "AA1\n" }, links);
  const reading = await loadFleet(["fleet.yaml"], { cwd });
  expect(findingsOf(reading)).toEqual([finding]);
  expect(reading.kind).toBe("invalid");
  expect(JSON.stringify(diagnosticsOf(reading))).not.toMatch(/AUTHORIZATION|extraheader|outside\//);
});

const files = {
  "pool-1.txt": "A1\n",
  "pool-2.txt": "A2\n",
  "pool-[x].txt": "A3\n",
  ".hidden.txt": "A4\n",
  "deep/er/pool-5.txt": "A5\n",
  "deep/.er/pool-6.txt": "A6\n",
  "deep/pool-7.csv": "p\nA7\n",
  "[a]/pool-8.txt": "A8\n",
};
const listed = (file: string) =>
  loadFleet(["fleet.yaml"], {
    cwd: folderWith({ ...files, "fleet.yaml": `${GLOBAL}carsFrom: [{ file: '${file}' }]\n` }),
  });

it.each([
  ["pool-*.txt", ["A1", "A2", "A3"]],
  ["pool-?.txt", ["A1", "A2"]],
  ["*.txt", ["A1", "A2", "A3"]],
  [".*.txt", ["A4"]],
  ["**/*.txt", ["A8", "A5", "A1", "A2", "A3"]],
  ["deep/**/pool-*.txt", ["A5"]],
  ["deep/**/**/*.txt", ["A5"]],
  ["**/er/**/*.txt", ["A5"]],
  ["pool-[x].txt", ["A3"]],
  ["pool-[*].txt", ["A3"]],
  ["[a]/*.txt", ["A8"]],
  ["./pool-*", ["A1", "A2", "A3"]],
])("a pattern finds files: %s", async (file, plates) => {
  expect(platesOf(await listed(file))).toEqual(plates);
});

it.each(["pool-[0-9].txt", "pool-[0-9]*.txt", "pool-{1,2}.txt", "!(pool)*.txt", "@(pool-1|b).txt"])(
  "the pattern %s finds nothing, and the message says what is supported",
  async (file) => {
    const [finding, ...others] = diagnosticsOf(await listed(file));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: "nothing-found", fix: expect.stringContaining("Only `*`, `**` and `?`") });
    const [named] = diagnosticsOf(await loadFleet([file], { cwd: folderWith(files) }));
    expect(named?.fix).toContain("Only `*`, `**` and `?`");
  },
);

it("A10: a list that many accounts name is counted for each of them", async () => {
  const accounts = Array.from({ length: 65 }, (_, at) => `  - { baId: ${at + 1}, carsFrom: [{ file: a.txt }] }\n`);
  const cwd = folderWith({
    "fleet.yaml": `version: 1\nmode: billing-account\naccounts:\n${accounts.join("")}`,
    "a.txt": `# ${"x".repeat(8 * 1024 * 1024)}\nAB1\n`,
  });
  expect(findingsOf(await loadFleet(["fleet.yaml"], { cwd }))).toEqual(["files-too-large"]);
});

it("S25: a pattern that is made to be slow is fast", async () => {
  const name = "a".repeat(60);
  for (const pattern of [`${"*a".repeat(30)}b.txt`, `${"[a-z]*".repeat(40)}Q.txt`, `${"+(a|".repeat(20)}*`]) {
    const cwd = folderWith({
      [`${name}.txt`]: "A1\n",
      "fleet.yaml": `${GLOBAL}carsFrom: [{ file: '${pattern}' }]\n`,
    });
    expect(findingsOf(await loadFleet(["fleet.yaml"], { cwd }))).toEqual(["nothing-found 3:20"]);
  }
  const folders = "x/".repeat(30);
  const cwd = folderWith({ [`${folders}a.yaml`]: "A1\n" });
  expect(findingsOf(await loadFleet([`${"**/x/".repeat(20)}**/b.yaml`], { cwd }))).toEqual(["nothing-found"]);
});
