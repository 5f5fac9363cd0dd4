import { type Choice, type DesiredState, isCause, type PlateKey, readPlate, type Scope } from "../allowlist/index.ts";
import { causesOf } from "./causes.ts";
import { correctionPairs } from "./correction.ts";
import type { DraftChange } from "./diff-scope.ts";
import type { LeftOut, PlanWarning, WholePlan } from "./plan.ts";
import type { ScopeDifference } from "./scope-difference.ts";
import { identityOf } from "./staleness.ts";

/** What changes are chosen by. */
export interface ChoiceInputs {
  readonly choice?: Choice;
  readonly desired: Pick<DesiredState, "interface">;
  /** The sealed plan that a run follows. Causes are known where it was made, and nowhere else. */
  readonly whole?: WholePlan;
}

/** Most cars of one list that a plan names of those that it leaves out. */
const MOST_NAMED = 20;
/** Most of them that a warning names. */
const MOST_IN_WORDS = 5;

/**
 * The differences without what the run is not to do, which is then named. A car that is to move to another list stays on its old
 * one while its add is left out.
 */
export function choose(differences: readonly ScopeDifference[], inputs: ChoiceInputs): readonly ScopeDifference[] {
  const { choice } = inputs;
  if (!choice) return differences;
  const skipped = new Set(skippedKeys(choice, inputs).map(({ plateKey }) => plateKey));
  const approved = choice.only?.some(isCause) ? approvedIn(inputs.whole) : new Set<string>();
  const takers = differences.map((one) => {
    const isWanted = chooser(one, choice, approved);
    return (change: DraftChange) => !skipped.has(change.plateKey) && isWanted(change);
  });
  const notAdded = new Set<PlateKey>();
  for (const [at, { diff }] of differences.entries())
    for (const add of diff.adds) if (!takers[at]?.(add)) notAdded.add(add.plateKey);
  return differences.map((difference, at) =>
    split(difference, (change) => {
      const isHeld = change.action === "delete" && notAdded.has(change.plateKey);
      return !isHeld && takers[at]?.(change) === true;
    }),
  );
}

function split(difference: ScopeDifference, takes: (change: DraftChange) => boolean): ScopeDifference {
  const { diff, live } = difference;
  const leftOut: DraftChange[] = [];
  const taken = (changes: readonly DraftChange[]) => {
    const some: DraftChange[] = [];
    for (const change of changes) (takes(change) ? some : leftOut).push(change);
    return some;
  };
  const adds = taken(diff.adds);
  const newAdds = adds.filter(({ plateKey }) => !live.entries.has(plateKey)).length;
  const chosen = { ...diff, adds, newAdds, updates: taken(diff.updates), deletes: taken(diff.deletes) };
  return leftOut.length === 0 ? difference : { ...difference, diff: chosen, leftOut };
}

function chooser(
  { scope, comparison }: ScopeDifference,
  { only }: Choice,
  approved: ReadonlySet<string>,
): (change: DraftChange) => boolean {
  if (!only) return () => true;
  const words = new Set<string>(only);
  const causeOf = comparison && only.some(isCause) ? causesOf(comparison) : undefined;
  return (change) =>
    words.has(change.action) ||
    (causeOf ? words.has(causeOf(change)) : approved.size > 0 && approved.has(identityOf(scope, change)));
}

function approvedIn(whole: WholePlan | undefined): ReadonlySet<string> {
  return new Set(whole?.scopes.flatMap(({ scope, changes }) => changes.map((change) => identityOf(scope, change))));
}

interface SkippedPlate {
  readonly text: string;
  readonly plateKey: PlateKey;
}

function skippedKeys({ skip = [] }: Choice, { desired }: ChoiceInputs): SkippedPlate[] {
  return skip.flatMap((text) => {
    const reading = readPlate(text, desired.interface);
    return reading.kind === "plate" ? [{ text, plateKey: reading.plateKey }] : [];
  });
}

/** What a plan leaves out of one list, as it stands in the plan. */
export function leftOutOf({ leftOut }: ScopeDifference): { readonly leftOut?: LeftOut } {
  if (!leftOut) return {};
  const count = (action: LeftOut["cars"][number]["action"]) => leftOut.filter((one) => one.action === action).length;
  const cars = leftOut.slice(0, MOST_NAMED).map(({ action, licenseNumber }) => ({ action, licenseNumber }));
  return { leftOut: { add: count("add"), update: count("update"), delete: count("delete"), cars } };
}

/** Names what a plan leaves out, list by list, and the cars to skip that it does not change at all. */
export function choiceWarnings(differences: readonly ScopeDifference[], inputs: ChoiceInputs): PlanWarning[] {
  const { choice } = inputs;
  if (!choice) return [];
  return [
    ...differences.flatMap((one): PlanWarning[] => {
      const { leftOut } = leftOutOf(one);
      return leftOut
        ? [{ code: "left-out", scope: one.scope, message: leftOutInWords(one.scope, leftOut, choice) }]
        : [];
    }),
    ...(inputs.whole ? [] : unusedSkips(differences, inputs, choice)),
  ];
}

const SIGN = { add: "+", update: "~", delete: "-", detach: "x" } as const;

function leftOutInWords(scope: Scope, { cars, ...counts }: LeftOut, choice: Choice): string {
  const total = counts.add + counts.update + counts.delete;
  const parts = (["add", "update", "delete"] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => counted(counts[action], action));
  const named = cars.slice(0, MOST_IN_WORDS).map(({ action, licenseNumber }) => `${SIGN[action]} ${licenseNumber}`);
  const more = total > named.length ? ` and ${total - named.length} more` : "";
  return `${scope}: ${parts.join(", ")} left out by ${optionsOf(choice)}, and still to be done: ${named.join(", ")}${more}`;
}

// A plate is named where it is left out, and any number of them can be skipped.
function optionsOf({ only = [], skip }: Choice): string {
  return [...only.map((word) => `--only ${word}`), ...(skip ? ["--skip"] : [])].join(" ");
}

function unusedSkips(differences: readonly ScopeDifference[], inputs: ChoiceInputs, choice: Choice): PlanWarning[] {
  const spellings = new Map<PlateKey, string>();
  for (const { diff, leftOut = [] } of differences) {
    for (const { plateKey, licenseNumber } of [...leftOut, ...diff.adds, ...diff.updates, ...diff.deletes])
      spellings.set(plateKey, licenseNumber);
  }
  return skippedKeys(choice, inputs)
    .filter(({ plateKey }) => !spellings.has(plateKey))
    .map(({ text, plateKey }): PlanWarning => {
      const near = spellings.get(correctionPairs([plateKey], [...spellings.keys()]).get(plateKey) ?? plateKey);
      const ask = near === undefined ? "" : `; did you mean ${near}?`;
      return {
        code: "skip-unused",
        licenseNumber: text,
        message: `--skip ${text}: the plan has no change of this car${ask}`,
      };
    });
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

/** Whether all deletes of a list are left out: it cannot be emptied. */
export function losesNothing({ diff, leftOut = [] }: ScopeDifference): boolean {
  return diff.deletes.length === 0 && leftOut.some(({ action }) => action === "delete");
}

/** How many cars that were never sent before a plan does not add now. */
export function newAddsLeftOut({ live, leftOut = [] }: ScopeDifference): number {
  return leftOut.filter(({ action, plateKey }) => action === "add" && !live.entries.has(plateKey)).length;
}
