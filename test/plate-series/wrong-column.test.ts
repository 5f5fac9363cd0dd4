import { expect, it } from "vitest";
import { Exports } from "../convergence/exports.ts";
import { keyOf } from "../plan/support.ts";

/** What a plan makes of a column beside these cars on the live list. */
async function judged(listed: readonly string[], cells: readonly string[], country = "") {
  const defaults = country === "" ? "" : `defaults: { country: ${country} }\n`;
  const exports = new Exports()
    .csv("l.csv", cells)
    .write("fleet.yaml", `version: 1\nmode: global\n${defaults}carsFrom: [{ file: l.csv, column: plate }]\n`);
  const reading = await exports.read();
  if (reading.kind === "invalid") return { sent: [], isRefused: true };
  const cars = listed.map((licenseNumber) => ({ licenseNumber, plateKey: keyOf(licenseNumber), features: [] }));
  const entries = new Map(cars.map((car) => [car.plateKey, { ...car, addedByCustomerCare: false }] as const));
  const list = { scope: "global", source: "list", entries, unreadable: [] } as const;
  const live = { scopes: new Map([["global" as const, list]]), memory: new Map() };
  const { desired: files } = reading;
  const { desired, wrongList } = files.judge?.(files, live) ?? { desired: files, wrongList: undefined };
  const sent = [...(desired.scopes[0]?.entries.values() ?? [])].map(({ licenseNumber }) => licenseNumber);
  return { sent, isRefused: wrongList !== undefined };
}

const numbered = (text: (at: number) => string, count = 12) => Array.from({ length: count }, (_, at) => text(at));
const LETTERS = "BDFGHJKLNPRST";
const letters = (at: number) => `${LETTERS[(at * 7) % 13]}${LETTERS[(at * 5 + 3) % 13]}`;
const FLEETS: readonly [string, readonly string[]][] = [
  ["DE", numbered((at) => `${["M", "HH", "KÖ"][at % 3]}-${letters(at)} ${101 + at * 37}`)],
  ["DE", numbered((at) => `M${letters(at)}${101 + at * 37}`)],
  ["DK", numbered((at) => `${letters(at)}${20_101 + at * 371}`)],
  ["SE", numbered((at) => `${letters(at)}K ${101 + at * 37}`)],
  ["FI", numbered((at) => `${letters(at)}K-${101 + at * 37}`)],
  ["NL", numbered((at) => `${letters(at)}-${101 + at * 37}-${LETTERS[at]}`)],
];
const COLUMNS: readonly [string, readonly string[]][] = [
  ["drivers by number", numbered((at) => `F${at}`)],
  ["employees", numbered((at) => String(4711 + at * 13))],
  ["cost centres", numbered((at) => `KST-${1000 + at * 100}`)],
  ["cost centres with blanks", numbered((at) => `KST ${4711 + at}`)],
  ["parking places", numbered((at) => `P${at + 1}`)],
  ["parking places by floor", numbered((at) => `${"ABC"[at % 3]}-${at + 1}`)],
  ["days", numbered((at) => `2026-03-${10 + at}`)],
  ["days in words", numbered((at) => `${at + 1}-Mar`)],
  ["models", ["BMW 320", "VW ID.3", "A4", "GLC 300", "C 200", "GOLF 7", "X5 30D", "I4", "E 220", "500E", "Q5", "EV6"]],
  ["contracts", numbered((at) => `CTR-${String(1235 + at * 31).padStart(7, "0")}`)],
  ["pages", numbered((at) => `Seite ${at + 1}`)],
];

it.each(FLEETS.flatMap(([country, cars]) => COLUMNS.map(([name, cells]) => ({ country, cars, name, cells }))))(
  "a column of $name in place of the plates of $cars.0 and others is refused as a whole",
  async ({ country, cars, cells }) => {
    for (const declared of ["", country]) expect((await judged(cars, cells, declared)).isRefused).toBe(true);
    expect((await judged(cars, [...cells, ...cars.slice(0, 1)])).isRefused).toBe(true);
  },
);

it("so is one of a few cells, which hold what is on the list", async () => {
  for (const [, cars] of FLEETS) expect((await judged(cars, ["F1", "F2"])).sent).toEqual([]);
});

it.each(FLEETS)(
  "a whole fleet of %s may be exchanged, also where another system writes its plates: %s",
  async (country, cars) => {
    const [old, others] = [cars.slice(0, 6), cars.slice(6)];
    const spelled = cars[0]?.startsWith("M-") ? others : others.map((plate) => plate.replace(/[ -]/g, ""));
    for (const declared of ["", country])
      for (const cells of [others, spelled])
        expect(await judged(old, cells, declared)).toEqual({ sent: cells, isRefused: false });
  },
);

it("where nothing is on a list, its first cells speak for each other as before", async () => {
  expect(
    await judged(
      [],
      numbered((at) => `F${10 + at}`),
    ),
  ).toMatchObject({ isRefused: false });
});

it.each(["X-XX 000", "XX-XX 000", "AA-AA 0000", "000000", "XXXXXX", "N-N 0", "xx-xx 00"])(
  "the placeholder %s is not sent, unless it is on the list",
  async (text) => {
    for (const [country, cars] of FLEETS)
      for (const declared of ["", country]) {
        expect((await judged(cars, [...cars, text], declared)).sent).toEqual(cars);
        expect((await judged([...cars, text], [...cars, text], declared)).sent).toEqual([...cars, text]);
      }
  },
);
