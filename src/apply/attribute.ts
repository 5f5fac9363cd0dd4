import { type PlateRules, readPlate } from "../allowlist/index.ts";
import type { CarFailure } from "../ports/index.ts";

/** Which of the sent cars a reply's failures mean. */
export type Attribution =
  | { readonly kind: "attributed"; readonly errors: ReadonlyMap<string, readonly string[]> }
  /** A failure names no car of the request, or more than one: no car can be judged by this reply. */
  | { readonly kind: "ambiguous"; readonly licenseNumber: string };

/**
 * Finds the sent car of every failure: by exact spelling, else by plate key. The result maps the sent spellings that
 * failed to the server's words; a car named twice keeps all of them.
 */
export function attributeFailures(
  failures: readonly CarFailure[],
  sent: readonly string[],
  rules: PlateRules,
): Attribution {
  if (failures.length === 0) return { kind: "attributed", errors: new Map() };
  const exact = new Set(sent);
  const byKey = new Map<string, string[]>();
  for (const licenseNumber of sent) {
    const key = keyOf(licenseNumber, rules);
    const known = byKey.get(key);
    if (known) known.push(licenseNumber);
    else byKey.set(key, [licenseNumber]);
  }
  const errors = new Map<string, Set<string>>();
  for (const { licenseNumber, error } of failures) {
    const candidates = exact.has(licenseNumber) ? [licenseNumber] : (byKey.get(keyOf(licenseNumber, rules)) ?? []);
    const [car, another] = candidates;
    if (car === undefined || another !== undefined) return { kind: "ambiguous", licenseNumber };
    errors.set(car, (errors.get(car) ?? new Set()).add(error));
  }
  return { kind: "attributed", errors: new Map([...errors].map(([car, texts]) => [car, [...texts]])) };
}

function keyOf(licenseNumber: string, rules: PlateRules): string {
  const reading = readPlate(licenseNumber, rules);
  return reading.kind === "plate" ? reading.plateKey : licenseNumber;
}
