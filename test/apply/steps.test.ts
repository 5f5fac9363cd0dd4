import { expect, it } from "vitest";
import type { LiveScope, PlateKey } from "../../src/allowlist/index.ts";
import { blockDeletes } from "../../src/apply/blocked-deletes.ts";
import { collateralDeletes } from "../../src/apply/canary.ts";
import { ChangeTracker } from "../../src/apply/change-tracker.ts";
import { ITEMS_A_STEP, takeSteps } from "../../src/runtime/steps.ts";
import { mostInAStep } from "../most-in-a-step.ts";
import { keyed, keyOf, liveEntry } from "../plan/support.ts";

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
  const { most } = mostInAStep(
    blockDeletes([none, other], { options: { memory: new Map() }, lastLive: new Map() }),
    looks,
  );
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

function listOf(plates: readonly string[]): LiveScope {
  return { scope: "global", source: "list", unreadable: [], entries: keyed(plates.map(liveEntry)) };
}
