import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();

const sources = [...filesIn("src", ".ts"), ...filesIn("test", ".ts")];
const faults = read("docs/dev/faults.md");
const knownFaults = new Set([...faults.matchAll(/^\| ([A-JV][0-9]{1,2}) \|/gm)].map(([, id = ""]) => id));
const knownParts = new Set(
  [...read("docs/dev/interface.md").matchAll(/^(?:## ([0-9]+)\. |\| ([0-9]\.[0-9]{1,2}) \|)/gm)].map(
    ([, part, call]) => part ?? call ?? "",
  ),
);

/** Faults that no test can show: nothing is kept (C10), and what a CI system cancels (I4). */
const WITHOUT_TEST = ["C10", "I4"];

it("source and tests name parts of the interface that docs/dev/interface.md has", () => {
  expect(knownParts.size).toBe(9 + 12);
  const unknown = sources.flatMap((path) =>
    [...read(path).matchAll(/\binterface ([1-9](?:\.[0-9]{1,2})?)\b/gi)]
      .filter(([, part = ""]) => !knownParts.has(part))
      .map(([cited]) => `${path}: ${cited}`),
  );
  expect(unknown).toEqual([]);
});

it("source and tests name faults that docs/dev/faults.md has", () => {
  expect(knownFaults.size).toBe(104 + 21);
  const unknown = sources.flatMap((path) =>
    [...read(path).matchAll(/\breliability ([A-JSV][0-9]{1,2}|[0-9.]+)\b/g)]
      .filter(([, id = ""]) => !knownFaults.has(id) && !/^S(?:[1-9]|[12][0-9]|3[0-4])$/.test(id))
      .map(([cited]) => `${path}: ${cited}`),
  );
  expect(unknown).toEqual([]);
});

it("source and tests name no document that is not in the repository", () => {
  const strange = [...sources, ...filesIn("docs", ".md")].flatMap((path) =>
    [...read(path).matchAll(/\b(?:REL|SEC|PERF)-[0-9]+|\(gaps\b[^)]*\)/g)].map(([cited]) => `${path}: ${cited}`),
  );
  expect(strange.filter((one) => !one.startsWith("test/documents.test.ts"))).toEqual([]);
  const missing = sources.flatMap((path) =>
    [...read(path).matchAll(/\bdocs\/(?:dev\/)?[a-z-]+\.md/g)].map(([document]) => document),
  );
  expect([...new Set(missing)].filter((document) => !existsSync(join(root, document)))).toEqual([]);
});

it("docs/dev/faults.md names for every fault tests that name it", () => {
  const wrong = [...faults.matchAll(/^\| ([A-J][0-9]{1,2}) \|.*\| ([^|]*) \|$/gm)].flatMap(
    ([, id = "", tests = ""]) => {
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => join("test", file));
      if (files.length === 0) return WITHOUT_TEST.includes(id) ? [] : [`${id}: no test`];
      return files
        .filter((file) => !existsSync(join(root, file)) || !new RegExp(`\\b${id}\\b`).test(read(file)))
        .map((file) => `${id}: ${file}`);
    },
  );
  expect(wrong).toEqual([]);
});

const page = read("ARCHITECTURE.md");

it("ARCHITECTURE.md names every room of src", () => {
  const rooms = readdirSync(join(root, "src")).map((name) => name.replace(/\.ts$/, ""));
  expect(rooms.filter((room) => !page.includes(`\`${room}`) && !page.includes(`src/${room}`))).toEqual([]);
});

it("ARCHITECTURE.md explains at most 20 words", () => {
  const table = page.slice(page.indexOf("| word |"), page.indexOf("## To add"));
  const words = table
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  expect(words.length).toBeGreaterThan(0);
  expect(words.length).toBeLessThanOrEqual(20);
});

it("ARCHITECTURE.md names files of src that exist", () => {
  const named = [...page.matchAll(/`([a-z-]+(?:\/[a-z-]+)*(?:\.ts)?)`/g)].map(([, path = ""]) => path);
  const paths = named
    .filter((path) => path.includes("/") && !path.startsWith("test/"))
    .map((path) => path.replace(/^src\//, ""));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(root, "src", path)))).toEqual([]);
});

/** Words that readers whose first language is another stumble over, with what to write instead. */
const BANNED: readonly { readonly word: RegExp; readonly instead: string }[] = [
  { word: /\bmend(?:s|ed|ing)?\b/i, instead: "fix, correct" },
  { word: /\banew\b/i, instead: "again" },
  { word: /\btell(?:s|ing)? of\b/i, instead: "report, log, say" },
  { word: /\bwithout a word\b/i, instead: "silently, without a warning" },
  { word: /\blet(?:s|ting)? go of\b/i, instead: "release, drop" },
  { word: /\bbystanders?\b|\bstrangers?\b/i, instead: "unplanned cars, cars of others" },
  { word: /\b(?:its|their|the server's) word\b/i, instead: "answer" },
  { word: /\bin earnest\b/i, instead: "in production, outside of tests" },
  { word: /\bc(?:omes?|ame) of\b/i, instead: "result, outcome" },
  { word: /\bcarr(?:y|ies|ied|ying)\b(?: [a-z]+){0,3} out\b/i, instead: "apply, do" },
  { word: /\b(?:is|are) due\b/i, instead: "expected" },
  { word: /\bgrave(?:r|st)?\b/i, instead: "severe" },
  { word: /\bunasked\b|\bunforeseen\b|\bnought\b/i, instead: "a plain word" },
  { word: /(?<!(?:\bthere|\bThere) )\bis no (?!longer|more|rule)\w+/, instead: "is not a …" },
  { word: /\bsettle(?:s|d)?\b(?! time)/i, instead: "resolve, decide, finish" },
];

const unreleased = (text: string) => text.slice(0, text.indexOf("\n## ", text.indexOf("## Unreleased") + 1) >>> 0);
const pages = ["README.md", "SECURITY.md", "ARCHITECTURE.md", "CHANGELOG.md", "action.yml", ...filesIn("docs", ".md")];
const texts = [...pages, ...filesIn("src", ".ts")].map((path) => ({
  path,
  text: path === "CHANGELOG.md" ? unreleased(read(path)) : read(path),
}));

it.each(BANNED)("$word does not stand in source, messages and pages; write: $instead", ({ word }) => {
  const found = texts.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at) =>
        word.test(line.replace(/settle[-_]time/gi, "")) ? [`${path}:${at + 1} ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
