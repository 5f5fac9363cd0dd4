import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_INTERFACE, type LiveScope, listDigest } from "../../src/allowlist/index.ts";
import { sweepScope } from "../../src/live/index.ts";
import type { ListReader } from "../../src/run/ports/index.ts";
import { pageOf, plates, portsWith } from "./support.ts";

/** What others do to the list just before a page is read: take out the car at a place, or put a new one in. */
type Write = { readonly kind: "delete"; readonly at: number } | { readonly kind: "add" };
type Order = "oldest first" | "newest first" | "by plate";

const SETTINGS = { ...DEFAULT_INTERFACE, pageSize: 3 };
const orders = fc.constantFrom<Order>("oldest first", "newest first", "by plate");
const adding = fc.constant<Write>({ kind: "add" });
const deleting = fc.record({ kind: fc.constant("delete" as const), at: fc.nat(20) });
/** The writes before each page; in most gaps nothing happens. */
const writesOf = (write: fc.Arbitrary<Write>) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(write, { maxLength: 3 })), { maxLength: 20 });

/** A list of a stable order under others' writes. New cars are new: none that was taken out comes back. */
function movingList(count: number, order: Order, writes: readonly (readonly Write[])[]) {
  let list = plates(count);
  const steady = new Set(list);
  const ever = new Set(list);
  let page = 0;
  let fresh = 0;
  const happen = (write: Write): void => {
    if (write.kind === "delete") {
      const [gone] = list.splice(write.at % Math.max(list.length, 1), 1);
      if (gone !== undefined) steady.delete(gone);
      return;
    }
    fresh += 1;
    const plate = `${fresh % 2 ? "AA" : "ZZ"}${1000 + fresh}`;
    ever.add(plate);
    list = order === "newest first" ? [plate, ...list] : [...list, plate];
    if (order === "by plate") list.sort();
  };
  const carPage: ListReader["carPage"] = async (_, asked) => {
    for (const write of writes[page++] ?? []) happen(write);
    return pageOf(list, asked);
  };
  return { ...portsWith({ carPage }), steady, ever };
}

async function swept({ ports }: ReturnType<typeof movingList>): Promise<LiveScope | undefined> {
  return sweepScope("global", SETTINGS, ports).catch(() => undefined);
}

function missing(steady: ReadonlySet<string>, { entries }: LiveScope): string[] {
  const seen = new Set([...entries.values()].map(({ licenseNumber }) => licenseNumber));
  return [...steady].filter((plate) => !seen.has(plate));
}

describe("V16: a list that others change while it is read", () => {
  const count = fc.integer({ min: 4, max: 14 });

  it.each([
    ["add", adding],
    ["delete", deleting],
  ])("others who only %s never make an accepted sweep miss a steady car", async (_, write) => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(count, orders, writesOf(write), async (cars, order, writes) => {
        const list = movingList(cars, order, writes);
        const live = await swept(list);
        if (!live) return;
        accepted += 1;
        expect(missing(list.steady, live)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it("two equal sweeps never miss a steady car, whatever others do, and every car of a sweep was on the list", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(count, orders, writesOf(fc.oneof(adding, deleting)), async (cars, order, writes) => {
        const list = movingList(cars, order, writes);
        const first = await swept(list);
        const seen = [...(first?.entries.values() ?? [])].map(({ licenseNumber }) => licenseNumber);
        expect(seen.filter((plate) => !list.ever.has(plate))).toEqual([]);
        const second = first && (await swept(list));
        if (!second || listDigest(first.entries.values()) !== listDigest(second.entries.values())) return;
        accepted += 1;
        expect(missing(list.steady, second)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
