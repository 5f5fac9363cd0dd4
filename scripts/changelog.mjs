// CHANGELOG.md is written by hand, for users, a file of changes/ for each change; commit subjects stand in where there is none.
//   node scripts/changelog.mjs version   what stands in changes/ and under "Unreleased" becomes the section of package.json's version (`npm version` runs it)
//   node scripts/changelog.mjs notes     that section and the commits since the version before, for the page of the release
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const UNRELEASED = "## Unreleased\n";
const KIND = /^[a-z]+(?:\([^)]*\))?!?: /;
const FOR_USERS = /^(?:feat|fix|perf)(?:\([^)]*\))?!?: (.*)$/;

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const changelog = readFileSync("CHANGELOG.md", "utf8");
const task = process.argv[2];
if (task === "version") {
  if (!changelog.includes(UNRELEASED)) throw new Error('CHANGELOG.md has no line "## Unreleased"');
  const files = changeFiles();
  const texts = files.map((path) => readFileSync(path, "utf8"));
  const written = [sectionAt(changelog.indexOf(UNRELEASED) + UNRELEASED.length), ...texts].map((text) => text.trim());
  const lines = written.filter((text) => text !== "").join("\n");
  const day = new Date().toISOString().slice(0, 10);
  const section = `${UNRELEASED}\n## ${version} – ${day}\n`;
  const start = changelog.indexOf(UNRELEASED);
  const end = start + UNRELEASED.length + sectionAt(start + UNRELEASED.length).length;
  const rest = changelog.slice(end);
  writeFileSync("CHANGELOG.md", `${changelog.slice(0, start)}${section}\n${lines || entriesOfCommits()}\n${rest}`);
  git("add", "CHANGELOG.md");
  if (files.length > 0) git("rm", "--quiet", ...files);
} else if (task === "notes") {
  const heading = new RegExp(`^## ${version.replaceAll(".", "\\.")}( .*)?\n`, "m").exec(changelog);
  if (heading === null) throw new Error(`CHANGELOG.md has no section ${version}`);
  console.log(`${sectionAt(heading.index + heading[0].length).trim()}\n\n## Commits\n`);
  for (const subject of subjects()) console.log(`- ${subject}`);
} else {
  console.error("usage: node scripts/changelog.mjs version|notes");
  process.exitCode = 3;
}

/** The files of changes/ in the order of their names, but for the page that explains them. */
function changeFiles() {
  const names = existsSync("changes") ? readdirSync("changes").filter((name) => /^[^.].*\.md$/.test(name)) : [];
  return names
    .filter((name) => name !== "README.md")
    .sort()
    .map((name) => join("changes", name));
}

function sectionAt(start) {
  const end = changelog.indexOf("\n## ", start - 1);
  return changelog.slice(start, end === -1 ? undefined : end);
}

function entriesOfCommits() {
  const entries = subjects().flatMap((subject) => FOR_USERS.exec(subject)?.[1] ?? []);
  const texts = entries.map((text) => `- ${text[0].toUpperCase()}${text.slice(1)}.`);
  return texts.length === 0 ? "- Nothing that a user can notice." : texts.join("\n");
}

/** Subjects since the tag of the version before, oldest first; all where there is none. What a release itself commits has no kind. */
function subjects() {
  const tags = git("tag", "--list", "v*", "--sort=-version:refname").split("\n").filter(Boolean);
  const before = tags.find((tag) => tag !== `v${version}`);
  const lines = git(
    "log",
    "--reverse",
    "--no-merges",
    "--format=%s",
    before === undefined ? "HEAD" : `${before}..HEAD`,
  );
  return lines.split("\n").filter((subject) => KIND.test(subject));
}

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" });
}
