import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse as parseCsv } from "csv-parse/sync";
import { expect, it } from "vitest";
import { workbookWith } from "../schema/spreadsheet/workbook-file.ts";
import { dayFromToday, record, user } from "./audit-world.ts";
import { commit, git, type Place, place } from "./harness.ts";

const RANGE = ["--from", dayFromToday(-25), "--to", dayFromToday(1)];

/** What one car's commit is, by each command that names one. */
interface Named {
  readonly history: string;
  readonly find: string;
  readonly plan: string;
  /** Of the car that left, the proof of its claim; of the car that came, the message of its finding. */
  readonly audit: string;
}

/** How the cars of a fleet are written down. */
interface Form {
  /** The fleet file to give to the commands at last. */
  readonly file?: string;
  /** Writes the file with these cars. */
  readonly write: (here: Place, cars: readonly string[]) => void;
  /** Committed at last. */
  readonly atLast?: (here: Place) => void;
}

const fleet = (account: string) => `version: 1\nmode: billing-account\naccounts:\n  - baId: 4711\n    ${account}\n`;
const inline = (cars: readonly string[]) => fleet(`cars:\n${cars.map((car) => `      - ${car}\n`).join("")}`);
const csv = (cars: readonly string[]) => `Plate;Driver\n${cars.map((car) => `${car};Driver of ${car[0]}\n`).join("")}`;

function move(here: Place, from: string, to: string): void {
  mkdirSync(join(here.folder, dirname(to)), { recursive: true });
  git(here, "mv", from, to);
}

function writeInline(here: Place, cars: readonly string[]): void {
  here.write("fleet.yaml", inline(cars));
}

function writeCsv(here: Place, cars: readonly string[]): void {
  here.write("fleet.yaml", fleet("carsFrom: [{ file: lists/cars.csv, column: Plate }]"));
  here.write("lists/cars.csv", csv(cars));
}

const FORMS: Readonly<Record<string, Form>> = {
  "lines of a fleet file": { write: writeInline },
  "rows of a CSV list": { write: writeCsv },
  "rows of a workbook": {
    write(here, cars) {
      here.write("fleet.yaml", fleet("carsFrom: [{ file: cars.xlsx, column: Plate }]"));
      writeFileSync(join(here.folder, "cars.xlsx"), workbookWith([["Plate"], ...cars.map((car) => [car])]));
    },
  },
  "a fleet file that was moved to another folder at last": {
    file: "fleets/fleet.yaml",
    write: writeInline,
    atLast: (here) => move(here, "fleet.yaml", "fleets/fleet.yaml"),
  },
  "a fleet file that was moved out of another folder at last": {
    file: "fleets/fleet.yaml",
    write: (here, cars) => here.write("old/cars.yaml", inline(cars)),
    atLast: (here) => move(here, "old/cars.yaml", "fleets/fleet.yaml"),
  },
  "a fleet file that got the other usual name at last": {
    file: "platectl.yaml",
    write: writeInline,
    atLast: (here) => move(here, "fleet.yaml", "platectl.yaml"),
  },
  "a CSV list that was moved at last": {
    write: writeCsv,
    atLast(here) {
      move(here, "lists/cars.csv", "pool/all.csv");
      here.write("fleet.yaml", fleet("carsFrom: [{ file: pool/all.csv, column: Plate }]"));
    },
  },
  "a fleet file whose lines change their order and their comments": {
    write: writeInline,
    atLast: (here) => here.write("fleet.yaml", `# All cars.\n${here.read("fleet.yaml")}`),
  },
};

/**
 * A car that left 15 days ago and one that came 12 days ago, with other commits before, between and after; each was billed while it
 * was not to be there, and the list has not been changed yet.
 */
async function fleetWith({ write, atLast }: Form) {
  const billing = [
    record(1, "KEEP1", { day: dayFromToday(-24) }),
    record(2, "NEW1", { day: dayFromToday(-20) }),
    record(3, "SOLD1", { day: dayFromToday(-8) }),
  ];
  const accounts = [{ baId: "4711", cars: ["KEEP1", "SOLD1"], users: [user("1", "ACTIVE")], billing }];
  const here = await place({ mode: "billing-account", start: { accounts } });
  git(here, "init", "-q", "-b", "main");
  for (const folder of ["lists", "old"]) mkdirSync(join(here.folder, folder));
  const change = (cars: readonly string[], days: number) => {
    write(here, cars);
    return commit(here, "change", dayFromToday(days));
  };
  change(["KEEP1", "SOLD1"], -60);
  change(["KEEP1", "SOLD1", "OTHER1"], -50);
  const left = change(["KEEP1", "OTHER1"], -15);
  const came = change(["KEEP1", "OTHER1", "NEW1"], -12);
  change(["KEEP1", "NEW1"], -9);
  if (atLast) {
    atLast(here);
    commit(here, "move", dayFromToday(-4));
  }
  return { here, left, came };
}

async function named(here: Place, plate: string, file: readonly string[]): Promise<Named> {
  const json = async (...args: readonly string[]) => JSON.parse((await here.run(...args, "--json", ...file)).stdout);
  const { commits } = await json("history", plate, "--offline");
  const found = await json("car", "find", plate, "--offline");
  const plan = await json("plan");
  const change = plan.scopes[0].changes.find((one: { licenseNumber: string }) => one.licenseNumber === plate);
  const { findings } = await json("audit", "--info", "--claims", "claims.csv", ...RANGE);
  const claims = parseCsv<Record<string, string>>(here.read("claims.csv"), { columns: true, record_delimiter: "\r\n" });
  const claim = claims.find(({ licensePlate }) => licensePlate === plate)?.["evidence"];
  const finding = findings.find(
    (one: { rule: string; licenseNumber: string }) => one.rule.startsWith("billed") && one.licenseNumber === plate,
  );
  const isNamed = /commit ([0-9a-f]{40}) of (\S+)/;
  return {
    history: `${commits.rows.at(-1).commit} ${commits.rows.at(-1).at.slice(0, 10)}`,
    find: `${found.commit.commit} ${found.commit.at.slice(0, 10)}`,
    plan: `${change.reason.commit} ${change.reason.at?.slice(0, 10)}`,
    audit:
      isNamed
        .exec(claim ?? finding?.message ?? "")
        ?.slice(1)
        .join(" ") ?? "",
  };
}

const everywhere = (commitName: string, days: number): Named => {
  const text = `${commitName} ${dayFromToday(days)}`;
  return { history: text, find: text, plan: text, audit: text };
};

it.each(Object.entries(FORMS))("history, car find, plan and audit name one commit of a car in %s", async (_, form) => {
  const { here, left, came } = await fleetWith(form);
  const file = form.file === undefined ? [] : ["-f", form.file];
  expect(await named(here, "SOLD1", file)).toEqual(everywhere(left, -15));
  expect(await named(here, "NEW1", file)).toEqual(everywhere(came, -12));
});

it("history, car find, plan and audit name one commit of both plates of a correction", async () => {
  const billing = [record(1, "AB12O4S", { day: dayFromToday(-8) }), record(2, "KEEP1", { day: dayFromToday(-24) })];
  const accounts = [{ baId: "4711", cars: ["KEEP1", "AB12O4S"], users: [user("1", "ACTIVE")], billing }];
  const here = await place({ mode: "billing-account", start: { accounts } });
  git(here, "init", "-q", "-b", "main");
  writeInline(here, ["KEEP1", "AB12O4S"]);
  commit(here, "change", dayFromToday(-60));
  writeInline(here, ["KEEP1", "AB12O45"]);
  const corrected = commit(here, "correct", dayFromToday(-15));
  expect(await named(here, "AB12O4S", [])).toEqual(everywhere(corrected, -15));
  expect(await named(here, "AB12O45", [])).toEqual({ ...everywhere(corrected, -15), audit: "" });
});

it("history, car find, plan and audit name the commit that took a car out, though it broke the file, too", async () => {
  const billing = [record(1, "SOLD1", { day: dayFromToday(-8) }), record(2, "KEEP1", { day: dayFromToday(-24) })];
  const accounts = [{ baId: "4711", cars: ["KEEP1", "SOLD1"], users: [user("1", "ACTIVE")], billing }];
  const here = await place({ mode: "billing-account", start: { accounts } });
  git(here, "init", "-q", "-b", "main");
  writeInline(here, ["KEEP1", "SOLD1"]);
  commit(here, "change", dayFromToday(-60));
  here.write("fleet.yaml", `${inline(["KEEP1"])}broken`);
  const left = commit(here, "sell it", dayFromToday(-15));
  writeInline(here, ["KEEP1"]);
  commit(here, "repair", dayFromToday(-12));
  expect(await named(here, "SOLD1", [])).toEqual(everywhere(left, -15));
});
