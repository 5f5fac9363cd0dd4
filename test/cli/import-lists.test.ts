import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holdsPeople } from "../../src/schema/index.ts";
import { workbookWith } from "../schema/spreadsheet/workbook-file.ts";
import { place } from "./harness.ts";

const DRIVER = "Canary Driver 4711";
const ROWS: readonly (readonly string[])[] = [
  ["Vertrag", "Kennzeichen", "Fahrer", "E-Mail", "Leasingende"],
  ["LV-2", "M CD 2", DRIVER, "canary@example.com", "2027-12-31"],
  ["LV-1", "M AB 1", DRIVER, "canary@example.com", "2027-12-31"],
  ["LV-3", "BESTELLT", DRIVER, "", ""],
  ["LV-4", "M CD 2", DRIVER, "canary@example.com", "2029-12-31"],
  ["Summe", "", "", "", ""],
];
const OPTIONS = ["--skip", "bestellt", "--duplicates", "latest", "--valid-until", "Leasingende"] as const;

async function exported(rows: readonly (readonly string[])[] = ROWS) {
  const here = await place({ mode: "global", start: {} });
  writeFileSync(join(here.folder, "export.xlsx"), workbookWith(rows.map((row) => [...row])));
  return here;
}

describe("import of a raw export", () => {
  it("import says what to give for cars on order and renewals, and writes the keys for them", async () => {
    const here = await exported();
    const refused = await here.run("import", "export.xlsx", "--valid-until", "Leasingende");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('`--skip "BESTELLT"`');
    const again = await here.run("import", "export.xlsx", ...OPTIONS.slice(0, 2), ...OPTIONS.slice(4));
    expect(again.stderr).toContain("`--duplicates latest`");
    const ended = await here.run("import", "export.xlsx", ...OPTIONS);
    expect(ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'export.xlsx: 3 rows left out: 1 "bestellt", 1 of a car that has another row, 1 with totals.\nWrote fleet.yaml: 2 cars of export.xlsx.',
      ),
    });
    expect(here.read("fleet.yaml")).toContain("skip: [bestellt], duplicates: latest");
    expect((await here.run("validate")).stdout).toContain(
      "Valid: 2 cars for the global list.\nexport.xlsx: 3 rows left out",
    );
  });

  it("import counts the cars that are not wanted today, as text and in its document", async () => {
    const rows = [
      ["plate", "end"],
      ["AB1", "2020-01-31"],
      ["AB2", ""],
    ];
    const here = await exported(rows);
    const ended = await here.run("import", "export.xlsx", "--valid-until", "end", "--json");
    expect(JSON.parse(ended.stdout)).toMatchObject({ cars: 2, notToday: { cars: 2, ended: 1, notBegun: 0 } });
    const text = await here.run("import", "export.xlsx", "--valid-until", "end", "--output", "other.yaml");
    expect(text.stdout).toContain("Wrote other.yaml: 2 cars, 1 not wanted today: 1 ended. Next");
  });
});

describe("columns with data of people", () => {
  it.each([
    ...[
      "Fahrer",
      "Fahrer/in",
      "Driver name",
      "Fører",
      "Sjåfør",
      "Förare",
      "Conducteur",
      "Bestuurder",
      "Kierowca",
      "Conducente",
    ],
    ...[
      "Conductor",
      "E-Mail",
      "email",
      "Telefonnummer",
      "Mobil",
      "Tél.",
      "Teléfono",
      "Telefon",
      "Name",
      "Nachname",
      "Navn",
    ],
    ...["Namn", "Nom", "Naam", "Imię i nazwisko", "Cognome", "Nombre", "Mitarbeiter", "Medarbejder", "Employee no."],
    ...["Personalnummer", "Geburtsdatum", "Benutzer", "Medewerker", "Pracownik", "Dipendente", "Empleado"],
  ])("the name of a column says so: %s", (name) => {
    expect(holdsPeople(name)).toBe(true);
  });

  it.each([
    ...[
      "Kennzeichen",
      "Reg. nr.",
      "Modell",
      "Modellname",
      "Company name",
      "Kostenstelle",
      "Leasingende",
      "Vertragsnr.",
    ],
    ...[
      "Hersteller",
      "Land",
      "Rate",
      "Kunde",
      "Kundennr.",
      "VIN",
      "Farbe",
      "Numer rejestracyjny",
      "Fleet",
      "Sheet name",
    ],
  ])("the name of a column about cars does not: %s", (name) => {
    expect(holdsPeople(name)).toBe(false);
  });

  it("import names them, and advises to commit a list without them", async () => {
    const here = await exported();
    const { stderr } = await here.run("import", "export.xlsx", ...OPTIONS);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(
      'The columns "Fahrer", "E-Mail" hold data of people. A repository keeps them for ever once the list is committed: `platectl import export.xlsx --as csv --output cars.csv` writes a list without them.',
    );
    const { stdout } = await here.run("import", "export.xlsx", ...OPTIONS, "--output", "b.yaml", "--json");
    expect(JSON.parse(stdout).peopleColumns).toEqual(["Fahrer", "E-Mail"]);
  });
});

describe("import --as csv", () => {
  const AS = ["--as", "csv", "--output", "cars.csv"] as const;

  it("the list has the chosen columns alone, and a fleet file reads it", async () => {
    const here = await exported();
    const ended = await here.run("import", "export.xlsx", ...OPTIONS, ...AS);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("Wrote cars.csv: 2 cars of export.xlsx.") });
    expect(here.read("cars.csv")).toBe("plate,validUntil\nM AB 1,2027-12-31\nM CD 2,2029-12-31\n");
    expect((await here.run("import", "cars.csv", "--valid-until", "validUntil")).code).toBe(0);
    const plan = await here.run("plan", "--json");
    const said = [ended.stdout, ended.stderr, here.read("cars.csv"), here.read("fleet.yaml"), plan.stdout].join("\n");
    expect(said).not.toMatch(/Canary|canary@/);
    expect((await here.run("apply", "--auto-approve")).code).toBe(0);
    expect(JSON.stringify(here.sandbox.requests)).not.toMatch(/Canary|canary/);
  });

  it("the same cars in another order are the same bytes, and the next export replaces the list", async () => {
    const here = await exported();
    await here.run("import", "export.xlsx", ...OPTIONS, ...AS);
    const before = here.read("cars.csv");
    const [header = [], two = [], one = [], ordered = [], renewed = []] = ROWS;
    writeFileSync(
      join(here.folder, "export.xlsx"),
      workbookWith([header, one, ordered, two, renewed].map((row) => [...row])),
    );
    expect((await here.run("import", "export.xlsx", ...OPTIONS, ...AS)).code).toBe(0);
    expect(here.read("cars.csv")).toBe(before);
    writeFileSync(join(here.folder, "export.xlsx"), workbookWith([[...header], [...one]]));
    expect((await here.run("import", "export.xlsx", ...OPTIONS, ...AS)).code).toBe(0);
    expect(here.read("cars.csv")).toBe("plate,validUntil\nM AB 1,2027-12-31\n");
  });

  it("the rows of several accounts keep them", async () => {
    const here = await exported([
      ["plate", "no"],
      ["CD1", "7"],
      ["AB1", "8"],
      ["AB2", "7"],
    ]);
    expect((await here.run("import", "export.xlsx", "--account-column", "no", ...AS)).code).toBe(0);
    expect(here.read("cars.csv")).toBe("plate,account\nAB2,7\nCD1,7\nAB1,8\n");
  });

  it("no other file is replaced, and no other kind of name is taken", async () => {
    const here = await exported();
    here.write("cars.csv", "plate,driver\nAB1,Bo\n");
    const refused = await here.run("import", "export.xlsx", ...OPTIONS, ...AS);
    expect(refused).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("cars.csv is there, and is not a list with"),
    });
    expect(here.read("cars.csv")).toBe("plate,driver\nAB1,Bo\n");
    const unnamed = await here.run("import", "export.xlsx", ...OPTIONS, "--as", "csv");
    expect(unnamed).toMatchObject({ code: 3, stderr: expect.stringContaining("--output") });
    expect((await here.run("import", "export.xlsx", "--as", "csv", "--inline")).code).toBe(3);
  });
});
