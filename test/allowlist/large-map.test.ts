import { expect, it } from "vitest";
import { LargeMap } from "../../src/allowlist/table/large-map.ts";

it("a large map goes on where one Map is full", () => {
  const map = new LargeMap<string, number>(2);
  expect({ size: map.size, has: map.has("a0"), value: map.get("a0") }).toEqual({
    size: 0,
    has: false,
    value: undefined,
  });
  for (let at = 0; at < 7; at += 1) map.add(`a${at}`, at);
  expect(map.size).toBe(7);
  expect(Array.from({ length: 8 }, (_, at) => map.get(`a${at}`))).toEqual([0, 1, 2, 3, 4, 5, 6, undefined]);
  expect([map.has("a0"), map.has("a6"), map.has("a7")]).toEqual([true, true, false]);
});
