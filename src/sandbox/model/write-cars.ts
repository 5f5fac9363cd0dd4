import { matchesWords, readPlate } from "../../allowlist/index.ts";
import { NORMALISERS, REFUSALS, type SandboxBehaviour } from "./behaviour.ts";
import type { LaggingList } from "./car-list.ts";

/** One entry of `failures` (interface 2, Failure entry). */
export interface SandboxFailure {
  readonly licenseNumber: string;
  readonly error: string;
}

/** A car as an add names it; without `features`, those it has stay, or it gets none. */
export interface CarToAdd {
  readonly licenseNumber: string;
  readonly features?: readonly string[] | undefined;
}

/** The result of an add or delete: car by car, or the whole request rejected and nothing changed. */
export type WriteOutcome =
  | { readonly kind: "done"; readonly failures: readonly SandboxFailure[] }
  | { readonly kind: "refused"; readonly status: 404 | 413; readonly detail: string };

/** What a write needs to know beside its cars. */
export interface WriteRules {
  readonly behaviour: SandboxBehaviour;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Cars to fail on purpose: the failure's text, or undefined. */
  readonly fault: (licenseNumber: string) => string | undefined;
}

/** Adds cars to a list (interface 4.7, 4.9). */
export function storeCars(list: LaggingList, cars: readonly CarToAdd[], rules: WriteRules): WriteOutcome {
  const tooMany = refuseTooMany(cars.length, rules.behaviour);
  if (tooMany) return tooMany;
  const createdDate = instantText(rules.now);
  return eachCar(cars, rules, (car, licenseNumber) => {
    const present = list.written.get(licenseNumber);
    if (present && rules.behaviour.duplicateAdd === "failure")
      return wordsFor("alreadyListed", car.licenseNumber, licenseNumber, rules.behaviour);
    if (rules.behaviour.confirmWithoutDoing || (present && rules.behaviour.duplicateAdd === "ignore")) return undefined;
    const features = [...(car.features ?? present?.features ?? [])];
    const fresh = { licenseNumber, createdDate, addedByCustomerCare: false };
    list.write((cars) => cars.put({ ...(present ?? fresh), features }), rules.now);
    return undefined;
  });
}

/** Deletes cars from a list (interface 4.8, and the global delete). */
export function deleteCars(list: LaggingList, licenseNumbers: readonly string[], rules: WriteRules): WriteOutcome {
  const { behaviour, now } = rules;
  const tooMany = refuseTooMany(licenseNumbers.length, behaviour);
  if (tooMany) return tooMany;
  const isAbsent = (text: string) => list.written.get(normalise(text, behaviour.normalise)) === undefined;
  if (behaviour.absentDelete === "not-found" && licenseNumbers.some(isAbsent)) {
    return { kind: "refused", status: 404, detail: "A license number is not on the list; nothing was deleted" };
  }
  const cars = licenseNumbers.map((licenseNumber) => ({ licenseNumber }));
  return eachCar(cars, rules, (car, licenseNumber) => {
    if (behaviour.absentDelete === "failure" && !list.written.get(licenseNumber))
      return wordsFor("notListed", car.licenseNumber, licenseNumber, behaviour);
    if (!behaviour.confirmWithoutDoing) list.write((cars) => cars.remove(licenseNumber), now);
    return undefined;
  });
}

/** `2026-01-31T08:15:00Z` for an instant in milliseconds since the epoch. */
export function instantText(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

function wordsFor(
  kind: "alreadyListed" | "notListed",
  sent: string,
  stored: string,
  { words, plateInWords }: SandboxBehaviour,
): string {
  const plate = { none: "", sent: ` ${sent}`, stored: ` ${stored}` }[plateInWords];
  return REFUSALS[words][kind].replace("{}", () => plate);
}

function eachCar<Car extends CarToAdd>(
  cars: readonly Car[],
  rules: WriteRules,
  write: (car: Car, licenseNumber: string) => string | undefined,
): WriteOutcome {
  const failures: SandboxFailure[] = [];
  for (const car of cars) {
    const error =
      problemOf(car.licenseNumber, rules) ?? write(car, normalise(car.licenseNumber, rules.behaviour.normalise));
    if (error !== undefined) failures.push({ licenseNumber: car.licenseNumber, error });
  }
  return { kind: "done", failures };
}

function problemOf(licenseNumber: string, rules: WriteRules): string | undefined {
  const reading = readPlate(licenseNumber, { foldLookalikes: false });
  if (reading.kind === "not-a-plate") return `License number is not valid (${reading.problem.kind})`;
  return (
    rules.behaviour.rejections.find(({ plates }) => matchesWords([plates], licenseNumber))?.error ??
    rules.fault(licenseNumber)
  );
}

function refuseTooMany(count: number, { maxCarsPerRequest }: SandboxBehaviour): WriteOutcome | undefined {
  if (count <= maxCarsPerRequest) return undefined;
  return { kind: "refused", status: 413, detail: `At most ${maxCarsPerRequest} cars per request, not ${count}` };
}

function normalise(licenseNumber: string, steps: SandboxBehaviour["normalise"]): string {
  return steps.reduce((text, step) => NORMALISERS[step](text), licenseNumber);
}
