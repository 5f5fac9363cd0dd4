import fc from "fast-check";
import { expect, it } from "vitest";
import { countUp, groupBy, mapConcurrent } from "../../src/run/collections.ts";

/** Lets other tasks go on. */
const yieldOnce = (): Promise<void> => Promise.resolve();

async function yieldTimes(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await yieldOnce();
}

it("concurrent tasks give their results in the items' order, however long each takes, never more than the limit at once", async () => {
  const items = fc.array(fc.nat(9), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: 1, max: 6 }), async (lengths, limit) => {
      let running = 0;
      let most = 0;
      const results = await mapConcurrent(lengths, limit, async (length) => {
        running += 1;
        most = Math.max(most, running);
        await yieldTimes(length);
        running -= 1;
        return length * 2;
      });
      expect(results).toEqual(lengths.map((length) => length * 2));
      expect(most).toBe(Math.min(limit, lengths.length));
    }),
  );
});

it("a concurrent task that fails keeps further ones from starting, and waits for those under way", async () => {
  const ended: number[] = [];
  const started: number[] = [];
  const all = mapConcurrent([0, 1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    started.push(item);
    await yieldTimes(item === 1 ? 1 : 20);
    if (item === 1) throw new Error("first");
    if (item === 2) throw new Error("second");
    ended.push(item);
  });
  await expect(all).rejects.toThrow("first");
  expect(started).toEqual([0, 1, 2]);
  expect(ended).toEqual([0]);
});

it("items are grouped in the order in which their keys came, and counted one by one unless a number is given", () => {
  expect([...groupBy(["b1", "a1", "b2"], ([key]) => key)]).toEqual([
    ["b", ["b1", "b2"]],
    ["a", ["a1"]],
  ]);
  const counts = new Map<string, number>();
  for (const more of [undefined, undefined, 5]) countUp(counts, "a", more);
  expect(counts).toEqual(new Map([["a", 7]]));
});
