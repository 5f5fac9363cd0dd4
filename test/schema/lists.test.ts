import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FleetReading, loadFleet } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { rowsOf, TEXT } from "../rows.ts";
import {
  ACCOUNTS,
  carsOf,
  desiredOf,
  diagnosticsOf,
  findingsOf,
  folderWith,
  GLOBAL,
  load,
  platesOf,
} from "./fleet-text.ts";

const FROM_CSV = `${GLOBAL}carsFrom:\n  - { file: cars/a.csv, column: plate, features: [LEASING] }\n`;
const FROM_TXT = `${GLOBAL}carsFrom:\n  - { file: cars/a.txt }\n`;

const csv = (content: string | Uint8Array) => load({ "fleet.yaml": FROM_CSV, "cars/a.csv": content });
const txt = (content: string | Uint8Array) => load({ "fleet.yaml": FROM_TXT, "cars/a.txt": content });

describe("atLeast", () => {
  const listOf = (item: string, lists: Record<string, string>) =>
    load({ "fleet.yaml": `${GLOBAL}carsFrom:\n  - ${item}\n`, ...lists });

  it("atLeast refuses a list with fewer rows, and says what would let it pass", async () => {
    const reading = await listOf("{ file: a.csv, column: plate, atLeast: 3 }", { "a.csv": "plate\nAB1\nCD2\n" });
    expect(diagnosticsOf(reading)).toEqual([
      {
        severity: "error",
        code: "list-too-short",
        message: "The list `a.csv` has 2 rows; `atLeast` is 3.",
        source: { file: "fleet.yaml", line: 4, column: 44 },
        fix: "If the list is complete, write `atLeast: 2` or less; otherwise the export failed: export it again.",
      },
    ]);
  });

  it("atLeast counts the rows of all files of an item", async () => {
    const lists = { "a-1.txt": "AB1\nCD2\n", "a-2.txt": "EF3\n" };
    expect(findingsOf(await listOf('{ file: "a-*.txt", atLeast: 3 }', lists))).toEqual([]);
    expect(findingsOf(await listOf('{ file: "a-*.txt", atLeast: 4 }', lists))).toEqual(["list-too-short 4:33"]);
  });

  it("atLeast adds no error to a list that is empty or that cannot be read", async () => {
    const item = "{ file: a.csv, column: plate, atLeast: 3 }";
    expect(findingsOf(await listOf(item, { "a.csv": "plate\n" }))).toEqual(["empty-list 4:13"]);
    expect(findingsOf(await listOf(item, { "a.csv": "Plade\nAB1\n" }))).toEqual(["csv-no-column 1:1"]);
  });

  it("atLeast may be set for a list of an account, too", async () => {
    const text = `${ACCOUNTS}accounts:\n  - baId: 1\n    carsFrom: [{ file: a.txt, atLeast: 2 }]\n`;
    expect(findingsOf(await load({ "fleet.yaml": text, "a.txt": "AB1\n" }))).toEqual(["list-too-short 5:40"]);
  });
});

describe("the same problem in many rows of a list", () => {
  const rows = (number: number) => Array.from({ length: number }, (_, at) => `A?${at}\n`).join("");

  it("the same problem in many rows of a list is one message that counts the rows and names the first ones", async () => {
    const [first, ...others] = diagnosticsOf(await csv(`plate\n${rows(9)}`));
    expect(others).toEqual([]);
    expect(first?.message).toMatch(
      / 8 more rows of this list are like it \(line 3, line 4, line 5, line 6, line 7 …\)\.$/,
    );
    expect(first?.source?.line).toBe(2);
  });

  it("the same problem in up to five rows of a list is one message a row", async () => {
    expect(diagnosticsOf(await csv(`plate\n${rows(5)}`))).toHaveLength(5);
  });
});

describe("csv lists", () => {
  it.each(rowsOf(import.meta.url, "csv lists are read with", TEXT, TEXT))(
    "csv lists are read with %s",
    async (_, content) => {
      expect(platesOf(await csv(content))).toEqual(["AB1", "CD2"]);
    },
  );

  it("csv lists mean the same with every cell quoted and with none", async () => {
    const cell = fc.string({ unit: fc.constantFrom(..."AB12 .é\t\u00a0"), maxLength: 6 });
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
    const end = fc.constantFrom("\n", "\r\n");
    await fc.assert(
      fc.asyncProperty(rows, end, async (cells, lineEnd) => {
        const table = [["make", "plate", "note"], ...cells.filter((row) => row.join("") !== "")];
        const textWith = (quote: string) =>
          table.map((row) => row.map((one) => quote + one + quote).join(",") + lineEnd).join("");
        const [plain, quoted] = [await csv(textWith("")), await csv(textWith('"'))];
        const found = (reading: FleetReading) => diagnosticsOf(reading).map(({ code, source }) => [code, source?.line]);
        expect(found(plain)).toEqual(found(quoted));
        if (plain.kind === "desired") expect(platesOf(plain)).toEqual(platesOf(quoted));
      }),
      { numRuns: cases(150) },
    );
  });

  it("csv lists carry features and their own place", async () => {
    expect(carsOf(await csv('make;plate\n"a\nb";AB1\n'))).toEqual([
      {
        licenseNumber: "AB1",
        plateKey: "AB1",
        features: ["LEASING"],
        source: { file: "cars/a.csv", line: 3, column: 4 },
      },
    ]);
  });

  it.each([
    ["no such column", "Plate no;make\nAB1;VW\n", ["csv-no-column 1:1"]],
    ["the column twice", "plate;plate\nAB1;CD2\n", ["csv-no-column 1:1"]],
    ["a short row", "plate;make\nAB1;VW\nCD2\n", ["csv-row-width 3:1"]],
    ["a long row", "plate;make\nAB1;VW;x\n", ["csv-row-width 2:1"]],
    ["no plate in a row", "plate;make\n;VW\n", ["csv-no-plate 2:1"]],
    ["an open quote", 'plate;make\nAB1;"VW\nCD2;Volvo\n', ["csv-quotes 2:5"]],
    ["a quote inside", 'plate;make\nA"B1;VW\n', ["csv-quotes 2:2"]],
    ["text after a quote", 'plate;make\n"AB1"x;VW\n', ["csv-quotes 2:6"]],
    ["a spreadsheet formula", 'plate;make\n"=""0123""";VW\n', ["not-a-plate 2:1"]],
    ["A5: a line break in a plate", 'plate;make\n"AB1\nCD2";VW\n', ["not-a-plate 2:1"]],
    ["A7: no rows", "plate;make\n", ["empty-list 4:13"]],
    ["A7: nothing", "", ["csv-no-column 1:1"]],
    ["A8: Latin-1", new Uint8Array([0x70, 0x6c, 0x61, 0x74, 0x65, 0x0a, 0xc5, 0x31, 0x0a]), ["not-utf-8 2:1"]],
    ["A8: half of a UTF-16 character", new Uint8Array([0xff, 0xfe, 0x70]), ["not-utf-8 1:1"]],
    ["A8: NUL", "plate\nA\0B1\n", ["control-character 2:2"]],
    ["A9: a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\nsize 1\n", ["git-lfs-pointer 1:1"]],
    ["A9: a login page", "<!doctype html><html>\n", ["html 1:1"]],
    ["A9: a cut last line", "plate;make\nAB1;VW\nCD2;Vol", ["no-line-break-at-end 3:8"]],
  ])("a csv list that is wrong is refused: %s", async (_, content, findings) => {
    expect(findingsOf(await csv(content)).sort()).toEqual([...findings].sort());
  });

  it("a misspelt column of a csv list is told the nearest one", async () => {
    expect(diagnosticsOf(await csv("plates;make\nAB1;VW\n"))[0]?.fix).toBe(
      "Did you mean `plates`? Its columns are `plates`, `make`.",
    );
  });
});

describe("txt lists", () => {
  it("txt lists hold one plate a line, with comments", async () => {
    const reading = await txt("\ufeff# pool\nAB1\n\n  CD 2 # blue\n\t# x\nEF3\r\n");
    expect(carsOf(reading).map(({ licenseNumber, source }) => [licenseNumber, source.line, source.column])).toEqual([
      ["AB1", 2, 1],
      ["CD 2", 4, 3],
      ["EF3", 6, 1],
    ]);
  });

  it.each([
    ["a yaml list", "- AB1\n", ["not-a-plate 1:1"]],
    ["two plates in a line", "AB1, CD2\n", ["not-a-plate 1:1"]],
    ["a hash inside a plate", "AB#1\n", ["not-a-plate 1:1"]],
    ["A7: comments only", "# none\n", ["empty-list 4:13"]],
    ["A9: a conflict", "<<<<<<< HEAD\nAB1\n=======\nAB2\n>>>>>>> x\n", ["conflict-marker 1:1"]],
    ["A9: a cut last line", "AB1\nCD2", ["no-line-break-at-end 2:4"]],
  ])("a txt list that is wrong is refused: %s", async (_, content, findings) => {
    expect(findingsOf(await txt(content))).toEqual(findings);
  });
});

describe("which lists", () => {
  it("A4: cars of all lists and of the file are joined, conflicts name both places", async () => {
    const files = {
      "fleet.yaml": `${GLOBAL}cars: [AB1, CD2]\ncarsFrom:\n  - { file: a.txt }\n  - { file: b.csv, column: p, features: [LEASING] }\n`,
      "a.txt": "AB1\nEF3\n",
      "b.csv": "p\nCD2\n",
    };
    const findings = diagnosticsOf(await load(files));
    expect(findings.map(({ code, source }) => [code, source?.file, source?.line])).toEqual([
      ["duplicate-plate", "a.txt", 1],
      ["conflicting-plate", "b.csv", 2],
    ]);
    expect(findings[1]?.message).toContain("fleet.yaml:3:13");
  });

  it("a glob stands for all that match, sorted, and every file read is named with its digest", async () => {
    const files = {
      "fleet.yaml": `${GLOBAL}carsFrom: [{ file: "cars/*.txt" }]\n`,
      "cars/b.txt": "B1\n",
      "cars/a.txt": "A1\n",
    };
    const reading = await load({ ...files, "cars/c.csv": "x\n" });
    expect(platesOf(reading)).toEqual(["A1", "B1"]);
    expect(desiredOf(reading).files.map((file) => file.path)).toEqual(["cars/a.txt", "cars/b.txt", "fleet.yaml"]);
    expect(desiredOf(reading).files[0]?.sha256).toBe(createHash("sha256").update("A1\n").digest("hex"));
  });

  it("accounts have lists of their own, without features", async () => {
    const accounts = `${ACCOUNTS}accounts:\n  - { baId: 1, carsFrom: [{ file: a.txt }] }\n  - { baId: 2, carsFrom: [{ file: a.txt }] }\n`;
    const reading = await load({ "fleet.yaml": accounts, "a.txt": "AB1\n" });
    expect([carsOf(reading, "1"), carsOf(reading, "2")].map((cars) => cars.length)).toEqual([1, 1]);
    const featured = accounts.replace("file: a.txt }", "file: a.txt, features: [LEASING] }");
    expect(findingsOf(await load({ "fleet.yaml": featured, "a.txt": "AB1\n" }))).toEqual([
      "features-not-accepted 4:42",
    ]);
  });

  it.each(rowsOf(import.meta.url, "a wrong list item is refused", TEXT, TEXT, TEXT))(
    "a wrong list item is refused: %s",
    async (_, item, finding) => {
      const folder = folderWith({
        "in/fleet.yaml": `${GLOBAL}carsFrom: [${item}]\n`,
        "in/a.txt": "AB1\n",
        "in/b.csv": "p\nAB1\n",
        "in/cars/x.txt": "AB1\n",
        "a.txt": "ZZ1\n",
      });
      const reading = await loadFleet(["fleet.yaml"], { cwd: join(folder, "in") });
      expect(findingsOf(reading)).toContain(finding);
      expect(reading.kind).toBe("invalid");
    },
  );

  it("A11, S24: links out of the folder, circles of links and pipes are refused", async () => {
    const folder = folderWith({ "in/cars/ok.txt": "AB1\n", "out/secret.txt": "ZZ1\n" });
    const at = (name: string) => join(folder, "in", name);
    symlinkSync(join(folder, "out/secret.txt"), at("link.txt"));
    symlinkSync(join(folder, "out"), at("dir"));
    symlinkSync(at("loop.txt"), at("loop.txt"));
    symlinkSync("/dev/zero", at("zero.txt"));
    symlinkSync(at("cars/ok.txt"), at("inside.txt"));
    execFileSync("sh", ["-c", `mkfifo "$1"`, "sh", at("pipe.txt")]);
    const codeOf = async (file: string) => {
      writeFileSync(at("fleet.yaml"), `${GLOBAL}carsFrom: [{ file: "${file}" }]\n`);
      return findingsOf(await loadFleet(["fleet.yaml"], { cwd: join(folder, "in") }));
    };
    expect(await codeOf("link.txt")).toEqual(["list-outside 3:20"]);
    expect(await codeOf("dir/secret.txt")).toEqual(["list-outside 3:20"]);
    expect(await codeOf("dir/*.txt")).toEqual(["list-outside 3:20"]);
    expect(await codeOf("loop.txt")).toEqual(["no-such-file 3:20"]);
    expect(await codeOf("zero.txt")).toEqual(["list-outside 3:20"]);
    expect(await codeOf("pipe.txt")).toEqual(["not-a-file"]);
    expect(await codeOf("inside.txt")).toEqual([]);
    mkdirSync(at("empty"));
    expect(await codeOf("empty/*.txt")).toEqual(["nothing-found 3:20"]);
  });
});
