import { expect, it } from "vitest";
import type { SandboxBehaviour } from "../../src/sandbox/index.ts";
import { requestCases } from "./cases.ts";
import { platesOf, type Visitor, visit } from "./visitor.ts";

requestCases(import.meta.url);

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
