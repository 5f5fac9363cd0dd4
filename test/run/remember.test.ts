import { expect, it } from "vitest";
import type { ScopeReport } from "../../src/apply/index.ts";
import { buildPlan } from "../../src/plan/index.ts";
import { listSnapshot } from "../../src/run/remember.ts";
import { inputsFor, keyOf } from "../plan/support.ts";

const COUNTS = { verified: 0, acknowledged: 0, rejected: 0, unknown: 0, notSent: 0 };

it.each<[string, Partial<ScopeReport>, number]>([
  ["a run that ended well", {}, 1],
  ["a refused car", { counts: { ...COUNTS, rejected: 1 } }, 1],
  ["a car that is not known", { counts: { ...COUNTS, unknown: 1 } }, 0],
  ["a car that was not sent", { counts: { ...COUNTS, notSent: 1 } }, 0],
  ["a car that somebody else changed", { changedMeanwhile: [{ licenseNumber: "XX9", drift: "extra" }] }, 0],
  ["a car that a delete took along", { taken: new Set([keyOf("XX9")]) }, 0],
])("after %s the size of the list is remembered, or not: %o", (_, more, entries) => {
  const inputs = inputsFor({ desired: ["AB1"], live: ["AB1"] });
  const report = { scope: "global", results: [], counts: COUNTS, twins: [], taken: new Set<never>(), ...more } as const;
  const result = { scopes: [report], interrupted: false, alarms: [], lastLive: inputs.live.scopes };
  expect(listSnapshot(buildPlan(inputs), result, new Map(), () => new Map())).toHaveLength(entries);
});
