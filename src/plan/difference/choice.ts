import { type Choice, type DesiredState, isCause, type PlateKey, readPlate } from "../../allowlist/index.ts";
import { changeIdentity } from "../model/fingerprints.ts";
import type { Change, WholePlan } from "../model/plan.ts";
import { causesOf, type ListDifference } from "./list-difference.ts";

/** What changes are chosen by. */
export interface ChoiceInputs {
  /** Which of the changes to plan; absent: all. */
  readonly choice?: Choice;
  readonly desired: Pick<DesiredState, "interface">;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  /** The sealed plan that a run follows. Causes are known where it was made, and nowhere else. */
  readonly whole?: WholePlan;
}

/**
 * The differences without what the run is not to do, which is then named. A car that is to move to another list stays on its old
 * one while its add is left out.
 */
export function choose(differences: readonly ListDifference[], inputs: ChoiceInputs): readonly ListDifference[] {
  const { choice } = inputs;
  if (!choice) return differences;
  const skipped = new Set(skippedKeys(choice, inputs).map(({ plateKey }) => plateKey));
  const approved = choice.only?.some(isCause) ? approvedIn(inputs.whole) : new Set<string>();
  const takers = differences.map((one) => {
    const isWanted = chooser(one, choice, approved, inputs.day);
    return (change: Change) => !skipped.has(change.plateKey) && isWanted(change);
  });
  const notAdded = new Set<PlateKey>();
  for (const [at, { adds }] of differences.entries())
    for (const add of adds) if (!takers[at]?.(add)) notAdded.add(add.plateKey);
  return differences.map((difference, at) =>
    split(difference, (change) => {
      const isHeld = change.action === "delete" && notAdded.has(change.plateKey);
      return !isHeld && takers[at]?.(change) === true;
    }),
  );
}

function split(difference: ListDifference, takes: (change: Change) => boolean): ListDifference {
  const leftOut: Change[] = [];
  const taken = (changes: readonly Change[]) => {
    const some: Change[] = [];
    for (const change of changes) (takes(change) ? some : leftOut).push(change);
    return some;
  };
  const adds = taken(difference.adds);
  const newAdds = adds.filter(({ plateKey }) => !difference.live.entries.has(plateKey)).length;
  const chosen = { adds, newAdds, updates: taken(difference.updates), deletes: taken(difference.deletes) };
  return leftOut.length === 0 ? difference : { ...difference, ...chosen, leftOut };
}

function chooser(
  difference: ListDifference,
  { only }: Choice,
  approved: ReadonlySet<string>,
  day: string,
): (change: Change) => boolean {
  if (!only) return () => true;
  const words = new Set<string>(only);
  const causeOf = only.some(isCause) ? causesOf(difference, day) : undefined;
  return (change) =>
    words.has(change.action) ||
    (causeOf
      ? words.has(causeOf(change))
      : approved.size > 0 && approved.has(changeIdentity(difference.scope, change)));
}

function approvedIn(whole: WholePlan | undefined): ReadonlySet<string> {
  return new Set(whole?.scopes.flatMap(({ scope, changes }) => changes.map((change) => changeIdentity(scope, change))));
}

/** A plate that a choice skips, as written. */
export interface SkippedPlate {
  readonly text: string;
  readonly plateKey: PlateKey;
}

/** The plates that a choice skips. */
export function skippedKeys({ skip = [] }: Choice, { desired }: ChoiceInputs): SkippedPlate[] {
  return skip.flatMap((text) => {
    const reading = readPlate(text, desired.interface);
    return reading.kind === "plate" ? [{ text, plateKey: reading.plateKey }] : [];
  });
}
