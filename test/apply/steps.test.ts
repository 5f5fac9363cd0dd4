import { expect, it } from "vitest";
import { DEFAULT_INTERFACE, type LiveScope, type PlateKey } from "../../src/allowlist/index.ts";
import { blockDeletes } from "../../src/apply/blocked-deletes.ts";
import { collateralDeletes } from "../../src/apply/canary.ts";
import { ChangeTracker } from "../../src/apply/change-tracker.ts";
import { countOutcomes } from "../../src/apply/report.ts";
import { undoneEntries } from "../../src/apply/run-entries.ts";
import { settingsDigest } from "../../src/plan/index.ts";
import type { Memory } from "../../src/ports/index.ts";
import { ITEMS_A_STEP, takeSteps } from "../../src/runtime/steps.ts";
import { mostInAStep } from "../most-in-a-step.ts";
import { keyed, keyOf, liveEntry, memoryOf, onlyScope, planFor } from "../plan/support.ts";

// A signal to the process is seen between two steps alone.

const PLATES = Array.from({ length: 3 * ITEMS_A_STEP }, (_, at) => `AB${at}`);

/** The deletes of all these cars; `looks` counts how often one was asked for its key. */
function manyDeletes() {
  let looks = 0;
  const changes = PLATES.map((licenseNumber) => ({
    action: "delete" as const,
    licenseNumber,
    get plateKey() {
      looks += 1;
      return keyOf(licenseNumber);
    },
  }));
  const deletes = new ChangeTracker({ scope: "account:1", action: "delete" }, changes);
  return { deletes, looks: () => looks };
}

it("whether moves hold back many deletes is found out in steps", () => {
  const { deletes, looks } = manyDeletes();
  const move = { action: "add" as const, licenseNumber: "AB7", plateKey: keyOf("AB7") };
  const adds = new ChangeTracker({ scope: "account:2", action: "add" }, [move]);
  const none = { adds: new ChangeTracker({ scope: "account:1", action: "add" }), deletes };
  const other = { adds, deletes: new ChangeTracker({ scope: "account:2", action: "delete" }) };
  const { most } = mostInAStep(blockDeletes([none, other]), looks);
  expect(most).toBe(ITEMS_A_STEP);
  expect(deletes.items("not-sent").map(({ change }) => change.licenseNumber)).toEqual(["AB7"]);
});

it("many changes are given up in steps", () => {
  const { deletes } = manyDeletes();
  const open = () => deletes.items("not-sent").length;
  expect(mostInAStep(deletes.giveUpUnsent("stopped"), open).most).toBe(ITEMS_A_STEP);
  expect(open()).toBe(PLATES.length);
});

it("a long list is searched in steps for other cars that a delete took along", () => {
  let asked = 0;
  const before = listOf(PLATES);
  const after = listOf(PLATES.filter((plate) => plate !== "AB3" && plate !== "AB14000"));
  const has = after.entries.has.bind(after.entries);
  const watched = Object.assign(new Map(after.entries), {
    has: (key: PlateKey) => {
      asked += 1;
      return has(key);
    },
  });
  const search = collateralDeletes(new Set([keyOf("AB3")]), before, { ...after, entries: watched });
  const { most, result } = mostInAStep(search, () => asked);
  expect(most).toBeLessThanOrEqual(ITEMS_A_STEP);
  expect({ asked, gone: result.map((row) => row.licenseNumber) }).toEqual({
    asked: PLATES.length - 1,
    gone: ["AB14000"],
  });
  expect(takeSteps(collateralDeletes(new Set(), before, before))).toEqual([]);
});

/** The deletes of all these cars after an interrupt: some done, some unknown, some not sent. */
function interruptedDeletes(memory: Memory) {
  let looks = 0;
  const results = PLATES.map((licenseNumber, at) => ({
    action: "delete" as const,
    licenseNumber,
    get outcome() {
      looks += 1;
      return (["verified", "unknown", "not-sent"] as const)[at % 3] ?? "unknown";
    },
  }));
  const plan = planFor({ desired: [], live: PLATES });
  const report = { scope: onlyScope(plan).scope, results, counts: countOutcomes([]), noEffect: [] };
  const result = { scopes: [report], interrupted: true, haltReason: undefined, lastLive: new Map() };
  looks = 0;
  const moment = { settings: DEFAULT_INTERFACE, now: 0 };
  return mostInAStep(undoneEntries(plan, result, memory, moment), () => looks);
}

it("after an interrupt the deletes that were seen to be done are remembered in steps, and no others", () => {
  const { most, result: entries } = interruptedDeletes(new Map());
  expect(most).toBeLessThanOrEqual(ITEMS_A_STEP);
  const cars = PLATES.filter((_, at) => at % 3 === 0);
  expect(entries).toEqual([expect.objectContaining({ kind: "undone", cars })]);
});

it("after an interrupt a delete that came undone before and was not sent now is remembered besides", () => {
  const undone = { licenseNumber: "AB2", action: "delete" as const, times: 1 };
  const known = {
    ...memoryOf(undefined, PLATES),
    touched: true,
    wasRead: true,
    undone: { settings: settingsDigest(DEFAULT_INTERFACE), cars: new Map([[keyOf("AB2"), undone]]) },
  };
  const { most, result: entries } = interruptedDeletes(new Map([["global", known]]));
  // The outcome of the one of which something was known is looked at twice.
  expect(most).toBeLessThanOrEqual(ITEMS_A_STEP + 1);
  const cars: (string | typeof undone)[] = PLATES.filter((_, at) => at % 3 === 0);
  expect(entries).toEqual([expect.objectContaining({ kind: "undone", cars: cars.toSpliced(1, 0, undone) })]);
});

function listOf(plates: readonly string[]): LiveScope {
  return { scope: "global", source: "list", unreadable: [], entries: keyed(plates.map(liveEntry)) };
}
