import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../state/world.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/changelog.mjs");

/** A repository that is about to become version 1.1.0. */
function repository(changelog: string, changes: Readonly<Record<string, string>>, ...subjects: readonly string[]) {
  const folder = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Anna Berg", "-c", "user.email=anna@example.com", ...args], { cwd: folder });
  writeFileSync(join(folder, "package.json"), '{ "version": "1.1.0" }\n');
  writeFileSync(join(folder, "CHANGELOG.md"), changelog);
  mkdirSync(join(folder, "changes"));
  for (const [name, text] of Object.entries(changes)) writeFileSync(join(folder, "changes", name), text);
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "feat: the first version");
  git("tag", "v1.0.0");
  for (const subject of subjects) git("commit", "--quiet", "--allow-empty", "--message", subject);
  const run = (task: string) => spawnSync(process.execPath, [SCRIPT, task], { cwd: folder, encoding: "utf8" });
  const files = () => readdirSync(join(folder, "changes"));
  return { run, git, files, text: () => readFileSync(join(folder, "CHANGELOG.md"), "utf8") };
}

it("what was written for users becomes the section of the version, word for word, and is what the release says", () => {
  const { run, text } = repository(
    "# Changes\n\n## Unreleased\n\n- Cars can $& fly.\n- More.\n\n## 1.0.0\n\n- All.\n",
    {},
    "feat: wings",
    "1.0.1",
  );
  expect(run("version")).toMatchObject({ status: 0, stderr: "" });
  const today = new Date().toISOString().slice(0, 10);
  const section = `## 1.1.0 – ${today}\n\n- Cars can $& fly.\n- More.\n`;
  expect(text()).toBe(`# Changes\n\n## Unreleased\n\n${section}\n## 1.0.0\n\n- All.\n`);
  expect(run("notes").stdout).toBe("- Cars can $& fly.\n- More.\n\n## Commits\n\n- feat: wings\n");
});

it("the files of changes become lines of the section, in the order of their names, and go with the release", () => {
  const changes = { "README.md": "How to.\n", "b.md": "- Second,\n  in two lines.\n", "a.md": "- First.\n" };
  const { run, text, git, files } = repository("# Changes\n\n## Unreleased\n\n## 1.0.0\n\n- All.\n", changes);
  expect(run("version")).toMatchObject({ status: 0, stderr: "" });
  const today = new Date().toISOString().slice(0, 10);
  const section = `## 1.1.0 – ${today}\n\n- First.\n- Second,\n  in two lines.\n`;
  expect(text()).toBe(`# Changes\n\n## Unreleased\n\n${section}\n## 1.0.0\n\n- All.\n`);
  expect(files()).toEqual(["README.md"]);
  expect(String(git("status", "--porcelain"))).toBe("M  CHANGELOG.md\nD  changes/a.md\nD  changes/b.md\n");
});
