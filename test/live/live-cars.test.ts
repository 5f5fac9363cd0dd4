import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_INTERFACE, type LiveEntry, listDigest, type PlateKey, plateKeyOf } from "../../src/allowlist/index.ts";
import { sweepScope } from "../../src/live/index.ts";
import type { CarRow, ListReader } from "../../src/run/ports/index.ts";
import { pageOf, portsWith } from "./support.ts";

const RULES = { foldLookalikes: false };

/** What a list of rows means, said plainly: rows by plate key, the least spelling first, the others beside it. */
function meaningOf(rows: readonly CarRow[]): { entries: [PlateKey, LiveEntry][]; unreadable: string[] } {
  const groups = new Map<PlateKey, CarRow[]>();
  const unreadable: string[] = [];
  for (const row of rows) {
    const plateKey = plateKeyOf(row.licenseNumber, RULES);
    if (plateKey === undefined) unreadable.push(row.licenseNumber);
    else groups.set(plateKey, [...(groups.get(plateKey) ?? []), row]);
  }
  const entries = [...groups].map(([plateKey, group]): [PlateKey, LiveEntry] => {
    const sorted = group.sort((left, right) => (left.licenseNumber < right.licenseNumber ? -1 : 1));
    const [first, ...others] = sorted.map(({ licenseNumber }) => licenseNumber);
    const entry = {
      licenseNumber: first ?? "",
      plateKey,
      features: [...new Set(sorted[0]?.features)].sort(),
      addedByCustomerCare: group.some(({ addedByCustomerCare }) => addedByCustomerCare),
    };
    return [plateKey, others.length === 0 ? entry : { ...entry, otherSpellings: others }];
  });
  return { entries, unreadable: unreadable.sort() };
}

/** A list of that order, served in pages whose answers overtake each other. */
function reader(rows: readonly CarRow[], delays: readonly number[]): ListReader["carPage"] {
  return async (_, page) => {
    for (let turn = delays[page.number % delays.length] ?? 0; turn > 0; turn -= 1) await undefined;
    const honest = pageOf(
      rows.map(({ licenseNumber }) => licenseNumber),
      page,
    );
    return { ...honest, items: rows.slice(page.number * page.size, (page.number + 1) * page.size) };
  };
}

const plate = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: fc.constantFrom(..."AaBb1 -.é"), maxLength: 5 }) },
  fc.constantFrom("a1b2", "A1 B2", "A1-B2", "", "A\nB", "ＡB", "Ü1", "u1", "constructor", "__proto__", "\u202eAB2"),
);
const row = fc.record({
  licenseNumber: plate,
  features: fc.array(fc.constantFrom("LEASING", "B", 'B","C', ""), { maxLength: 3 }),
  addedByCustomerCare: fc.boolean(),
});
const unique = { selector: ({ licenseNumber }: CarRow) => licenseNumber, maxLength: 40 };
const rows = fc.uniqueArray(row, unique);
it("a live list means what its rows say, in their order, in whatever order the pages come", async () => {
  const delays = fc.array(fc.nat(12), { minLength: 1, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(rows, delays, async (list, turns) => {
      const { ports } = portsWith({ carPage: reader(list, turns) });
      const live = await sweepScope("global", { ...DEFAULT_INTERFACE, ...RULES, pageSize: 4 }, ports);
      const meaning = meaningOf(list);
      expect({ entries: [...live.entries], unreadable: live.unreadable }).toEqual(meaning);
      const reversed = meaning.entries.map(([, entry]) => entry).reverse();
      expect(listDigest(live.entries.values())).toBe(listDigest(reversed));
    }),
    { numRuns: 1000 },
  );
});

it("a live list that names one row twice is read again, until it is certain that the list does", async () => {
  for (const licenseNumber of ["AB1", "A-1", "no plate!"]) {
    const one = { licenseNumber, features: [], addedByCustomerCare: false };
    const twin = { ...one, licenseNumber: "A1" };
    const { ports, slept } = portsWith({ carPage: reader([one, twin, one], [0]) });
    const settings = { ...DEFAULT_INTERFACE, pageSize: 1 };
    expect(await sweepScope("global", settings, ports)).toMatchObject({ repeated: [licenseNumber] });
    expect(slept).toHaveLength(3);
    if (licenseNumber === "no plate!") continue;
    const changed = { ...one, addedByCustomerCare: true };
    const other = portsWith({ carPage: reader([one, twin, changed], [0]) });
    await expect(sweepScope("global", settings, other.ports)).rejects.toThrow("the same car is on it twice");
  }
});
