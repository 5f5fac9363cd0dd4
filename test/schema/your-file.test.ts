import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { previewList } from "../../src/tables/index.ts";
import { workbookWith } from "../tables/spreadsheet/workbook-file.ts";
import { desiredOf, findingsOf, GLOBAL, load } from "./fleet-text.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const sections = readFileSync(join(root, "docs/your-file.md"), "utf8").split(/^## /m);

const blockOf = (section: string, kind: string) =>
  new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? "";

const WINDOWS_1252 = (text: string) => Buffer.from(text, "latin1");
const UTF_16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const AS_WRITTEN = (text: string) => Buffer.from(text);

/** The workbook whose table the page shows: digits in the column of accounts are numbers, and days are date cells. */
function workbook(section: string): Buffer {
  const [header, , ...rows] = [...section.matchAll(/^\|(.*)\|$/gm)].map((match) =>
    (match[1] ?? "").split("|").map((cell) => cell.trim()),
  );
  const serial = (day: string) => ({ serial: (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000 });
  return workbookWith([
    header ?? [],
    ...rows.map(([plate = "", account = "", day = ""]) => [plate, Number(account), day === "" ? "" : serial(day)]),
  ]);
}

it("every column of plates that docs/your-file.md names is found by its name", async () => {
  const items = sections.flatMap((section) => [...section.matchAll(/\bcolumn: ([^,\n}"]+)/g)]);
  expect(items.length).toBeGreaterThan(3);
  for (const [, name = ""] of items) {
    const preview = await previewList(Buffer.from(`A;${name.trim()}\n1;AB123\n`), "a.csv", {});
    expect(preview, name).toMatchObject({ plateColumns: [name.trim()] });
  }
});

it.each([
  [
    "semicolons, in Windows-1252",
    WINDOWS_1252,
    ["AB 12 345 2026-02-01 2029-01-31 DK Søren Ærø", "CD 23 456 2026-03-15  DK Jürgen Groß"],
  ],
  ["sep=;", AS_WRITTEN, ["M AB 123  2027-12-31 DE ", "B CD 456  2026-06-30 AT "]],
  ["UTF-16", UTF_16, ["ABC-123  2026-12-31  ", "XYZ-987  2028-05-31  "]],
  ["without column names", AS_WRITTEN, ["AB12345    Bo", "CD23456    Eva"]],
  ["a workbook", undefined, ["AB12345  2027-12-31  ", "CD23456    "]],
  ["One plate a line", AS_WRITTEN, ["AB12345   DK ", "CD23456   DK "]],
])("the file with %s is read as the page says", async (title, encode, cars) => {
  const words = title.replace(/^a /, "").replace("semicolons, in ", "").split(" ");
  const section = sections.find((one) => words.every((word) => (one.split("\n")[0] ?? "").includes(word))) ?? "";
  const name = /`([\w.-]+\.(?:csv|xlsx|txt))`/.exec(section)?.[1] ?? "";
  const text = blockOf(section, "(?:csv|text)");
  const yaml = blockOf(section, "yaml");
  const fleet = yaml.startsWith("mode:") ? `version: 1\n${yaml}` : `${GLOBAL}${yaml}`;
  const reading = await load({ "fleet.yaml": fleet, [name]: encode ? encode(text) : workbook(section) });
  expect(findingsOf(reading)).toEqual([]);
  const entries = desiredOf(reading).scopes.flatMap((scope) => [...scope.entries.values()]);
  expect(
    entries.map(({ licenseNumber, validFrom = "", validUntil = "", country = "", note = "" }) =>
      [licenseNumber, validFrom, validUntil, country, note].join(" "),
    ),
  ).toEqual(cars);
});
