import { type CarValues, type DesiredState, formatSource, type PlateKey } from "../allowlist/index.ts";

/** Where the fleet files have the plate now. */
export interface DesiredPlace extends CarValues {
  readonly scope: string;
  readonly licenseNumber: string;
  readonly source: string;
  readonly features: readonly string[];
}

/** Where the fleet files say that the plate must not be on the list. */
export interface AbsentPlace {
  readonly scope: string;
  readonly licenseNumber: string;
  readonly source: string;
  readonly since?: string;
  readonly reason?: string;
}

/** Where a plate is written as a car. */
export function desiredPlaces({ scopes }: DesiredState, plateKey: PlateKey): DesiredPlace[] {
  return scopes.flatMap(({ scope, entries }) => {
    const entry = entries.get(plateKey);
    if (!entry) return [];
    const { plateKey: _, source, ...values } = entry;
    return [{ scope, ...values, source: formatSource(source) }];
  });
}

/** Where a plate is written as `absent`. */
export function absentPlaces({ scopes }: DesiredState, plateKey: PlateKey): AbsentPlace[] {
  return scopes.flatMap(({ scope, absent }) => {
    const car = absent?.get(plateKey);
    if (!car) return [];
    const { plateKey: _, source, ...values } = car;
    return [{ scope, ...values, source: formatSource(source) }];
  });
}
