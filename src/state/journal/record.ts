import { z } from "zod";
import { type ListDay, type Scope, type UndoneChange, undoneChangeOf } from "../../allowlist/index.ts";
import type { CarToWrite, JournalEntry, ListFileNews } from "../../ports/index.ts";
import { carOf } from "./plain-cars.ts";

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
  /** When the list was last counted, UTC. */
  readonly seenAt?: string;
  readonly touched: boolean;
  readonly wasRead?: boolean;
  readonly baseline?: true;
  readonly undone?: { readonly settings: string; readonly cars: readonly UndoneChange[] };
  /** What is known of its list files. */
  readonly lists?: readonly ListFileNews[];
  /** Version 1 said this in place of `wasRead`. */
  readonly listNotOffered?: boolean;
}

/** Entries that version 1 wrote and that say nothing any more: what they counted and remembered was refusals. */
type FormerEntry =
  | { readonly kind: "list-not-offered"; readonly scope: Scope }
  | { readonly kind: "repeated"; readonly scope: Scope };

/** An entry as the journal keeps it. */
export type StoredEntry = JournalEntry | SnapshotEntry | FormerEntry;

/** One append: its entries became durable together, or not at all. */
export interface JournalRecord {
  /** When it was written, UTC. */
  readonly at: string;
  /** Fingerprint of the server and mode that the entries are about. */
  readonly target: string;
  readonly entries: readonly StoredEntry[];
}

const scope = z
  .templateLiteral([z.literal("account:"), z.string().regex(/^[1-9][0-9]{0,18}$/)])
  .or(z.literal("global"));
const action = z.enum(["add", "delete", "detach"]);
const parkingUser = z.string().exactOptional();
const count = z.number().int().nonnegative();
const carShape = { licenseNumber: z.string(), features: z.array(z.string()) };
const cars = platesOr(z.strictObject(carShape), carOf);
const outcomeKind = z.enum(["verified", "acknowledged", "rejected", "unknown", "not-sent"]);
const carOutcome = z.strictObject({
  licenseNumber: z.string(),
  outcome: outcomeKind,
  error: z.string().exactOptional(),
  inDoubt: z.literal(true).exactOptional(),
});
const named = z.array(z.strictObject({ licenseNumber: z.string() }));
const undone = platesOr(
  z.strictObject({
    licenseNumber: z.string(),
    action: action.exclude(["detach"]),
    features: z.array(z.string()).exactOptional(),
    times: count,
    confirmed: z.literal(true).exactOptional(),
    isIdle: z.literal(true).exactOptional(),
    twin: z.string().exactOptional(),
    words: z.string().exactOptional(),
    skipped: count.exactOptional(),
    sentAt: count.exactOptional(),
  }),
  undoneChangeOf,
);

/** Some items in full, and plates that stand alone for what `whole` makes of them. */
function platesOr<Item extends object>(item: z.ZodType<Item>, whole: (licenseNumber: string) => Item) {
  return z
    .array(z.string().or(item))
    .transform((items) => items.map((one) => (typeof one === "string" ? whole(one) : one)));
}

const listFileShape = {
  list: z.string(),
  forgotten: z.literal(true).exactOptional(),
  cars: count.exactOptional(),
  rows: z.array(z.string().or(z.strictObject({ licenseNumber: z.string(), validUntil: z.iso.date() }))).exactOptional(),
  gone: z.array(z.strictObject({ licenseNumber: z.string(), since: z.iso.date() })).exactOptional(),
  dropped: z.array(z.string()).exactOptional(),
};

const outcome = z
  .strictObject({
    kind: z.literal("outcome"),
    batch: count.exactOptional(),
    scope,
    parkingUser,
    action,
    /** That of the plates that stand alone. */
    outcome: outcomeKind.exactOptional(),
    cars: z.array(z.string().or(carOutcome)),
    traceId: z.string().exactOptional(),
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
    run: z.string(),
    actor: z.string(),
    url: z.string().exactOptional(),
    planDigest: z.string(),
    planHash: z.string().exactOptional(),
  }),
  z.strictObject({ kind: z.literal("intent"), batch: count, scope, parkingUser, action, cars }),
  outcome,
  z.strictObject({ kind: z.literal("deletes-planned"), scope, count, allowed: z.literal(true).exactOptional() }),
  z.strictObject({ kind: z.literal("seen"), scope, count, digest: z.string() }),
  z.strictObject({ kind: z.literal("list-read"), scope }),
  z.strictObject({ kind: z.literal("list-not-offered"), scope }),
  z.strictObject({ kind: z.literal("adopted"), scope, cars, whole: z.literal(true).exactOptional() }),
  z.strictObject({ kind: z.literal("forgotten"), scope, cars: named }),
  z.strictObject({ kind: z.literal("undone"), scope, settings: z.string(), cars: undone }),
  z.strictObject({ kind: z.literal("released"), scope, cars: named }),
  z
    .strictObject({ kind: z.literal("repeated"), scope, cars: z.unknown() })
    .transform(({ kind, scope }) => ({ kind, scope })),
  z.strictObject({ kind: z.literal("list-file"), scope, ...listFileShape }),
  z.strictObject({ kind: z.literal("end"), run: z.string(), exitCode: z.number().int() }),
  z.strictObject({
    kind: z.literal("snapshot"),
    scope,
    cars: platesOr<SnapshotEntry["cars"][number]>(
      z.strictObject({
        ...carShape,
        uncertain: z.literal(true).exactOptional(),
        deletedOn: z.iso.date().exactOptional(),
      }),
      carOf,
    ),
    deletesAllowed: z.literal(true).exactOptional(),
    recent: z.array(z.strictObject({ day: z.iso.date(), deletes: count, most: count })).exactOptional(),
    notListed: z.array(z.string()).exactOptional(),
    lastCount: count.exactOptional(),
    seenAt: z.string().exactOptional(),
    touched: z.boolean(),
    wasRead: z.boolean().exactOptional(),
    baseline: z.literal(true).exactOptional(),
    undone: z.strictObject({ settings: z.string(), cars: undone }).exactOptional(),
    lists: z.array(z.strictObject(listFileShape)).exactOptional(),
    listNotOffered: z.boolean().exactOptional(),
    repeated: z.unknown().optional(),
  }),
]) satisfies z.ZodType<StoredEntry>;

/** A record as a line of the journal holds it; `n` numbers the lines from 1, so that a lost line shows. */
export const numberedRecordSchema = z.strictObject({
  n: z.number().int().positive(),
  at: z.iso.datetime(),
  target: z.string(),
  entries: z.array(entry),
});

/** How much work an entry is: its cars, or that of one. */
export function sizeOf(entry: StoredEntry): number {
  const undone = entry.kind === "snapshot" && entry.undone ? entry.undone.cars.length : 0;
  return undone + ("cars" in entry && typeof entry.cars === "object" ? entry.cars.length : 1);
}
