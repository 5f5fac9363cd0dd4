import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const TESTS = fileURLToPath(new URL(".", import.meta.url));
const page = readFileSync(new URL("../SECURITY.md", import.meta.url), "utf8");
const IDS = Array.from({ length: 37 }, (_, at) => `S${at + 1}`);

/** The ids in string literals of test files (titles, and rows of tables that titles are made of) and in titles of data files. */
function idsInTitles(): Set<string> {
  const names = readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.test\.(?:ts|yaml)$/.test(name),
  );
  const lines = names
    .filter((name) => name !== "security-table.test.ts")
    .flatMap((name) => readFileSync(join(TESTS, name), "utf8").split("\n"));
  const titles = lines.flatMap(
    (line) => line.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|(?<=(?:title|what): ).*/g) ?? [],
  );
  return new Set(titles.flatMap((title) => title.match(/\bS\d+\b/g) ?? []));
}

const rows = [...page.matchAll(/^\| (S\d+) \|(.*)\|$/gm)].map(([, id = "", cells = ""]) => ({
  id,
  cells: cells.split("|"),
}));

it("the table of SECURITY.md has each of S1 to S37 once and in order, with a threat, a promise, and what is not promised", () => {
  expect(rows.map(({ id }) => id)).toEqual(IDS);
  for (const { id, cells } of rows) {
    expect({ id, cells: cells.map((cell) => cell.trim() !== "") }).toEqual({ id, cells: [true, true, true] });
  }
});

it("every row of the table of SECURITY.md has a test", () => {
  const tested = idsInTitles();
  expect(IDS.filter((id) => !tested.has(id))).toEqual([]);
});
