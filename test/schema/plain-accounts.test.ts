import fc from "fast-check";
import { expect, it } from "vitest";
import { type FleetReading, parseFleet } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { ACCOUNTS, findingsOf } from "./fleet-text.ts";

// Accounts with the usual keys are read by hand, others by zod. An empty `absent` means nothing, and zod reads the account.

const pair = fc.constantFrom(
  ...["baId: 4711", "baId: 4712", "baId: '4713'", "baId: 04", "baId: x", "baId: []", "baId: 9223372036854775808"],
  ...["name: Acme", "name: ' '", "name: {}", "name: ''", `name: ${"x".repeat(300)}`],
  ...["count: 1", "count: 2", "count: -1", "count: 1e3", "count: [1]"],
  ...["cars: [AB1]", "cars: [AB1, AB2]", "cars: []", "cars: AB1", "cars: { AB1: AB2 }", "cars: &a [AB1]"],
  ...["constructor: x", "__proto__: x", "note: x"],
);
const account = fc.uniqueArray(pair, { maxLength: 4, selector: (text) => text.split(":")[0] });
const accounts = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(["baId: 4714", "cars: [AB3]"]) }, account), {
  minLength: 1,
  maxLength: 6,
});

function read(written: readonly (readonly string[])[]): FleetReading {
  const items = written.map((pairs) => `  - { ${pairs.join(", ")} }\n`);
  return parseFleet(`${ACCOUNTS}accounts:\n${items.join("")}`, "fleet.yaml");
}

function all(reading: FleetReading): unknown {
  if (reading.kind === "invalid") return reading;
  return { ...reading, scopes: reading.desired.scopes.map((scope) => ({ ...scope, entries: [...scope.entries] })) };
}

it("mean the same read by hand, read by zod, and among accounts that zod reads", () => {
  fc.assert(
    fc.property(accounts, fc.array(fc.boolean()), (written, byZod) => {
      const some = written.map((pairs, at) => (byZod[at] ? [...pairs, "absent: []"] : pairs));
      const every = written.map((pairs) => [...pairs, "absent: []"]);
      const expected = all(read(every));
      expect(all(read(written))).toEqual(expected);
      expect(all(read(some))).toEqual(expected);
    }),
    { numRuns: cases(1000) },
  );
});

it("keep their order and their places among wrong ones", () => {
  const reading = read([["baId: 1", "cars: [AB1]"], ["baId: x", "cars: [A!]"], ["baId: 1", "cars: []"], ["nmae: b"]]);
  expect(findingsOf(reading)).toEqual([
    "wrong-value 5:13",
    "not-a-plate 5:23",
    "duplicate-account 6:13",
    "missing-key 7:5",
    "not-specified 7:5",
    "unknown-key 7:7",
  ]);
});
