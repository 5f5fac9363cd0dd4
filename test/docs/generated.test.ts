import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ALARM_CODES } from "../../src/allowlist/index.ts";
import { AUDIT_RULES } from "../../src/usecases/audit/index.ts";
import { commandSections, commonOptions, documents, exitCodes, sharedOptions } from "./command-reference.ts";
import { CODES, ERRORS_PAGE, sectionsOf, withExamples } from "./errors-page.ts";
import { limits } from "./limits.ts";
import { PAGES, ROOT, readPage } from "./pages.ts";

/** A section for each rule of `audit`, in the order of the findings. */
function auditRules(): string {
  return AUDIT_RULES.map(({ id, severity, explanation, fix }) => {
    const usual = severity === "off" ? "Off unless it is given a severity." : `Severity: ${severity}.`;
    return `### ${id}\n\n${explanation} ${fix} ${usual}\n`;
  }).join("\n");
}

/** What is made from the program, by its name in the pages. */
const PARTS: Readonly<Record<string, () => string>> = {
  "options of every command": commonOptions,
  "options of several commands": sharedOptions,
  commands: commandSections,
  "exit codes": exitCodes,
  documents,
  limits,
  "audit rules": auditRules,
};

const MADE = /(<!-- made by npm run docs: ([a-z -]+) -->\n)([\s\S]*?)(<!-- end -->)/g;

/** The page with every part made once more. */
async function remade(path: string, page: string): Promise<string> {
  const made = page.replace(MADE, (_, start: string, name: string, __, end: string) => {
    const make = PARTS[name];
    if (!make) throw new Error(`There is no part that is called ${JSON.stringify(name)}.`);
    return `${start}\n${make().trim()}\n\n${end}`;
  });
  return path === ERRORS_PAGE ? withExamples(made) : made;
}

it.each(PAGES)("the made parts of %s are what npm run docs writes", async (path) => {
  const page = readPage(path);
  const wanted = await remade(path, page);
  if (process.env["WRITE_DOCS"] === "1") writeFileSync(join(ROOT, path), wanted);
  else if (page !== wanted) {
    // A difference of whole pages says less than what to do about it.
    const lines = wanted.split("\n").filter((line) => !page.split("\n").includes(line));
    expect.fail(`${path} differs from the program. Run \`npm run docs\` and commit the result. First: ${lines[0]}`);
  }
});

it("docs/errors.md has one section for each code of the program, and no other", () => {
  const codes = sectionsOf(readPage(ERRORS_PAGE)).map(({ code }) => code);
  expect(codes.sort()).toEqual([...CODES].sort());
});

it("the table of alarms in docs/errors.md names every code of an alarm, and no other", () => {
  const [, table = ""] = readPage(ERRORS_PAGE).split("\n## Alarms\n");
  const rows = (table.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, code]) => code));
  expect(named.sort()).toEqual([...ALARM_CODES].sort());
});
