import { type PlateRules, readPlate, type UndoneChange } from "../../allowlist/index.ts";
import type { ScopeState } from "./scope-state.ts";

/** Changes that were confirmed and found undone, as an entry of the journal holds them. */
interface UndoneEntry {
  readonly settings: string;
  readonly cars: readonly UndoneChange[];
}

/** The same by plate key. */
export function undoneOf({ settings, cars }: UndoneEntry, rules: PlateRules): ScopeState<unknown>["undone"] {
  const byKey = cars.flatMap((change) => {
    const reading = readPlate(change.licenseNumber, rules);
    return reading.kind === "plate" ? [[reading.plateKey, change] as const] : [];
  });
  return { settings, cars: new Map(byKey) };
}

/** Forgets that a car's changes were undone: a human wants it to be sent again. */
export function releaseUndone(scope: ScopeState<unknown>, licenseNumber: string, rules: PlateRules): void {
  const reading = readPlate(licenseNumber, rules);
  if (reading.kind === "plate") scope.undone?.cars.delete(reading.plateKey);
}
