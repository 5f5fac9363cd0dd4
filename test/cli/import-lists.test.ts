import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AUDIT_FORMATS, PAGE_FORMATS, PLAN_FORMATS, VALIDATION_FORMATS } from "../../src/render/format-names.ts";
import { holdsPeople } from "../../src/tables/index.ts";
import { rowsFrom } from "../properties.ts";
import { textsOf } from "../rows.ts";
import { rowsOf, workbookWith } from "../tables/spreadsheet/workbook-file.ts";
import { dayFromToday, record } from "./audit-world.ts";
import { commit, git, type Place, place } from "./harness.ts";

const DRIVER = "Canary Driver 4711";

it.each(textsOf(import.meta.url, "people"))("the name of a column with data of people says so: %s", (name) => {
  expect(holdsPeople(name)).toBe(true);
});

it.each(textsOf(import.meta.url, "cars"))("the name of a column about cars does not: %s", (name) => {
  expect(holdsPeople(name)).toBe(false);
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

  it.each(rowsFrom(["export.xlsx", "export.csv"], 1))(
    "is in nothing that any command writes, sends or prints: %s",
    async (list) => {
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
      write(here, list, [HEADER, ...CARS, car("LV-9", "GONE9")]);
      const columns = "--valid-until Leasingende --skip bestellt --duplicates latest";
      await run(`import ${list} --account 4711 ${columns}`);
      await run(`import ${list} ${columns} --as csv --output plain.csv`);
      await run(`import ${list} --account 4711 ${columns} --inline --output inline.yaml`);
      commit(here, "the export of a day", dayFromToday(-60));
      write(here, list, [HEADER, ...CARS, car("LV-5", "M CD 2", "2030-12-31")]);
      commit(here, "the next one", dayFromToday(-10));
      for (const format of VALIDATION_FORMATS) await run(`validate --format ${format} --output valid.${format}`);
      for (const format of PLAN_FORMATS) {
        await run(
          `plan --base HEAD~1 --money 30 --all --format ${format} --output plan.${format} --plan-file plan.json`,
        );
      }
      await run("apply plan.json --report report.json --all --metrics metrics.prom");
      for (const format of AUDIT_FORMATS) {
        await run(
          `audit --all --info --claims claims.xlsx --claims-from git --format ${format} --output audit.${format}`,
        );
      }
      await run("audit --claims claims.csv --json");
      for (const format of PAGE_FORMATS)
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
    },
  );
});
