import type { LiveScope, PlateKey, Scope } from "../../allowlist/index.ts";
import { causesOf, type ListDifference } from "../difference/list-difference.ts";
import { changeIdentity, sortByPlate } from "../model/fingerprints.ts";
import type { Change, WholePlan } from "../model/plan.ts";
import type { Background, Moves } from "./background.ts";
import { correctionTwins } from "./correction.ts";
import { reasonsOf } from "./reasons.ts";

/** The changes of a list in the order of the plan, each with its cause and reason, and with what a reviewer should check. */
export function explainedChanges(difference: ListDifference, background: Background): readonly Change[] {
  const adds = sortByPlate(difference.adds);
  const deletes = sortByPlate(difference.deletes);
  const ordered = adds.concat(sortByPlate(difference.updates), deletes);
  const twins = correctionTwins(adds, deletes);
  const hintOf = hintsFrom(background.moves);
  const causeOf = causesOf(difference, background.day);
  const { approved } = background;
  const reasonOf = reasonsOf({ ...difference, ...background, twins });
  return ordered.map((change): Change => {
    const said = approved.size > 0 ? approved.get(changeIdentity(difference.scope, change)) : undefined;
    const cause = said ? said.cause : causeOf?.(change);
    const reason = said?.reason ?? reasonOf(change, cause);
    // New keys stand first: behind a spread, V8 gives every single object a hidden class of its own, which costs more time
    // and memory than all the rest, here and wherever the changes are read.
    const caused = cause === undefined ? { reason, ...change } : { cause, reason, ...change };
    const twin = twins.get(change.plateKey);
    const explained = twin === undefined ? caused : { twin, ...caused };
    const hint = hintOf?.(change);
    if (hint === undefined) return explained;
    return change.hint === undefined ? { hint, ...explained } : { ...explained, hint: `${change.hint}; ${hint}` };
  });
}

/** The changes of a plan that was approved, each by its identity. */
export function approvedChanges(whole: WholePlan | undefined): Background["approved"] {
  return new Map(
    whole?.scopes.flatMap(({ scope, changes }) =>
      changes.map((change) => [changeIdentity(scope, change), change] as const),
    ),
  );
}

type Hint = (change: Change) => string | undefined;

function hintsFrom({ left, entered }: Moves): Hint | undefined {
  if (left.size + entered.size === 0) return undefined;
  return ({ action, plateKey }) => {
    const other = (action === "add" ? left : entered).get(plateKey);
    return other === undefined || action === "update"
      ? undefined
      : `moves ${action === "add" ? "from" : "to"} ${other}`;
  };
}

/** A parking user of an account and the cars that they hold. */
export interface HeldCars {
  readonly scope: Scope;
  readonly parkingUser: string;
  readonly held: LiveScope;
}

/**
 * Takes the cars that a list loses from the account's parking users who hold them, each by the spelling under which it is
 * held. Of the same cause and reason as the delete.
 */
export function detachesFor(changes: readonly Change[], holders: readonly HeldCars[]): Change[] {
  if (holders.length === 0) return [];
  const deletes = new Map(
    changes.filter(({ action }) => action === "delete").map((change) => [change.plateKey, change]),
  );
  const detaches = holders.flatMap((holder) => detachesFrom(holder, deletes));
  return sortByPlate(detaches);
}

function detachesFrom({ parkingUser, held }: HeldCars, deletes: ReadonlyMap<PlateKey, Change>): Change[] {
  return [...held.entries.values()].flatMap(({ plateKey, licenseNumber, otherSpellings = [] }) => {
    const deletion = deletes.get(plateKey);
    if (!deletion) return [];
    const { cause, reason } = deletion;
    return [licenseNumber, ...otherSpellings].map(
      (spelling): Change => ({
        action: "detach",
        plateKey,
        licenseNumber: spelling,
        parkingUser,
        ...(cause && { cause }),
        ...(reason && { reason }),
      }),
    );
  });
}
