import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { workbookWith } from "../tables/spreadsheet/workbook-file.ts";
import { dayFromToday, record, user } from "./audit-world.ts";
import { claimsIn } from "./claims-world.ts";
import { commit, git, type Place, place } from "./harness.ts";

const RANGE = ["--from", dayFromToday(-25), "--to", dayFromToday(1)];
const KEPT = record(1, "KEEP1", { day: dayFromToday(-24) });

/** How the cars of a fleet are written down. */
interface Form {
  /** Writes the files with these cars. */
  readonly write: (here: Place, cars: readonly string[]) => void;
  /** Committed at last. */
  readonly atLast?: (here: Place) => void;
  /** The fleet file to give to the commands then. */
  readonly file?: string;
}

const fleet = (account: string) => `version: 1\nmode: billing-account\naccounts:\n  - baId: 4711\n    ${account}\n`;
const inline = (cars: readonly string[]) => fleet(`cars:\n${cars.map((car) => `      - ${car}\n`).join("")}`);
const writeInline: Form["write"] = (here, cars) => void here.write("fleet.yaml", inline(cars));

function move(here: Place, from: string, to: string): void {
  mkdirSync(join(here.folder, dirname(to)), { recursive: true });
  git(here, "mv", from, to);
}

const FORMS: Readonly<Record<string, Form>> = {
  "rows of a workbook with a name in capital letters": {
    write(here, cars) {
      here.write("fleet.yaml", fleet("carsFrom: [{ file: CARS.XLSX, column: Plate }]"));
      writeFileSync(join(here.folder, "CARS.XLSX"), workbookWith([["Plate"], ...cars.map((car) => [car])]));
    },
  },
  "a fleet file that was moved out of another folder at last": {
    write: (here, cars) => here.write("old/cars.yaml", inline(cars)),
    atLast: (here) => move(here, "old/cars.yaml", "fleets/fleet.yaml"),
    file: "fleets/fleet.yaml",
  },
  "a fleet file that was moved at last, once there was another one": {
    write: (here, cars) => here.write("old/cars.yaml", inline(cars)),
    atLast(here) {
      here.write("fleets/more.yaml", "version: 1\nmode: billing-account\naccounts: []\n");
      commit(here, "more", dayFromToday(-5));
      move(here, "old/cars.yaml", "fleets/fleet.yaml");
    },
    file: "fleets/*.yaml",
  },
  "a fleet file that got the other usual name at last": {
    write: writeInline,
    atLast: (here) => move(here, "fleet.yaml", "platectl.yaml"),
    file: "platectl.yaml",
  },
  "a CSV list that was moved at last": {
    write(here, cars) {
      here.write("fleet.yaml", fleet("carsFrom: [{ file: lists/cars.csv, column: Plate }]"));
      here.write("lists/cars.csv", `Plate;Driver\n${cars.map((car) => `${car};Driver of ${car[0]}\n`).join("")}`);
    },
    atLast(here) {
      move(here, "lists/cars.csv", "pool/all.csv");
      here.write("fleet.yaml", fleet("carsFrom: [{ file: pool/all.csv, column: Plate }]"));
    },
  },
  "a fleet file beside an invoice and results that were committed": {
    write: writeInline,
    atLast: (here) =>
      here.write(
        "old.csv",
        "rule,account,licensePlate\nbilled-twice,4711,NEW1\n2026-01-02,SOLD1,12.00\naccount:4711,delete,SOLD1\n",
      ),
  },
  "a fleet file whose lines change their order and their comments": {
    write: writeInline,
    atLast: (here) => here.write("fleet.yaml", `# All cars.\n${here.read("fleet.yaml")}`),
  },
};

/** An account with these cars, whose list has not been changed yet, in a repository without commits. */
async function repository(cars: string[], ...billing: ReturnType<typeof record>[]): Promise<Place> {
  const accounts = [{ baId: "4711", cars, users: [user("1", "ACTIVE")], billing }];
  const here = await place({ mode: "billing-account", start: { accounts } });
  git(here, "init", "-q", "-b", "main");
  return here;
}

/** What the commit of each car is, by each command that names one: of a claim in its evidence, else in the message of a finding. */
async function named(here: Place, plates: readonly string[], ...file: readonly string[]) {
  const json = async (...args: readonly string[]) => JSON.parse((await here.run(...args, "--json", ...file)).stdout);
  const plan = await json("plan");
  const { findings } = await json("audit", "--info", "--claims", "claims.csv", "--claims-from", "git", ...RANGE);
  const claims = claimsIn(here);
  const said: Record<string, readonly string[]> = {};
  for (const plate of plates) {
    const isOf = (one: { readonly licenseNumber: string }) => one.licenseNumber === plate;
    const { commits } = await json("history", plate, "--offline");
    const found = await json("car", "find", plate, "--offline");
    const finding = findings.filter(({ rule }: { rule: string }) => rule.startsWith("billed")).find(isOf);
    const evidence = claims.find(({ licensePlate }) => licensePlate === plate)?.["evidence"] ?? finding?.message ?? "";
    said[plate] = [
      ...[commits.rows.at(-1), found.commit, plan.scopes[0].changes.find(isOf).reason].map(
        ({ commit: name, at }) => `${name} ${at.slice(0, 10)}`,
      ),
      /commit ([0-9a-f]{40} of \S+)/.exec(evidence)?.[1]?.replace(" of", "") ?? "",
    ];
  }
  return said;
}

const everywhere = (commitName: string, days: number) => Array(4).fill(`${commitName} ${dayFromToday(days)}`);

// A car left 15 days ago and one came 12 days ago, with other commits before, between and after; each was billed while it was
// not to be there.
it.each(Object.entries(FORMS))(
  "history, car find, plan and audit name one commit of a car in %s",
  async (_, { write, atLast, file }) => {
    const here = await repository(
      ["KEEP1", "SOLD1"],
      KEPT,
      record(2, "NEW1", { day: dayFromToday(-20) }),
      record(3, "SOLD1", { day: dayFromToday(-8) }),
    );
    const change = (days: number, ...cars: readonly string[]) => {
      write(here, cars);
      return commit(here, "change", dayFromToday(days));
    };
    change(-60, "KEEP1", "SOLD1");
    change(-50, "KEEP1", "SOLD1", "OTHER1");
    const left = change(-15, "KEEP1", "OTHER1");
    const came = change(-12, "KEEP1", "OTHER1", "NEW1");
    change(-9, "KEEP1", "NEW1");
    if (atLast) {
      atLast(here);
      commit(here, "move", dayFromToday(-4));
    }
    expect(await named(here, ["SOLD1", "NEW1"], ...(file === undefined ? [] : ["-f", file]))).toEqual({
      SOLD1: everywhere(left, -15),
      NEW1: everywhere(came, -12),
    });
  },
);

it("history, car find, plan and audit name one commit of both plates of a correction", async () => {
  const here = await repository(["KEEP1", "AB12O4S"], KEPT, record(2, "AB12O4S", { day: dayFromToday(-8) }));
  writeInline(here, ["KEEP1", "AB12O4S"]);
  commit(here, "change", dayFromToday(-60));
  writeInline(here, ["KEEP1", "AB12O45"]);
  const corrected = everywhere(commit(here, "correct", dayFromToday(-15)), -15);
  expect(await named(here, ["AB12O4S", "AB12O45"])).toEqual({
    AB12O4S: corrected,
    AB12O45: [...corrected.slice(0, 3), ""],
  });
});

it("history, car find, plan and audit name the commit that took a car out, though it broke the file, too", async () => {
  const here = await repository(["KEEP1", "SOLD1"], KEPT, record(2, "SOLD1", { day: dayFromToday(-8) }));
  writeInline(here, ["KEEP1", "SOLD1"]);
  commit(here, "change", dayFromToday(-60));
  here.write("fleet.yaml", `${inline(["KEEP1"])}broken`);
  const left = commit(here, "sell it", dayFromToday(-15));
  writeInline(here, ["KEEP1"]);
  commit(here, "repair", dayFromToday(-12));
  expect(await named(here, ["SOLD1"])).toEqual({ SOLD1: everywhere(left, -15) });
});
