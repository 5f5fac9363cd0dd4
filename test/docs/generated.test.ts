import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ALARM_CODES } from "../../src/allowlist/index.ts";
import { AUDIT_RULES } from "../../src/usecases/audit/index.ts";
import { commandSections, commonOptions, documents, exitCodes, sharedOptions } from "./command-reference.ts";
import { allCodes, CODES, codesWithSection, ERRORS_PAGE } from "./errors-page.ts";
import { exampleOf, hasExample } from "./example-output.ts";
import { limits } from "./limits.ts";
import { PAGES, ROOT, readPage } from "./pages.ts";

/** A row for each rule of `audit`, in the order of the findings, with an anchor of its name. What to do stands with each finding. */
function auditRules(): string {
  const rows = AUDIT_RULES.map(
    ({ id, severity, explanation }) => `| <a id="${id}"></a>\`${id}\` | ${severity} | ${explanation} |`,
  );
  return ["| rule | severity | found when |", "| --- | --- | --- |", ...rows].join("\n");
}

/** What is made from the program, by its name in the pages. */
const PARTS: Readonly<Record<string, () => string>> = {
  "options of every command": commonOptions,
  "options of several commands": sharedOptions,
  commands: commandSections,
  codes: allCodes,
  "exit codes": exitCodes,
  documents,
  limits,
  "audit rules": auditRules,
};

const MADE = /(<!-- made by npm run docs: ([a-z -]+) -->\n)([\s\S]*?)(<!-- end -->)/g;

/** The page with every part made once more. */
function remade(page: string): string {
  return page.replace(MADE, (_, start: string, name: string, __, end: string) => {
    const make = PARTS[name];
    if (!make) throw new Error(`There is no part that is called ${JSON.stringify(name)}.`);
    return `${start}\n${make().trim()}\n\n${end}`;
  });
}

it.each(PAGES)("the made parts of %s are what npm run docs writes", (path) => {
  const page = readPage(path);
  const wanted = remade(page);
  if (process.env["WRITE_DOCS"] === "1") writeFileSync(join(ROOT, path), wanted);
  else if (page !== wanted) {
    // A difference of whole pages says less than what to do about it.
    const lines = wanted.split("\n").filter((line) => !page.split("\n").includes(line));
    expect.fail(`${path} differs from the program. Run \`npm run docs\` and commit the result. First: ${lines[0]}`);
  }
});

it("docs/errors.md has sections for codes of the program only, each once", () => {
  const sections = codesWithSection();
  expect(sections.filter((code) => !CODES.includes(code))).toEqual([]);
  expect(new Set(sections).size).toBe(sections.length);
});

it.each(CODES.filter(hasExample))(
  "what the program says with %s names the code, and for an error what to do",
  async (code) => {
    const said = await exampleOf(code);
    expect(said).toMatch(code === "input" ? /^error: / : new RegExp(`\\(${code.replace(".", "\\.")}\\)`));
    if (/^\S+: error: |^error: .*\(/.test(said) && code !== "undelivered") expect(said).toContain("\n  fix: ");
  },
);

it("a code without a section in docs/errors.md has an example in which the program explains it", () => {
  const explained = codesWithSection();
  expect(CODES.filter((code) => !explained.includes(code) && !hasExample(code))).toEqual([]);
});

it("the table of alarms in docs/errors.md names every code of an alarm, and no other", () => {
  const [, table = ""] = readPage(ERRORS_PAGE).split("\n## Alarms\n");
  const rows = (table.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, code]) => code));
  expect(named.sort()).toEqual([...ALARM_CODES].sort());
});
