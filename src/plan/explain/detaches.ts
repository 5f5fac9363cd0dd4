import type { LiveScope, PlateKey, Scope } from "../../allowlist/index.ts";
import { sortByPlate } from "../model/order.ts";
import type { Change } from "../model/plan.ts";

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
  return sortByPlate(detaches, ({ licenseNumber }) => licenseNumber);
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
