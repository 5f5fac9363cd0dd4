import { z } from "zod";
import type { RepeatedChange, Scope } from "../allowlist/index.ts";
import type { CarToWrite, JournalEntry } from "../ports.ts";

/** What compaction leaves of a scope: cars that are there or may be, and what is known of the list. Long scopes take several. */
export interface SnapshotEntry {
  readonly kind: "snapshot";
  readonly scope: Scope;
  readonly cars: readonly (CarToWrite & { readonly uncertain?: true })[];
  readonly lastCount?: number;
  readonly touched: boolean;
  readonly listNotOffered: boolean;
  readonly repeated?: readonly RepeatedChange[];
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

const scope = z
  .templateLiteral([z.literal("account:"), z.string().regex(/^[1-9][0-9]{0,18}$/)])
  .or(z.literal("global"));
const action = z.enum(["add", "delete", "detach"]);
const parkingUser = z.string().exactOptional();
const count = z.number().int().nonnegative();
const carShape = { licenseNumber: z.string(), features: z.array(z.string()) };
const cars = z.array(z.strictObject(carShape));
const carOutcome = z.strictObject({
  licenseNumber: z.string(),
  outcome: z.enum(["verified", "acknowledged", "rejected", "unknown", "not-sent"]),
  error: z.string().exactOptional(),
});

const repeated = z.array(
  z.strictObject({ licenseNumber: z.string(), action: action.exclude(["detach"]), runs: z.number().int().positive() }),
);

const entry = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("run"),
    run: z.string(),
    actor: z.string(),
    planDigest: z.string(),
    planHash: z.string().exactOptional(),
  }),
  z.strictObject({ kind: z.literal("intent"), batch: count, scope, parkingUser, action, cars }),
  z.strictObject({
    kind: z.literal("outcome"),
    batch: count.exactOptional(),
    scope,
    parkingUser,
    action,
    cars: z.array(carOutcome),
    traceId: z.string().exactOptional(),
  }),
  z.strictObject({ kind: z.literal("seen"), scope, count, digest: z.string() }),
  z.strictObject({ kind: z.literal("list-not-offered"), scope }),
  z.strictObject({ kind: z.literal("adopted"), scope, cars }),
  z.strictObject({ kind: z.literal("repeated"), scope, cars: repeated }),
  z.strictObject({ kind: z.literal("end"), run: z.string(), exitCode: z.number().int() }),
  z.strictObject({
    kind: z.literal("snapshot"),
    scope,
    cars: z.array(z.strictObject({ ...carShape, uncertain: z.literal(true).exactOptional() })),
    lastCount: count.exactOptional(),
    touched: z.boolean(),
    listNotOffered: z.boolean(),
    repeated: repeated.exactOptional(),
  }),
]) satisfies z.ZodType<StoredEntry>;

/** A record as a line of the journal holds it; `n` numbers the lines from 1, so that a lost line shows. */
export const numberedRecordSchema = z.strictObject({
  n: z.number().int().positive(),
  at: z.iso.datetime(),
  target: z.string(),
  entries: z.array(entry),
});
