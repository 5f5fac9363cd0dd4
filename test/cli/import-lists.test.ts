import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AUDIT_FORMATS, PLAN_FORMATS, SPENDING_FORMATS, VALIDATION_FORMATS } from "../../src/render/format-names.ts";
import { holdsPeople } from "../../src/schema/index.ts";
import { rowsOf, workbookWith } from "../schema/spreadsheet/workbook-file.ts";
import { dayFromToday, record } from "./audit-world.ts";
import { git, type Place, place } from "./harness.ts";

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
      'The columns "Fahrer", "E-Mail" hold data of people. A repository keeps them for ever once the list is committed. The same command with `--as csv --output cars.csv` writes a list without them.',
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

describe("a driver who stands in the export", () => {
  const CANARY = /canary|\+49 151 4711/i;
  const HEADER = ["Vertrag", "Kennzeichen", "Fahrer", "Mobil", "E-Mail", "Leasingende"];
  const car = (contract: string, plate: string, end = ""): readonly string[] => {
    return [contract, plate, DRIVER, "+49 151 4711", "canary@example.com", end];
  };
  const CARS = [car("LV-1", "M AB 1"), car("LV-2", "M CD 2"), car("LV-3", "BESTELLT"), car("LV-4", "M EF 4")];

  function write(here: Place, name: string, rows: readonly (readonly string[])[]): void {
    const text = rows.map((cells) => `${cells.join(";")}\n`).join("");
    writeFileSync(join(here.folder, name), name.endsWith("x") ? workbookWith(rows.map((row) => [...row])) : text);
  }

  function commit(here: Place, daysAgo: number): void {
    const then = { ...here, env: { ...here.env, GIT_COMMITTER_DATE: `${dayFromToday(-daysAgo)}T09:00:00Z` } };
    git(then, "add", "-A");
    git(then, "commit", "-qm", "the export of a day");
  }

  it.each(["export.csv", "export.xlsx"])("is in nothing that any command writes, sends or prints: %s", async (list) => {
    const billing = ["MAB1", "MCD2", "GONE9"].map((plate, at) => record(at + 1, plate, { day: dayFromToday(-2) }));
    const here = await place({
      mode: "billing-account",
      start: { accounts: [{ baId: "4711", cars: ["MAB1"], billing }] },
    });
    const said: string[] = [];
    const codes = new Map<string, number | null>();
    const run = async (line: string): Promise<void> => {
      const { code, stdout, stderr } = await here.run(...line.split(" "));
      said.push(`$ ${line}\n${stdout}\n${stderr}`);
      codes.set(line, code);
    };
    git(here, "init", "-q", "-b", "main");
    write(here, list, [HEADER, ...CARS, car("LV-9", "GONE9"), ["Summe", "", "", "", "", ""]]);
    const columns = "--valid-until Leasingende --skip bestellt --duplicates latest";
    await run(`import ${list} --account 4711 ${columns}`);
    await run(`import ${list} ${columns} --as csv --output plain.csv`);
    await run(`import ${list} --account 4711 ${columns} --inline --output inline.yaml`);
    commit(here, 60);
    write(here, list, [HEADER, ...CARS, car("LV-5", "M CD 2", "2030-12-31")]);
    commit(here, 10);
    for (const format of VALIDATION_FORMATS) await run(`validate --format ${format} --output valid.${format}`);
    for (const format of PLAN_FORMATS) {
      await run(`plan --base HEAD~1 --money 30 --all --format ${format} --output plan.${format} --plan-file plan.json`);
    }
    await run("apply plan.json --report report.json --all --metrics metrics.prom");
    for (const format of AUDIT_FORMATS) {
      await run(`audit --all --info --claims claims.xlsx --format ${format} --output audit.${format}`);
    }
    await run("audit --claims claims.csv --json");
    for (const format of SPENDING_FORMATS)
      await run(`billing report --by car --format ${format} --output spent.${format}`);
    for (const command of ["history MCD2", "history GONE9 --json", "car find MAB1", "car find GONE9 --json"])
      await run(command);
    // What is wrong with a row is said of its cells that are used.
    write(here, list, [HEADER, car("LV-6", "TBA"), car("LV-7", "M CD 2 / M CD 3"), car("LV-8", "M XY 1", "soon")]);
    await run("validate --format sarif --output wrong.sarif");
    const files = readdirSync(here.folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name !== list && !name.startsWith(".git") && statSync(join(here.folder, name)).isFile())
      .map((name) => `file ${name}\n${readFileSync(join(here.folder, name), "utf8")}`);
    const requests = here.sandbox.requests.map((request) => `request ${JSON.stringify(request)}`);
    const claims = readFileSync(join(here.folder, "claims.xlsx"));
    const { reading, rows } = await rowsOf(claims);
    const others = reading.kind === "read" ? reading.others.map((sheet) => rowsOf(claims, sheet)) : [];
    const sheets = [rows, ...(await Promise.all(others)).map((other) => other.rows)];
    const everything = [...said, ...files, ...requests, JSON.stringify(sheets)];
    expect(everything.filter((text) => CANARY.test(text))).toEqual([]);
    expect(JSON.stringify(sheets)).toContain("GONE9");
    const failed = [...codes].filter(([line, code]) => code !== (/^audit/.test(line) ? 2 : 0));
    expect(failed).toEqual([["validate --format sarif --output wrong.sarif", 3]]);
    expect(files.length).toBeGreaterThan(30);
  });
});
