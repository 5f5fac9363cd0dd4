import { expect, it } from "vitest";
import { type ApplyResult, countOutcomes, withChangedMeanwhile } from "../../src/apply/index.ts";
import { buildPlan } from "../../src/plan/index.ts";
import { inputsFor, keyed, keyOf, liveEntry } from "../plan/support.ts";

const CARS = { desired: ["KEEP1", "NEW1"], live: ["KEEP1", "OLD1"] };
const DONE: Outcomes = { "add NEW1": "verified", "delete OLD1": "verified" };
const ADDED = { cars: { ...CARS, live: ["KEEP1"] } };
const OTHER = { plate: "KEEP1", features: ["EV"] };
const KEEP1_WENT = { licenseNumber: "KEEP1", drift: "missing" };
const XX9_CAME = { licenseNumber: "XX9", drift: "extra" };

type Shown = readonly Parameters<typeof liveEntry>[0][] | undefined;
type Outcomes = Readonly<Record<string, "verified" | "rejected" | "unknown">>;

interface Told {
  readonly cars?: typeof CARS;
  readonly outcomes?: Outcomes;
  readonly twins?: readonly string[];
  readonly taken?: readonly string[];
}

/** What is said of a list that shows these cars after the run. */
function changedIn(shown: Shown, told: Told = {}) {
  const { cars = CARS, outcomes = DONE, twins = [], taken = [] } = told;
  const inputs = inputsFor(cars);
  const [before] = inputs.live.scopes.values();
  const plan = buildPlan(inputs);
  const results = plan.scopes.flatMap(({ changes }) =>
    changes.map((one) => ({ ...one, outcome: outcomes[`${one.action} ${one.licenseNumber}`] ?? "unknown" })),
  );
  const counts = countOutcomes(results);
  const last = before && { ...before, ...(shown && { entries: keyed(shown.map(liveEntry)) }) };
  const lastLive = new Map(last ? [[last.scope, shown ? last : before]] : []);
  const report = { scope: "global", results, counts, twins, taken: new Set(taken.map(keyOf)) } as const;
  const result: ApplyResult = { scopes: [report], interrupted: false, alarms: [], lastLive };
  return withChangedMeanwhile(result, { plan, inputs }).scopes[0]?.changedMeanwhile;
}

it.each<[string, Shown, Told, object[] | undefined]>([
  ["nothing of one as the file wants it", ["KEEP1", "NEW1"], {}, undefined],
  ["nothing of one that was not read again", undefined, {}, undefined],
  ["a car that is missing", ["NEW1"], {}, [KEEP1_WENT]],
  ["a car that a delete took along", ["NEW1"], { taken: ["KEEP1"] }, [{ licenseNumber: "KEEP1", drift: "taken" }]],
  ["a car that came", ["KEEP1", "NEW1", "XX9"], {}, [XX9_CAME]],
  ["nothing of the server's own spelling", ["KEEP1", "NEW1", "XX9"], { twins: ["XX9"] }, undefined],
  ["a change that was done and is undone", ["KEEP1", "NEW1", "OLD1"], {}, [{ licenseNumber: "OLD1", drift: "extra" }]],
  ["nothing of one that has the added cars besides", ["KEEP1", "NEW1"], ADDED, undefined],
  ["a car that came beside those that were added", ["KEEP1", "NEW1", "XX9"], ADDED, [XX9_CAME]],
  ["a car in the place of another", ["XX9", "NEW1"], ADDED, [KEEP1_WENT, XX9_CAME]],
  ["a car with other features", [OTHER, "NEW1"], ADDED, [{ licenseNumber: "KEEP1", drift: "features" }]],
  ["nothing of changes that were not done", ["KEEP1", "OLD1"], { outcomes: { "add NEW1": "rejected" } }, undefined],
])("of a list after a run is said: %s", (_, shown, told, changed) => {
  expect(changedIn(shown, told)).toEqual(changed);
});
