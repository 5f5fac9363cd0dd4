import fc from "fast-check";
import { expect, it } from "vitest";
import { firstBatch } from "../../src/apply/run/request-size.ts";
import { SendQueue } from "../../src/apply/send/send-pending.ts";
import type { CarToWrite, WriteRequest } from "../../src/run/ports/index.ts";

const HEAD = 200;
const headBytes = ({ cars }: WriteRequest) =>
  cars.reduce((bytes, { licenseNumber }) => bytes + Buffer.byteLength(encodeURIComponent(licenseNumber)) + 4, HEAD);

function cut(plates: readonly string[], limits: { cars: number; headBytes: number }): CarToWrite[][] {
  const queue = new SendQueue<CarToWrite>([plates.map((licenseNumber) => ({ licenseNumber, features: [] }))]);
  const batches: CarToWrite[][] = [];
  for (let cars = queue.first(limits.cars); cars.length > 0; cars = queue.first(limits.cars)) {
    const batch = firstBatch({ action: "delete", scope: "global", cars }, limits.headBytes, headBytes);
    batches.push([...batch.cars]);
    queue.take(batch.cars.length);
  }
  return batches;
}

const plates = fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 16 }));
const limits = fc.record({ cars: fc.integer({ min: 1, max: 20 }), headBytes: fc.integer({ min: 1, max: 600 }) });

it("F9: batches hold all cars in order, each within its limits or a single car", () => {
  fc.assert(
    fc.property(plates, limits, (all, limit) => {
      const batches = cut(all, limit);
      expect(batches.flat().map((car) => car.licenseNumber)).toEqual(all);
      for (const cars of batches) {
        expect(cars.length).toBeGreaterThan(0);
        expect(cars.length).toBeLessThanOrEqual(limit.cars);
        const bytes = headBytes({ action: "delete", scope: "global", cars });
        if (cars.length > 1) expect(bytes).toBeLessThanOrEqual(limit.headBytes);
      }
      // None of them has room for the first car of the next one.
      for (const [at, next] of batches.slice(1).entries()) {
        const cars = [...(batches[at] ?? []), ...next.slice(0, 1)];
        const bytes = headBytes({ action: "delete", scope: "global", cars });
        expect(cars.length > limit.cars || bytes > limit.headBytes).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

it("what is sent after some that were announced is of one group, as what is next is", () => {
  const queue = new SendQueue([[1, 2], [3], [], [4, 5, 6]]);
  const firsts = Array.from({ length: 7 }, (_, skipped) => queue.first(2, skipped));
  expect(firsts).toEqual([[1, 2], [2], [3], [4, 5], [5, 6], [6], []]);
  queue.take(1);
  expect([queue.first(2), queue.first(2, 1)]).toEqual([[2], [3]]);
  queue.take(1);
  queue.putFirst([7]);
  expect([queue.first(2), queue.first(2, 1)]).toEqual([[7], [3]]);
});
