import { expect, it } from "vitest";
import type { SandboxBehaviour } from "../../src/sandbox/index.ts";
import { pageOf, platesOf, type Visitor, visit } from "./visitor.ts";

const FIVE = { cars: ["A1", "B2", "C3", "D4", "E5"] };

it.each<[string, string, Partial<SandboxBehaviour>, string[], object]>([
  ["size", "size=2", {}, ["A1", "B2"], { size: 2, number: 0, totalElements: 5, totalPages: 3 }],
  ["count from 0", "page=1&size=2", {}, ["C3", "D4"], { size: 2, number: 1 }],
  ["end short", "page=2&size=2", {}, ["E5"], { size: 2, number: 2 }],
  ["are empty past the end", "page=3&size=2", {}, [], { number: 3, totalPages: 3 }],
  ["have 20 rows unless asked", "", {}, FIVE.cars, { size: 20, totalPages: 1 }],
  ["ignore unknown parameters", "pageNumber=1&size=2", {}, ["A1", "B2"], { number: 0 }],
  ["D3: clamp the size", "size=5", { maxCarPageSize: 3 }, ["A1", "B2", "C3"], { size: 3, totalPages: 2 }],
  ["D3: count in clamped sizes", "size=5&page=1", { maxCarPageSize: 3 }, ["D4", "E5"], { size: 3, number: 1 }],
  ["D5: repeat the last page", "page=9&size=2", { pastTheEnd: "last" }, ["E5"], { size: 2, number: 2 }],
  ["D2: count from 1", "page=2&size=2", { firstPage: 1 }, ["C3", "D4"], { number: 1 }],
  ["D2: count from 1, page 0 too", "page=0&size=2", { firstPage: 1 }, ["A1", "B2"], { number: 0 }],
  [
    "D2: count from 1, and say so",
    "page=2&size=2",
    { firstPage: 1, pageEcho: "numbered" },
    ["C3", "D4"],
    { number: 2 },
  ],
  [
    "D6: show cars twice",
    "page=1&size=4",
    { duplicateRows: 2 },
    ["E5", "A1", "B2"],
    { totalElements: 7, totalPages: 2 },
  ],
  ["pad plates", "size=2", { platePadding: 4 }, ["A1  ", "B2  "], { totalElements: 5 }],
  ["D2: have other parameter names", "p=1&s=2", { pageParam: "p", sizeParam: "s" }, ["C3", "D4"], { number: 1 }],
  ["D2: ignore the usual names then", "page=1&size=2", { pageParam: "p", sizeParam: "s" }, FIVE.cars, { size: 20 }],
  ["D2: repeat what was asked", "size=5", { maxCarPageSize: 2, pageEcho: "asked" }, ["A1", "B2"], { size: 5 }],
  ["put the newest first", "size=2", { listOrder: "newest-first" }, ["E5", "D4"], { totalElements: 5 }],
])("the sandbox serves pages: %s", async (_, query, behaviour, plates, page) => {
  const { get } = await visit({ start: FIVE, behaviour });
  const reply = await get(`/api/cars?${query}`);
  expect(platesOf(reply)).toEqual(plates);
  expect(pageOf(reply).page).toMatchObject(page);
});

it.each(["page=-1", "page=x", "page=1.5", "size=0", "size=-1", "size=1e3", "size="])(
  "pages of the sandbox are a 422 for %s",
  async (query) => {
    const { get } = await visit({ start: FIVE });
    expect((await get(`/api/cars?${query}`)).status).toBe(422);
  },
);

it("pages of users and billing records have at most 1,000 rows (interface 8)", async () => {
  const { get } = await visit({ behaviour: { maxCarPageSize: 5 } });
  for (const list of ["parking-users", "billing-info-records"]) {
    const reply = await get(`/api/billing-accounts/4711/${list}?size=5000`);
    expect(pageOf(reply).page).toMatchObject({ size: 1000, totalPages: 1 });
  }
});

const plates = Array.from({ length: 5000 }, (_, at) => `P${(at * 7919) % 5003}`);

it.each<[SandboxBehaviour["listOrder"], (left: string[]) => string[]]>([
  ["inserted", (left) => left],
  ["newest-first", (left) => left.reverse()],
  ["sorted", (left) => left.sort()],
])(
  "lists of several thousand cars, %s: pages hold every car once, in order, after deletes and adds anywhere",
  async (listOrder, ordered) => {
    const visitor = await visit({ start: { cars: plates }, behaviour: { listOrder } });
    const gone = new Set(plates.filter((_, at) => at % 3 === 0 || (at > 1000 && at < 2500)));
    visitor.sandbox.model.removeCars("global", [...gone]);
    visitor.sandbox.model.putCars("global", ["P0A", "P25", "Z9", ...[...gone].slice(0, 900)]);
    const left = [
      ...new Set([...plates.filter((plate) => !gone.has(plate)), "P0A", "P25", "Z9", ...[...gone].slice(0, 900)]),
    ];
    expect(await sweep(visitor, 700)).toEqual(ordered(left));
  },
);

it("D8: with unstable order every request has an order of its own, so a sweep repeats cars and misses others", async () => {
  const visitor = await visit({
    start: { cars: plates },
    behaviour: { listOrder: "unstable", maxCarPageSize: 5000 },
  });
  expect(new Set(await sweep(visitor, 5000)).size).toBe(5000);
  const swept = await sweep(visitor, 1000);
  expect(swept.length).toBe(5000);
  expect(new Set(swept).size).toBeLessThan(5000);
});

async function sweep({ get }: Visitor, size: number): Promise<string[]> {
  const plates: string[] = [];
  for (let page = 0; ; page += 1) {
    const rows = platesOf(await get(`/api/cars?page=${page}&size=${size}`));
    if (rows.length === 0) return plates;
    plates.push(...rows);
  }
}
