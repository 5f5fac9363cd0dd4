import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rowsXml, workbookOf } from "../tables/spreadsheet/workbook-file.ts";
import { flows } from "./flows.ts";
import { expectRefusal, type Place, place } from "./harness.ts";

flows(import.meta.url);

async function folder(files: Readonly<Record<string, string>>): Promise<Place> {
  const here = await place({ mode: "global", start: {} });
  for (const [name, text] of Object.entries(files)) here.write(name, text);
  return here;
}

it("S24: import reads a CSV from anywhere, but no link into .git", async () => {
  const here = await folder({ ".git/config": "[http]\n\textraheader = AUTHORIZATION: basic c2VjcmV0\n" });
  symlinkSync(".git/config", join(here.folder, "cars.csv"));
  const ended = await here.run("import", "cars.csv");
  expectRefusal(ended, 3, /cars\.csv cannot be read: files in a \.git folder are not read/, here.sandbox);
  expect(ended.stdout + ended.stderr).not.toMatch(/AUTHORIZATION|c2VjcmV0/);
  expectRefusal(
    await here.run("import", "/dev/zero"),
    3,
    /zero cannot be read: it is not a regular file/,
    here.sandbox,
  );
});

it("import refuses a workbook of the old kind", async () => {
  const here = await folder({});
  writeFileSync(join(here.folder, "cars.csv"), Buffer.from("d0cf11e0a1b11ae1", "hex"));
  expectRefusal(await here.run("import", "cars.csv"), 3, /Office file in the old format/, here.sandbox);
});

it("import finds the encoding of a text file, and shows where it found the cars and the first five", async () => {
  const here = await folder({});
  const rows = Array.from({ length: 6 }, (_, at) => `CANARY Jørgen;AB${at + 1}\n`);
  writeFileSync(
    join(here.folder, "cars.csv"),
    Buffer.from(`Biler i drift\nFører;Nummerplade\n${rows.join("")}`, "latin1"),
  );
  const { code, stderr } = await here.run("import", "cars.csv");
  expect(code).toBe(0);
  expect(stderr).toContain('Read: cars.csv, column names in row 2, encoding: "windows-1252", column: "Nummerplade".');
  expect(stderr).toMatch(/The first cars:\n {2}AB1\n {2}AB2\n {2}AB3\n {2}AB4\n {2}AB5\n(?! )/);
  expect(stderr + here.read("fleet.yaml")).not.toContain("CANARY");
  expect((await here.run("validate")).stdout).toContain("Valid: 6 cars");
});

it("import finds the sheet and the row of the column names behind a cover sheet and below a title", async () => {
  const here = await folder({});
  const [cover, cars] = [
    [["Fahrzeugbestand"], ["Stand"]],
    [
      ["Fuhrparkliste Stand 01.11.2026"],
      [],
      ["Vertragsnr.", "Kennzeichen", "Fahrer"],
      ["LV-20001", "M AB 123", "Bo"],
      ["LV-20002", "M CD 456", "Eva"],
    ],
  ];
  const sheets = [
    { name: "Übersicht", rows: rowsXml(cover) },
    { name: "Bestand", rows: rowsXml(cars) },
  ];
  writeFileSync(join(here.folder, "liste.xlsx"), workbookOf({ sheets }));
  const title = ["import", "liste.xlsx", "--column", "Fuhrparkliste Stand 01.11.2026"];
  expectRefusal(
    await here.run(...title),
    3,
    /Bestand!B3: error: 3 of the 3 rows.*: this row has 3 cells; the header has 1[\s\S]*as `header:`/,
    here.sandbox,
  );
  expect(() => here.read("fleet.yaml")).toThrow();
  expect(await here.run("import", "liste.xlsx")).toMatchObject({ code: 0 });
  expect(here.read("fleet.yaml")).toContain("{ file: liste.xlsx, column: Kennzeichen }");
  expect((await here.run("validate")).stdout).toContain("Valid: 2 cars");
  const onCover = ["import", "liste.xlsx", "--sheet", "Übersicht", "--output", "cover.yaml"];
  expectRefusal(
    await here.run(...onCover),
    3,
    /Which column of liste\.xlsx \(sheet "Übersicht"\) [\s\S]*"Fahrzeugbestand"[\s\S]*another sheet, name it with --sheet: "Bestand"/,
    here.sandbox,
  );
});

it("a second import takes another sheet of the same workbook", async () => {
  const here = await folder({});
  const sheets = ["Cars", "Pool"].map((name, at) => ({ name, rows: rowsXml([["plate"], [`AB1234${at}`]]) }));
  writeFileSync(join(here.folder, "cars.xlsx"), workbookOf({ sheets }));
  for (const sheet of ["Cars", "Pool"])
    expect(await here.run("import", "cars.xlsx", "--sheet", sheet)).toMatchObject({ code: 0 });
  expect((await here.run("validate")).stdout).toContain("Valid: 2 cars");
});
