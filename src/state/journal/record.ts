import { z } from "zod";
import type { ChangeWithoutEffect, ListDay, RememberedUnclear, Scope, SeenList } from "../../allowlist/index.ts";
import type { CarToWrite, JournalEntry, ListFileNews, OutcomeKind } from "../../run/ports/index.ts";

/** What compaction leaves of a scope: its cars, and what is known of the list. Long scopes take several. */
export interface SnapshotEntry {
  readonly kind: "snapshot";
  readonly scope: Scope;
  readonly cars: readonly (CarToWrite & { readonly uncertain?: true; readonly deletedOn?: string })[];
  /** What was deleted on the last days. */
  readonly recent?: readonly ListDay[];
  readonly deletesAllowed?: true;
  /** Plates of cars that are not listed. */
  readonly notListed?: readonly string[];
  readonly lastCount?: number;
  readonly seen?: SeenList;
  readonly touched: boolean;
  readonly wasRead: boolean;
  readonly baseline?: true;
  readonly withoutEffect?: readonly ChangeWithoutEffect[];
  /** What is known of its list files. */
  readonly lists?: readonly ListFileNews[];
  readonly unclear?: readonly RememberedUnclear[];
}

/** An entry as the journal keeps it. */
export type StoredEntry = JournalEntry | SnapshotEntry;

/** One append: its entries became durable together, or not at all. */
export interface JournalRecord {
  /** When it was written, UTC. */
  readonly at: string;
  /** Fingerprint of the server and mode that the entries are about. */
  readonly target: string;
  readonly entries: readonly StoredEntry[];
}

/** The name of a list, as rows of a database have it. */
export const scopeSchema = z
  .templateLiteral([z.literal("account:"), z.string().regex(/^[1-9][0-9]{0,18}$/)])
  .or(z.literal("global"));
const scope = scopeSchema;
const action = z.enum(["add", "delete", "detach"]);
// Shapes that occur more than once are made once: all of them take longer to make than a small journal to read.
const text = z.string();
const texts = z.array(text);
const optionalText = text.exactOptional();
const flag = z.literal(true).exactOptional();
const day = z.iso.date();
const optionalDay = day.exactOptional();
const count = z.number().int().nonnegative();
const optionalCount = count.exactOptional();
const parkingUser = optionalText;
const carShape = { licenseNumber: text, features: texts };
const cars = platesOr(z.strictObject(carShape), carOf);
const outcomeKind = z.enum(["verified", "acknowledged", "rejected", "unknown", "not-sent"]);
const carOutcome = z.strictObject({
  licenseNumber: text,
  outcome: outcomeKind,
  error: optionalText,
  inDoubt: flag,
  noEffect: flag,
  twin: optionalText,
});
const named = z.array(z.strictObject({ licenseNumber: text }));
const withoutEffect = z.strictObject({
  licenseNumber: text,
  action: action.exclude(["detach"]),
  tried: optionalCount,
  twin: optionalText,
});

/** Some items in full, and plates that are alone for what `whole` makes of them. */
function platesOr<Item extends object>(item: z.ZodType<Item>, whole: (licenseNumber: string) => Item) {
  return z.array(text.or(item)).transform((items) => items.map((one) => (typeof one === "string" ? whole(one) : one)));
}

const listFileShape = {
  list: text,
  forgotten: flag,
  cars: optionalCount,
  skipped: optionalCount,
  rows: z.array(text.or(z.strictObject({ licenseNumber: text, validUntil: day }))).exactOptional(),
  gone: z.array(z.strictObject({ licenseNumber: text, since: day })).exactOptional(),
  dropped: texts.exactOptional(),
};

const unclearRows = z.array(z.strictObject({ list: text, text, count, since: day, held: texts }));

const outcome = z
  .strictObject({
    kind: z.literal("outcome"),
    batch: optionalCount,
    scope,
    parkingUser,
    action,
    mayBeTooLarge: flag,
    /** That of the plates that are alone. */
    outcome: outcomeKind.exactOptional(),
    cars: z.array(text.or(carOutcome)),
    traceId: optionalText,
  })
  .transform(({ outcome, cars, ...about }, context) => ({
    ...about,
    cars: cars.map((car) => {
      if (typeof car !== "string") return car;
      if (outcome !== undefined) return { licenseNumber: car, outcome };
      context.issues.push({ code: "custom", input: car, message: "a plate without an outcome" });
      return z.NEVER;
    }),
  }));

const entry = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("run"),
    run: text,
    actor: text,
    url: optionalText,
    planDigest: text,
    planHash: optionalText,
  }),
  z.strictObject({
    kind: z.literal("intent"),
    batch: count,
    scope,
    parkingUser,
    action,
    cars,
    listed: texts.exactOptional(),
  }),
  outcome,
  z.strictObject({ kind: z.literal("deletes-planned"), scope, count, allowed: flag }),
  z.strictObject({ kind: z.literal("seen"), scope, count, digest: text, commit: optionalText, inPart: flag }),
  z.strictObject({ kind: z.literal("list-read"), scope }),
  z.strictObject({ kind: z.literal("adopted"), scope, cars, whole: flag }),
  z.strictObject({ kind: z.literal("forgotten"), scope, cars: named }),
  z.strictObject({ kind: z.literal("list-file"), scope, ...listFileShape }),
  z.strictObject({ kind: z.literal("unclear-rows"), scope, rows: unclearRows }),
  z.strictObject({ kind: z.literal("end"), run: text, exitCode: z.number().int(), inPart: flag }),
  z.strictObject({
    kind: z.literal("snapshot"),
    scope,
    cars: platesOr<SnapshotEntry["cars"][number]>(
      z.strictObject({
        ...carShape,
        uncertain: flag,
        deletedOn: optionalDay,
      }),
      carOf,
    ),
    deletesAllowed: flag,
    recent: z.array(z.strictObject({ day: day, deletes: count, most: count })).exactOptional(),
    notListed: texts.exactOptional(),
    lastCount: optionalCount,
    seen: z.strictObject({ at: text, digest: text, commit: optionalText }).exactOptional(),
    touched: z.boolean(),
    wasRead: z.boolean(),
    baseline: flag,
    withoutEffect: z.array(withoutEffect).exactOptional(),
    lists: z.array(z.strictObject(listFileShape)).exactOptional(),
    unclear: unclearRows.exactOptional(),
  }),
]) satisfies z.ZodType<StoredEntry>;

/** A record as a line of the journal holds it; `n` numbers the lines from 1, so that a lost line shows. */
export const numberedRecordSchema = z.strictObject({
  n: z.number().int().positive(),
  at: z.iso.datetime(),
  target: text,
  entries: z.array(entry),
});

/** How much work an entry is: its cars, or that of one. */
export function sizeOf(entry: StoredEntry): number {
  return "cars" in entry && typeof entry.cars === "object" ? entry.cars.length : 1;
}

// Most cars of an entry are alike: without features, with the outcome of all others. The lines of a
// journal name those by their plates alone, which takes a fifth of the bytes.

/** Cars, those without features by their plates alone. */
export function plainCars<Car extends CarToWrite>(cars: readonly Car[]): (string | Car)[] {
  return cars.map((car) => (car.features.length === 0 && hasKeys(car, 2) ? car.licenseNumber : car));
}

/** One for all cars. */
const NO_FEATURES: readonly string[] = [];

/** The car of a plate that is alone. */
export function carOf(licenseNumber: string): CarToWrite {
  return { licenseNumber, features: NO_FEATURES };
}

/** What became of cars; `outcome`: that of the plates that are alone, if any do. */
type PlainOutcomes<Car> =
  | { readonly outcome?: undefined; readonly cars: readonly Car[] }
  | { readonly outcome: OutcomeKind; readonly cars: readonly (string | Car)[] };

/** What became of cars: those of which the outcome says everything, and have the first such, by their plates alone. */
export function plainOutcomes<Car extends { readonly licenseNumber: string; readonly outcome: OutcomeKind }>(
  cars: readonly Car[],
): PlainOutcomes<Car> {
  const outcome = cars.find((car) => hasKeys(car, 2))?.outcome;
  if (outcome === undefined) return { cars };
  const plain = (car: Car) => (car.outcome === outcome && hasKeys(car, 2) ? car.licenseNumber : car);
  return { outcome, cars: cars.map(plain) };
}

// Whatever else is to be said of a car must not get lost.
function hasKeys(car: object, count: number): boolean {
  let keys = 0;
  // To ask for the keys makes a list for each car.
  for (const _ in car) keys += 1;
  return keys === count;
}
