import { z } from "zod";
import { CAR_FIELD_NAMES, named } from "../values/car-fields.ts";
import { billingRecord, currencyTotal } from "./billing-parts.ts";
import { documentShape, optionalText, text } from "./document-parts.ts";

const part = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ rows: z.array(row), note: z.string().exactOptional() }).or(z.strictObject({ note: z.string() }));

const place = { scope: z.string(), licenseNumber: z.string(), source: z.string() };

const liveCar = z.strictObject({
  scope: z.string(),
  listed: z.enum(["yes", "in doubt", "not known"]),
  from: z.enum(["list", "state"]),
  licenseNumber: z.string().exactOptional(),
  features: z.array(z.string()).exactOptional(),
  addedByCustomerCare: z.literal(true).exactOptional(),
  since: z.iso.datetime().exactOptional(),
});

const desiredPlace = z.strictObject({
  ...place,
  features: z.array(z.string()),
  ...named(CAR_FIELD_NAMES.map((field) => [field, z.string().exactOptional()] as const)),
});

const commit = z.strictObject({
  commit: z.string(),
  at: z.string(),
  author: z.string(),
  subject: z.string(),
  file: z.string(),
  change: z.enum(["gained", "lost", "changed", "moved"]),
});

const outcome = z.strictObject({
  at: z.iso.datetime(),
  target: z.string(),
  scope: z.string(),
  event: z.string(),
  actor: z.string().exactOptional(),
  error: z.string().exactOptional(),
  traceId: z.string().exactOptional(),
});

/** What `car find` answers. */
export const carDocumentSchema = documentShape("car", {
  licenseNumber: z.string(),
  plateKey: z.string(),
  listed: z.enum(["yes", "no", "not known"]),
  live: part(liveCar),
  desired: part(desiredPlace),
  absent: z.array(z.strictObject({ ...place, since: z.string().exactOptional(), reason: z.string().exactOptional() })),
  commit: commit.exactOptional(),
  outcome: outcome.exactOptional(),
  similar: z.array(z.strictObject(place)),
});

const user = z.strictObject({ account: text, id: text, name: text, status: text, licenseNumber: text });

/** What `history` answers. */
export const historyDocumentSchema = documentShape("history", {
  licenseNumber: text,
  plateKey: text,
  live: part(liveCar),
  desired: part(desiredPlace),
  commits: part(commit),
  journal: part(outcome),
  billing: part(billingRecord.extend({ account: text })),
  totals: z.array(currencyTotal),
  users: part(user),
  from: optionalText,
  to: optionalText,
});
