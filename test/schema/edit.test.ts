import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { editFleet } from "../../src/schema/edit/edit-fleet.ts";
import type { CarEdit, EditResult } from "../../src/schema/edit/rewrite.ts";
import { parseFleet } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { folderWith } from "./fleet-text.ts";
import { messyFleet } from "./messy-fleet.ts";

/** Lists beside the fleet file of an account. */
const LISTS = { "all.csv": "p,a\nA1,1\n", "own.txt": "A2\n" };

async function edited(text: string, edit: CarEdit): Promise<EditResult> {
  const cwd = folderWith({ "fleet.yaml": text, ...LISTS });
  const result = await editFleet(["fleet.yaml"], edit, { cwd });
  expect(readFileSync(join(cwd, "fleet.yaml"), "utf8")).toBe(text);
  return result;
}

async function textAfter(text: string, edit: CarEdit): Promise<string> {
  const result = await edited(text, edit);
  return result.kind === "edited" ? result.file.text : `${result.kind} ${JSON.stringify(result)}`;
}

const add = (licenseNumber: string, more: object = {}): CarEdit => ({ kind: "add", car: { licenseNumber, ...more } });
const remove = (licenseNumber: string): CarEdit => ({ kind: "remove", licenseNumber });
const end = (licenseNumber: string, on = "2027-01-31"): CarEdit => ({ kind: "end", licenseNumber, on });
const fleet = (cars: string) => `version: 1\nmode: global\ncars:${cars}`;
const LEASED = { validUntil: "2027-01-31", note: "lease: 7" };

it.each(rowsOf(import.meta.url, "a car is added", TEXT, TEXT, z.looseObject({ licenseNumber: TEXT }), TEXT))(
  "a car is added %s",
  async (_, before, car, after) => {
    expect(await textAfter(fleet(before), { kind: "add", car })).toBe(fleet(after));
  },
);

it("a car is added to an account, whose `count` and that of the file follow", async () => {
  const text = (count: number, cars: string) =>
    `version: 1\nmode: billing-account\ncount: ${count}\naccounts:\n  - { baId: 1, cars: [] }\n  - baId: 2\n    count: ${count}\n    cars:${cars}\n`;
  expect(await textAfter(text(1, "\n    - A1"), { ...add("B1"), account: "2" })).toBe(text(2, "\n    - A1\n    - B1"));
});

const text = (account: string) =>
  `version: 1\nmode: billing-account\naccounts:\n${account}carsFrom: [{ file: all.csv, column: p, account: a }]\n`;

it.each([
  ["  - baId: 1 # one\n    name: x\n", "  - baId: 1 # one\n    name: x\n    cars:\n      - B1\n"],
  ["  - { baId: 1 }\n", "  - { baId: 1, cars: [B1] }\n"],
  [
    "  - baId: 1\n    carsFrom: [{ file: own.txt }]\n",
    "  - baId: 1\n    cars:\n      - B1\n    carsFrom: [{ file: own.txt }]\n",
  ],
])("an account without cars of its own gets a list of cars: %j", async (before, after) => {
  const edit: CarEdit = { kind: "add", car: { licenseNumber: "B1" }, account: "1", into: "fleet.yaml" };
  expect(await textAfter(text(before), edit)).toBe(text(after));
});

it.each(rowsOf(import.meta.url, "a car is removed", TEXT, TEXT, TEXT, TEXT))(
  "a car is removed %s",
  async (_, before, plate, after) => {
    expect(await textAfter(fleet(before), remove(plate))).toBe(fleet(after));
  },
);

it.each(rowsOf(import.meta.url, "the last day is written for", TEXT, TEXT, TEXT))(
  "the last day is written for %s",
  async (_, before, after) => {
    expect(await textAfter(fleet(before), end("A1"))).toBe(fleet(after));
  },
);

it("a car that is written twice is not removed by half", async () => {
  const result = await edited(fleet("\n  - A1\n  - a-1\n"), remove("A1"));
  expect(result).toEqual({
    kind: "refused",
    message: expect.stringMatching(/written twice, also at fleet\.yaml:4:5/),
  });
});

it("an edit after which the file is invalid gives its problems", async () => {
  const result = await edited(fleet("\n  - { licenseNumber: A1, validFrom: 2027-02-01 }\n"), end("A1"));
  expect(result).toMatchObject({ kind: "invalid", when: "after", diagnostics: [{ code: "validity-backwards" }] });
  const unusual = "version: 1\nmode: global\n? cars\n: - A1\n  - B1\n";
  expect((await edited(unusual, remove("A1"))).kind).not.toBe("edited");
});

const seeds = fc.integer({ min: 0, max: 1_000_000 });
const values = (text: string) => {
  const reading = parseFleet(text, "fleet.yaml");
  if (reading.kind === "invalid") throw new Error(JSON.stringify(reading.diagnostics));
  return reading.desired.scopes.flatMap(({ scope, entries }) =>
    [...entries.values()].map(({ source: _, ...car }) => ({ scope, ...car })),
  );
};
const isWithin = (text: string, longer: string) => {
  let at = 0;
  for (const character of longer) if (character === text[at]) at += 1;
  return at === text.length;
};

it.each(["LF", "CRLF"])(
  "in any layout, an added car is the only difference, and removing it gives the text back (%s)",
  async (ends) => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.boolean(), async (seed, hasDays) => {
        const written = messyFleet(seed).text.replaceAll("\r\n", "\n");
        const text = ends === "CRLF" ? written.replaceAll("\n", "\r\n") : written;
        const account = /baId: *["']?1/.test(text) ? { account: "1" } : {};
        if (text.includes("billing-account") && !("account" in account)) return;
        const result = await edited(text, { ...add("ZZ 99", hasDays ? LEASED : {}), ...account });
        if (result.kind !== "edited") throw new Error(`${JSON.stringify(result)}\n${text}`);
        const after = result.file.text;
        const plain = (cars: readonly { licenseNumber: string }[]) =>
          cars.filter((car) => car.licenseNumber !== "ZZ 99");
        expect(plain(values(after))).toEqual(values(text));
        expect(values(after)).toHaveLength(values(text).length + 1);
        expect(after.includes("\r")).toBe(ends === "CRLF");
        // Nothing was taken out but the brackets of an empty list.
        expect(isWithin(text.replace(/\s*\[\s*\]/g, ""), after)).toBe(true);
        const back = await edited(after, { ...remove("ZZ99"), ...account });
        if (back.kind !== "edited") throw new Error(`${JSON.stringify(back)}\n${after}`);
        expect(values(back.file.text)).toEqual(values(text));
      }),
      { numRuns: cases(300) },
    );
  },
);

it("in any layout, every car can be removed or ended, and nothing else changes", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.nat(), fc.boolean(), async (seed, which, isRemoved) => {
      const { text, plates } = messyFleet(seed);
      const plate = plates[which % Math.max(plates.length, 1)];
      if (plate === undefined) return;
      const result = await edited(text, isRemoved ? remove(plate) : end(plate));
      if (result.kind !== "edited") throw new Error(`${JSON.stringify(result)}\n${text}`);
      const after = result.file.text;
      const others = (cars: readonly { licenseNumber: string }[]) => cars.filter((car) => car.licenseNumber !== plate);
      expect(others(values(after))).toEqual(others(values(text)));
      expect(values(after).find((car) => car.licenseNumber === plate)?.validUntil).toBe(
        isRemoved ? undefined : "2027-01-31",
      );
      if (isRemoved) expect(isWithin(after.replace(" []", ""), text)).toBe(true);
      else expect(after.match(/#c\d+/g)).toEqual(text.match(/#c\d+/g));
    }),
    { numRuns: cases(600) },
  );
});
