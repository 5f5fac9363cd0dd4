import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workbookWith } from "../tables/spreadsheet/workbook-file.ts";
import { folderWith } from "./fleet-text.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const VALUES = "src/allowlist/lists/desired-state.ts";
const TABLE = "src/schema/values/car-fields.ts";

/** All that the compiler asks for, as a developer would write it; of a key that no car will ever have. */
const ROW: Readonly<Record<string, string>> = {
  kind: "FREE_TEXT",
  description: '"Under which sign the car was built; never sent."',
  example: '"leo"',
  otherNames: '["starsign"]',
  decidesList: "true",
  option: '"zodiac"',
  takes: '"<text>"',
  column: '"the column with each car\'s zodiac"',
  columnExample: '"Zodiac"',
  fromCell: "(text) => text.toLowerCase()",
  mayHoldForAll: "false",
  says: '(zodiac) => "born under " + zodiac',
};

const tree = mkdtempSync(join(tmpdir(), "platectl-trial-"));

beforeAll(() => {
  for (const name of ["src", "package.json", "tsconfig.json", "tsconfig.build.json"])
    cpSync(join(ROOT, name), join(tree, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Writes keys into the two files that the table of ARCHITECTURE.md names; each key with its row, or with none. */
function addKeys(keys: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>): void {
  const declared = Object.keys(keys).map((key) => `  readonly ${key}?: string;\n`);
  const rows = Object.entries(keys).flatMap(([key, row]) => {
    const properties = Object.entries(row ?? {}).map(([name, value]) => `${name}: ${value}`);
    return row ? [`  ${key}: { ${properties.join(", ")} },\n`] : [];
  });
  insert(VALUES, "export interface CarValues {\n", declared.join(""));
  insert(TABLE, "export const CAR_FIELDS = {\n", rows.join(""));
}

function insert(file: string, behind: string, text: string): void {
  const before = readFileSync(join(ROOT, file), "utf8");
  expect(before.split(behind)).toHaveLength(2);
  writeFileSync(join(tree, file), before.replace(behind, `${behind}${text}`));
}

function compile(...options: readonly string[]): readonly string[] {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json", ...options], {
    cwd: tree,
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => line !== "");
}

it("a key does not compile before it has a row, and the error names the table", () => {
  addKeys({ zodiac: undefined });
  const errors = compile("--noEmit").join("\n");
  expect(errors).toMatch(/src\/schema\/values\/car-fields\.ts\(\d+,\d+\): error .*'zodiac'/);
});

it("a row does not compile while any part of it is missing, and the error names that part", () => {
  const parts = Object.keys(ROW);
  const without = (part: string) => Object.fromEntries(Object.entries(ROW).filter(([name]) => name !== part));
  addKeys(Object.fromEntries(parts.map((part) => [`without_${part}`, without(part)])));
  const errors = compile("--noEmit").join("\n");
  for (const part of parts) expect(errors).toMatch(new RegExp(`car-fields\\.ts.*Property '${part}' is missing`));
});

describe("a key of a car with its row", () => {
  beforeAll(() => {
    addKeys({ zodiac: ROW });
    expect(compile()).toEqual([]);
  });

  it.each([
    ["a fleet file", "cars: [{ licenseNumber: AB12345, zodiac: leo }]", {}],
    [
      "a column of a CSV list",
      "carsFrom: [{ file: c.csv, column: plate, zodiac: Motor }]",
      { "c.csv": "plate,Motor\nAB12345,Leo\n" },
    ],
    [
      "a column of a workbook",
      "carsFrom: [{ file: c.xlsx, column: plate, zodiac: Motor }]",
      {
        "c.xlsx": workbookWith([
          ["plate", "Motor"],
          ["AB12345", "Leo"],
        ]),
      },
    ],
  ])("a new key is read from %s", (_, cars, files) => {
    const here = folder({ ...files, "fleet.yaml": `version: 1\nmode: global\n${cars}\n` });
    const found = here.run("car", "find", "AB12345", "--offline", "--json");
    expect(JSON.parse(found.stdout)).toMatchObject({ desired: { rows: [{ zodiac: "leo" }] } });
    expect(here.run("car", "find", "AB12345", "--offline").stdout).toContain("born under leo");
  });

  it("a wrong value, another name and a plate written twice are reported as those of the other keys", () => {
    const cars = [`{ licenseNumber: A1, zodiac: "" }`, "{ licenseNumber: B2, starsign: virgo }"];
    const twice = ["{ licenseNumber: C3, zodiac: virgo }", "{ licenseNumber: C3, zodiac: leo }"];
    const text = `version: 1\nmode: global\ncars:\n${[...cars, ...twice].map((car) => `  - ${car}\n`).join("")}`;
    const { stdout, status } = folder({ "fleet.yaml": text }).run("validate", "--json");
    expect(status).toBe(3);
    expect(JSON.parse(stdout).diagnostics).toMatchObject([
      { source: { line: 4 }, message: expect.stringContaining("`zodiac` must be"), fix: expect.any(String) },
      { source: { line: 5 }, fix: "Did you mean `zodiac`?" },
      {
        source: { line: 7 },
        code: "conflicting-plate",
        message: expect.stringContaining("zodiac virgo instead of leo"),
      },
    ]);
  });

  it("fmt puts a new key in its place and in quotes where it needs them", () => {
    const here = folder({
      "fleet.yaml": "version: 1\nmode: global\ncars: [{ note: x, zodiac: NO, licenseNumber: A1 }]\n",
    });
    expect(here.run("fmt").status).toBe(0);
    expect(here.read("fleet.yaml")).toContain('{ licenseNumber: A1, zodiac: "NO", note: x }');
  });

  it("car add writes a new key, changes it, checks it, and names it in its help", () => {
    const here = folder({ "fleet.yaml": "version: 1\nmode: global\ncars: []\n" });
    expect(here.run("car", "add", "AB12345", "--zodiac", "leo").status).toBe(0);
    expect(here.run("car", "add", "AB12345", "--zodiac", "virgo").stdout).toContain("changed AB12345");
    expect(here.read("fleet.yaml")).toContain("{ licenseNumber: AB12345, zodiac: virgo }");
    expect(here.run("car", "add", "CD23456", "--zodiac", " ").stderr).toContain("--zodiac takes text");
    expect(here.run("car", "add", "--help").stdout).toMatch(/--zodiac <text> +under which sign the car was built/);
  });

  it("import names the column of a new key, or writes its values into the file", () => {
    const here = folder({ "c.csv": "plate,Motor\nAB12345,Leo\n" });
    expect(here.run("import", "c.csv", "--zodiac", "Motor", "--output", "a.yaml").status).toBe(0);
    expect(here.read("a.yaml")).toContain("zodiac: Motor");
    expect(here.run("import", "c.csv", "--zodiac", "Motor", "--inline", "--output", "b.yaml").status).toBe(0);
    expect(here.read("b.yaml")).toContain("{ licenseNumber: AB12345, zodiac: leo }");
  });

  it("schemas and completion know a new key", () => {
    const here = folder({});
    const { $defs } = JSON.parse(here.run("schema", "fleet").stdout);
    expect(JSON.stringify($defs.car)).toContain(
      '"zodiac":{"description":"Under which sign the car was built; never sent."',
    );
    expect(JSON.stringify(JSON.parse(here.run("schema", "car").stdout))).toContain('"zodiac":{"type":"string"}');
    expect(here.run("__complete", "import", "--zo").stdout).toContain("--zodiac");
  });
});

/** A folder with these files, where the trial program runs. */
function folder(files: Record<string, string | Buffer>) {
  const path = folderWith(files);
  return {
    read: (name: string) => readFileSync(join(path, name), "utf8"),
    run: (...args: readonly string[]) =>
      spawnSync(process.execPath, [join(tree, "dist/cli/main.js"), ...args], {
        cwd: path,
        env: { PATH: process.env["PATH"], HOME: path },
        encoding: "utf8",
      }),
  };
}
