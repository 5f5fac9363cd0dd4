import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rowsXml, workbookOf, workbookWith } from "../schema/spreadsheet/workbook-file.ts";
import { expectRefusal, type Place, place } from "./harness.ts";

async function folder(files: Readonly<Record<string, string>>): Promise<Place> {
  const here = await place({ mode: "global", start: {} });
  for (const [name, text] of Object.entries(files)) here.write(name, text);
  return here;
}

describe("import", () => {
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

  it("import names the CSV in the fleet file, which then holds its cars", async () => {
    const here = await folder({ "cars/lease.csv": 'Plate;Driver\nAB12345;Åsa\n1E51234;"Ek; Bo"\n' });
    const ended = await here.run("import", "cars/lease.csv", "--features", "LEASING");
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("Wrote fleet.yaml: 2 cars") });
    expect(here.read("fleet.yaml")).toBe(
      "version: 1\nmode: global\ncarsFrom:\n  - { file: cars/lease.csv, column: Plate, features: [LEASING] }\n",
    );
    expect((await here.run("validate")).stdout).toBe("Valid: 2 cars for the global list.\n");
    expect((await here.run("plan")).stdout).toContain("Plan: 2 to add");
  });

  it("import writes the cars inline, for a billing account, from anywhere", async () => {
    const here = await folder({ "in/list.txt": "plate\nAB12345\nab 12345\n0123\n" });
    const ended = await here.run("import", "in/list.txt", "--inline", "--account", "4711", "--output", "out.yaml");
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/in\/list\.txt:3:1.*same car/) });
    expect(here.read("out.yaml")).toBe(
      '# Cars of list.txt.\nversion: 1\nmode: billing-account\naccounts:\n  - baId: 4711\n    cars:\n      - AB12345\n      - "0123"\n',
    );
    expect((await here.run("validate", "-f", "out.yaml")).code).toBe(0);
  });

  it.each([
    [
      "what is not a plate, at its place",
      "plate,x\nAB1,1\nnot a plate!,2\n",
      [],
      /cars\.csv:3:1[\s\S]*not a plate[\s\S]*Nothing was written/,
    ],
    ["a column that is not there", "plate,x\nAB1,1\n", ["--column", "plat"], /cars\.csv[\s\S]*Did you mean `plate`/],
    ["a choice of columns", "a,b\nAB1,1\n", [], /Name it with --column: "a", "b"/],
    [
      "a first line that is a car",
      "AB123\r\nCD456\r\n",
      [],
      /first line .* looks like a plate, "AB123"[\s\S]*--header false/,
    ],
    ["a workbook of the old kind", Buffer.from("d0cf11e0a1b11ae1", "hex"), [], /Office file in the old format/],
    ["an empty file", "", [], /its first line does not hold column names/],
    ["a list without cars", "plate\n", [], /no cars/],
    ["features in an account's list", "plate\nAB1\n", ["--account", "4711", "--features", "X"], /features/],
  ])("import refuses wrong options: %s", async (_, text, args, words) => {
    const here = await folder({});
    writeFileSync(join(here.folder, "cars.csv"), text);
    expectRefusal(await here.run("import", "cars.csv", ...args), 3, words, here.sandbox);
    expect(() => here.read("fleet.yaml")).toThrow();
    expect(here.sandbox.requests).toEqual([]);
  });

  it.each([["import", "cars.csv"], ["export"]])(
    "import %s refuses to write into a folder that does not exist",
    async (...command) => {
      const here = await folder({ "cars.csv": "plate\nAB1\n" });
      const ended = await here.run(...command, "--output", "nowhere/fleet.yaml");
      expectRefusal(
        ended,
        3,
        /nowhere\/fleet\.yaml cannot be written: the folder nowhere does not exist/,
        here.sandbox,
      );
      expect(here.sandbox.requests).toEqual([]);
    },
  );

  it("import refuses a list outside the fleet file's folder, a file that exists, and one that does not", async () => {
    const here = await folder({ "cars.csv": "plate\nAB1\n", "old.yaml": "precious", "sub/x": "" });
    expectRefusal(await here.run("import", "cars.csv", "--output", "sub/fleet.yaml"), 3, /--inline/, here.sandbox);
    expectRefusal(
      await here.run("import", "cars.csv", "--output", "old.yaml"),
      3,
      /already exists and will not be overwritten/,
      here.sandbox,
    );
    expectRefusal(await here.run("import", "no.csv"), 3, /no\.csv cannot be read/, here.sandbox);
    expect(here.read("old.yaml")).toBe("precious");
  });

  it.each([
    ["Kennzeichen;Fahrer\nM AB 123;Bo\n", "Kennzeichen"],
    ["Fører;Reg. nr.\nBo;AB12345\n", "Reg. nr."],
    ["sep=;\nRekisterinumero;Malli\nABC-123;Volvo\n", "Rekisterinumero"],
    ["Kenteken\tMerk\nAB-12-CD\tVolvo\n", "Kenteken"],
  ])("import finds the column of plates by its name: %j", async (text, column) => {
    const here = await folder({ "cars.csv": text });
    const ended = await here.run("import", "cars.csv");
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining("Columns that are not used: ") });
    expect(here.read("fleet.yaml")).toContain(`{ file: cars.csv, column: ${column} }`);
  });

  it("import writes the columns with days into carsFrom, with a remark, and `fmt --check` passes", async () => {
    const here = await folder({
      "cars.csv": "Kennzeichen;Fahrer;Leasingende\nM AB 123;Bo;31.12.2030\nM CD 456;Eva;\n",
    });
    const ended = await here.run("import", "cars.csv", "--note", "Fahrer");
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('validUntil: found by the name of the column "Leasingende"');
    expect(ended.stderr).not.toContain("not used");
    expect(here.read("fleet.yaml")).toBe(
      `# validUntil: found by the name of the column "Leasingende". Check that it is meant so.\nversion: 1\nmode: global\ncarsFrom:\n  - { file: cars.csv, column: Kennzeichen, validUntil: Leasingende, note: Fahrer, dates: DD.MM.YYYY }\n`,
    );
    expect((await here.run("fmt", "--check")).code).toBe(0);
  });

  it.each([
    ["named by options", "Vertragsstart;Ablauf", ["--valid-from", "vertragsstart", "--valid-until", "Ablauf"]],
    ["of which one is named", "Beginn;Ende", ["--valid-until", "Ende"]],
  ])("import finds the format of columns with days %s", async (_, days, args) => {
    const here = await folder({ "cars.csv": `Kennz.;${days}\nM AB 123;3.4.2030;31.12.2031\n` });
    expect((await here.run("import", "cars.csv", "--column", "kennz.", ...args)).code).toBe(0);
    expect(here.read("fleet.yaml")).toMatch(/validFrom: .*validUntil: .*dates: D\.M\.YYYY/);
  });

  it("import asks which format is meant where the days of a named column can be read in two ways", async () => {
    const here = await folder({ "cars.csv": "plate;Due\nAB12345;03/04/2030\n" });
    const args = ["import", "cars.csv", "--valid-until", "Due"];
    expectRefusal(await here.run(...args), 3, /"Due" may be DD\/MM\/YYYY or MM\/DD\/YYYY[\s\S]*--dates/, here.sandbox);
    expect((await here.run(...args, "--dates", "DD/MM/YYYY")).code).toBe(0);
  });

  it.each(["HU bis", "TÜV", "Garantieende", "Tillverkningsdatum", "Insurance end", "Abmeldung", "Data dostawy"])(
    "import takes the column %s for no day of a lease",
    async (name) => {
      const here = await folder({ "cars.csv": `plate;${name}\nAB12345;31.12.2020\n` });
      await here.run("import", "cars.csv");
      expect(here.read("fleet.yaml")).toContain("{ file: cars.csv, column: plate }");
    },
  );

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

  it("import leaves days that can be read in two ways to the user", async () => {
    const here = await folder({ "cars.csv": "plate;End date\nAB12345;03/04/2030\n" });
    const ended = await here.run("import", "cars.csv");
    expect(ended.stderr).toContain("Add validUntil: End date, and dates: DD/MM/YYYY or MM/DD/YYYY.");
    expect(here.read("fleet.yaml")).toContain("{ file: cars.csv, column: plate }");
  });

  it("import takes a list without a header, and a list with one plate a line", async () => {
    const here = await folder({ "cars.csv": "Bo;AB123\nEva;CD456\n", "pool.txt": "# pool\nAB123\nCD456\n" });
    expect((await here.run("import", "cars.csv", "--header", "false")).stdout).toContain("2 cars");
    expect(here.read("fleet.yaml")).toContain('{ file: cars.csv, header: false, column: "2" }');
    expect((await here.run("import", "pool.txt", "--output", "pool.yaml")).stdout).toContain("2 cars");
    expect(here.read("pool.yaml")).toContain("{ file: pool.txt }");
    expect((await here.run("validate", "-f", "fleet.yaml")).code).toBe(0);
    expect((await here.run("validate", "-f", "pool.yaml")).code).toBe(0);
  });

  it("import takes a workbook, in place or with its cars written out in capital letters", async () => {
    const here = await folder({});
    const rows = [
      ["Registration", "Driver", "Lease end"],
      ["ab12345", "Bo", { serial: 47847 }],
      ["CD23456", "", ""],
    ];
    writeFileSync(join(here.folder, "lease.xlsx"), workbookWith(rows));
    expect((await here.run("import", "lease.xlsx")).code).toBe(0);
    expect(here.read("fleet.yaml")).toContain("{ file: lease.xlsx, column: Registration, validUntil: Lease end }");
    expect((await here.run("validate")).stdout).toContain("Valid: 2 cars");
    const inline = await here.run("import", "lease.xlsx", "--inline", "--note", "driver", "--output", "inline.yaml");
    expect(inline).toMatchObject({ code: 0, stderr: expect.not.stringContaining("small letters") });
    expect(here.read("inline.yaml")).toContain("{ licenseNumber: AB12345, validUntil: 2030-12-30, note: Bo }");
    expect((await here.run("fmt", "--check", "-f", "inline.yaml")).code).toBe(0);
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
    expectRefusal(await here.run(...title), 3, /Bestand!B3: error: This cell is beyond the header/, here.sandbox);
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

  it("import names columns whose names are wrapped in Excel", async () => {
    const rows = [
      ["Amtl.\nKennzeichen", "Kennzeichen\n(alt)", "Leasing-\nende"],
      ["M AB 123", "", "2030-12-31"],
    ];
    const here = await folder({});
    writeFileSync(join(here.folder, "liste.xlsx"), workbookWith(rows));
    expect(await here.run("import", "liste.xlsx")).toMatchObject({ code: 0 });
    expect(here.read("fleet.yaml")).toContain("column: Amtl. Kennzeichen, validUntil: Leasing- ende }");
    expect((await here.run("validate")).stdout).toContain("Valid: 1 car");
  });

  it.each([
    [
      "names far below",
      `${"Bericht\n".repeat(25)}Nr;Kennzeichen\n1;AB1\n`,
      [],
      /another row, give its number with --header/,
    ],
    [
      "a single column",
      "Vertragsnr.\nLV-20001\n",
      [],
      /Name it with --column: "Vertragsnr\."\. If the names[\s\S]*Nothing was written/,
    ],
    ["a column below a title", "Fuhrpark\nNr;Auto\n1;AB1\n", [], /\(row 2\)[^"]*"Nr", "Auto"/],
    ["two rows of names", "Nr;Kennzeichen\nKennzeichen;Nr\n", [], /rows 1, 2 [\s\S]*--header/],
    [
      "one of two columns without names",
      "LV-20001;AB123\nLV-20002;CD456\n",
      ["--header", "false"],
      /its number with --column/,
    ],
    ["the only column without a name", "Bo\nEva\n", ["--header", "false"], /its number with --column/],
  ])("import takes %s for no column of plates unless it is named", async (_, text, args, words) => {
    const here = await folder({ "cars.csv": text });
    expectRefusal(await here.run("import", "cars.csv", ...args), 3, words, here.sandbox);
    expect(() => here.read("fleet.yaml")).toThrow();
  });

  it("import takes a list whose rows name the billing account, in place or with the cars of each account written out", async () => {
    const here = await folder({
      "cars.csv": "Plate;Customer no.;Driver\nAB12345;4711;Bo\nCD23456;4712;Eva\nEF34567;4711;\n",
    });
    const { code, stdout } = await here.run("import", "cars.csv", "--account-column", "customer no.");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Wrote fleet.yaml: 3 cars") });
    expect(here.read("fleet.yaml")).toBe(
      "version: 1\nmode: billing-account\ncarsFrom:\n  - { file: cars.csv, column: Plate, account: customer no. }\naccounts:\n  - baId: 4711\n  - baId: 4712\n",
    );
    expect((await here.run("validate")).stdout).toMatch(/Valid: 3 cars/);
    expect((await here.run("fmt", "--check")).code).toBe(0);

    const inline = ["--account-column", "Customer no.", "--inline", "--output", "inline.yaml"];
    expect((await here.run("import", "cars.csv", ...inline)).code).toBe(0);
    expect(here.read("inline.yaml")).toContain(
      "  - baId: 4711\n    cars:\n      - AB12345\n      - EF34567\n  - baId: 4712\n",
    );
    expect((await here.run("fmt", "--check", "-f", "inline.yaml")).code).toBe(0);
  });

  it("import refuses an account column that is missing, empty or not of accounts", async () => {
    const here = await folder({
      "cars.csv": "Plate;Account\nAB12345;x\n",
      "two.csv": "Plate;Account\nAB1;4711\nCD2;\n",
    });
    expectRefusal(
      await here.run("import", "cars.csv", "--account-column", "Konto"),
      3,
      /cars\.csv:1:1: error: .*has no column `Konto`/,
      here.sandbox,
    );
    expectRefusal(
      await here.run("import", "cars.csv", "--account-column", "Account"),
      3,
      /cars\.csv:2:9: error: .*account id: .*not `x`/,
      here.sandbox,
    );
    expectRefusal(
      await here.run("import", "two.csv", "--account-column", "Account"),
      3,
      /two\.csv:3:\d+: error: .*account id; it is empty/,
      here.sandbox,
    );
    const both = await here.run("import", "two.csv", "--account-column", "Account", "--account", "4711");
    expectRefusal(both, 3, /cannot be used with/, here.sandbox);
  });
});
