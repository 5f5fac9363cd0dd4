import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, readPage } from "./docs/pages.ts";

const filesIn = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();

/** Faults that no test can show: nothing is kept (C10), and what a CI system cancels (I4). */
const WITHOUT_TEST = ["C10", "I4"];
/** An id where a title, or a row of a table, begins or ends with ids; not a plate or a cell of a workbook. */
const nameOf = (id: string) =>
  new RegExp(
    `(?:["'\`(]|\\b(?:title|what|when): ["']?|^ *)(?:[A-Z]\\d+,? )*${id}(?::|\\)|",$|,? [A-Z]\\d|\\/| (?=[a-z\`$0-9]))`,
    "m",
  );

it("every fault and every law of docs/dev/reliability.md has a test that names it", () => {
  const tests = [".ts", ".yaml"]
    .flatMap((ending) => filesIn("test", ending))
    .filter((path) => path !== "test/documents.test.ts")
    .map(readPage);
  const text = readPage("docs/dev/reliability.md");
  const ids = [...text.matchAll(/\b[A-JV]\d{1,2}\b(?![a-z])/g)].map(([id]) => id);
  expect(new Set(ids).size).toBeGreaterThan(120);
  const untested = [...new Set(ids)].filter((id) => !tests.some((test) => nameOf(id).test(test)));
  expect(untested.sort()).toEqual(WITHOUT_TEST);
});

const page = readPage("ARCHITECTURE.md");

it("ARCHITECTURE.md names files of src that exist", () => {
  const named = [...page.matchAll(/`([a-z-]+(?:\/[a-z-]+)*(?:\.ts)?)`/g)].map(([, path = ""]) => path);
  const paths = named
    .filter((path) => path.includes("/") && !path.startsWith("test/"))
    .map((path) => path.replace(/^src\//, ""));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(ROOT, "src", path)))).toEqual([]);
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
const pages = [
  "README.md",
  "SECURITY.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "action.yml",
  ...filesIn("docs", ".md"),
  ...filesIn("changes", ".md"),
];
const texts = [...pages, ...filesIn("src", ".ts")].map((path) => ({
  path,
  text: path === "CHANGELOG.md" ? unreleased(readPage(path)) : readPage(path),
}));

/** The same of comments alone: messages speak to people, who say some of them. */
const BANNED_IN_COMMENTS = /\bso many\b|\bstands?\b|\bnobody\b|\bwhoever\b/i;

it("comments do not say so many, stands, nobody or whoever", () => {
  const comments = filesIn("src", ".ts").flatMap((path) =>
    readPage(path)
      .split("\n")
      .flatMap((line, at) =>
        /^\s*(?:\/\*\*|\*|\/\/) /.test(line) ? [`${path}:${at + 1} ${line.replace(/`[^`]*`|"[^"]*"/g, "")}`] : [],
      ),
  );
  expect(comments.length).toBeGreaterThan(1000);
  expect(comments.filter((line) => BANNED_IN_COMMENTS.test(line))).toEqual([]);
});

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
