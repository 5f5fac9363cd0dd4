import { expect, it } from "vitest";
import type { PlateKey } from "../../src/allowlist/index.ts";
import { type PlanInputs, planSteps } from "../../src/plan/index.ts";
import { ITEMS_A_STEP, takeSteps } from "../../src/runtime/steps.ts";
import { inputsFor, planFor } from "./support.ts";

const CARS = Array.from({ length: 3 * ITEMS_A_STEP }, (_, at) => `AB${at}`);
const TEXT = { desired: CARS.slice(ITEMS_A_STEP), live: CARS.slice(0, 2 * ITEMS_A_STEP) };

/** A map that says when one of its entries is looked at. */
class SeenMap<Entry> extends Map<PlateKey, Entry> {
  onSeen = (): void => undefined;

  override *values(): MapIterator<Entry> {
    for (const entry of super.values()) {
      this.onSeen();
      yield entry;
    }
  }
}

/** The same inputs; `onSeen` is called for each car that is read, and for each reason that is asked for. */
function watched(inputs: PlanInputs, onSeen: () => void): PlanInputs {
  const seen = <Entry>(entries: ReadonlyMap<PlateKey, Entry>): SeenMap<Entry> =>
    Object.assign(new SeenMap(entries), { onSeen });
  const unknown = (): { kind: "unknown" } => {
    onSeen();
    return { kind: "unknown" };
  };
  const scopes = [...inputs.live.scopes].map(
    ([scope, list]) => [scope, { ...list, entries: seen(list.entries) }] as const,
  );
  return {
    ...inputs,
    desired: {
      ...inputs.desired,
      scopes: inputs.desired.scopes.map((list) => ({ ...list, entries: seen(list.entries) })),
    },
    live: { ...inputs.live, scopes: new Map(scopes) },
    origins: () => ({ wrote: unknown, removed: unknown }),
  };
}

it("a long plan looks at a bounded number of cars between two turns of the event loop", () => {
  let [seen, most, before] = [0, 0, 0];
  const planning = planSteps(
    watched(inputsFor(TEXT), () => {
      seen += 1;
    }),
  );
  while (!planning.next().done) {
    most = Math.max(most, seen - before);
    before = seen;
  }
  expect({ most, isWorked: seen >= 6 * ITEMS_A_STEP }).toEqual({ most: ITEMS_A_STEP, isWorked: true });
});

it("a plan in steps is the plan made at once", () => {
  const plan = takeSteps(planSteps(inputsFor(TEXT)));
  expect(plan).toEqual(planFor(TEXT));
  expect(plan.counts).toMatchObject({ add: ITEMS_A_STEP, delete: ITEMS_A_STEP, unchanged: ITEMS_A_STEP });
});
