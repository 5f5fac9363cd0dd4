import { expect, it } from "vitest";
import { planCases } from "./cases.ts";
import { keyed, keyOf, liveEntry, memoryOf, type PlanText, planFor } from "./support.ts";

planCases(import.meta.url);

const kindsOf = (text: PlanText) =>
  planFor(text).scopes.flatMap(({ changes }) => changes.map(({ action, reason }) => `${action} ${reason?.kind}`));

it("the reason of a change is drift where the files say what they said in the last run", () => {
  const plan: PlanText = { desired: ["KEEP1", "LOST1"], live: ["KEEP1"] };
  const seen = {
    ...memoryOf(2),
    seen: { at: "2026-04-20T10:00:00.000Z", digest: "" },
    desiredDigest: planFor(plan).desired.digest,
  };
  expect(kindsOf({ ...plan, memory: seen })).toEqual(["add drift"]);
  const refused = { action: "add", at: "2026-04-10T08:00:00.000Z", isDone: false } as const;
  expect(kindsOf({ ...plan, memory: { ...seen, lastWrites: new Map([[keyOf("LOST1"), refused]]) } })).toEqual([
    "add edit",
  ]);
});

it("a car that is taken from a parking user has the reason of its delete", () => {
  const held = { scope: "account:1", source: "list", entries: keyed([liveEntry("AB1")]), unreadable: [] } as const;
  const scopes = { "account:1": { desired: [{ plate: "AB1", validUntil: "2026-04-30" }], live: ["AB1"] } };
  expect(kindsOf({ scopes, holdings: [{ scope: "account:1", parkingUser: "5501", held }] })).toContain("detach date");
});
