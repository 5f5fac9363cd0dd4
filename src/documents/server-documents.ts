import { z } from "zod";
import { billingRecord } from "../fleet-api/endpoints/billing-record.ts";
import { CAR_FIELD_NAMES } from "../schema/values/index.ts";
import {
  carsAsideShape,
  count,
  documentShape,
  features,
  instant,
  keys,
  mode,
  optionalText,
  rowSetAside,
  scope,
  sums,
  target,
  text,
} from "./document-parts.ts";

const setAside = z.strictObject({ count, rows: z.array(rowSetAside) });
const deleteRequest = z
  .strictObject({ in: z.enum(["query", "body"]), name: text })
  .or(z.strictObject({ in: z.literal("body"), shape: z.literal("array") }));

const settings = z.strictObject({
  pageSize: count,
  ...keys(text, "pageParam", "sizeParam"),
  firstPage: z.literal([0, 1]),
  ...keys(count, "batchSize", "requestHeadBytes"),
  globalDelete: deleteRequest.or(z.literal(false)),
  accountDelete: deleteRequest,
  accountList: z.literal("auto").or(z.boolean()),
  ...keys(text, "fromDateParam", "toDateParam", "userCarParam"),
  foldLookalikes: z.boolean(),
  respelled: z.array(z.strictObject({ plate: text, server: text })).exactOptional(),
  failures: z.strictObject({ alreadyListed: z.array(text), notListed: z.array(text) }),
  feeTypes: z.array(text).exactOptional(),
});

const exportedScope = z.strictObject({
  scope,
  name: optionalText,
  source: z.enum(["list", "state", "none"]),
  cars: z.array(z.strictObject({ licenseNumber: text, features, ...keys(optionalText, ...CAR_FIELD_NAMES) })),
  leftOut: z.array(z.strictObject({ licenseNumber: text, reason: text })),
});

const user = z.strictObject({
  ...keys(text, "id", "firstName", "lastName", "phoneNumber", "email", "costCenter", "status"),
  cars: z.array(z.strictObject({ licenseNumber: text })).exactOptional(),
  address: z.strictObject(keys(text, "city", "street", "postalCode", "co")).optional(),
});

const listedCar = z.strictObject({
  scope,
  licenseNumber: text,
  listed: z.enum(["yes", "no", "not known"]),
  wanted: z.enum(["yes", "no", "ended", "not begun", "absent"]).exactOptional().meta({
    description: "Whether the fleet file wants the car on this list today; absent where there is no fleet file.",
  }),
  since: optionalText.meta({ description: "Day since which it is on the list, by the server or else by the journal." }),
  inFleet: z.boolean().exactOptional(),
  features,
  addedByCustomerCare: z.boolean(),
  ...keys(optionalText, "source", "validFrom", "validUntil", "note"),
});

/** The documents about what a server holds. */
export const serverDocumentSchemas = {
  accounts: documentShape("accounts", { accounts: z.array(z.object({ baId: text }).catchall(text)) }),
  cars: documentShape("cars", {
    createdAt: instant,
    target: z.strictObject({ baseUrl: text }),
    lists: z.array(z.strictObject({ scope, name: optionalText, source: z.enum(["list", "state", "none"]) })),
    ...carsAsideShape,
    cars: z.array(listedCar),
  }),
  "fleet-cars": documentShape("fleet-cars", {
    fleet: z.array(z.strictObject({ licenseNumber: text, createdDate: text })),
  }),
  users: documentShape("users", { account: text, setAside: setAside.exactOptional(), users: z.array(user) }),
  "user-created": documentShape("user-created", {
    ...keys(text, "account", "email", "phoneNumber"),
    outcome: z.enum(["created", "exists", "rejected", "unknown", "not-sent"]),
    ...keys(optionalText, "id", "status", "error", "traceId"),
  }),
  "user-car-removal": documentShape("user-car-removal", {
    ...keys(text, "baId", "puId", "licenseNumber"),
    outcome: z.enum(["verified", "absent", "rejected", "unknown", "not-sent"]),
    error: optionalText,
  }),
  billing: documentShape("billing", {
    account: text,
    ...keys(optionalText, "from", "to"),
    records: z.array(billingRecord),
    totals: z.array(z.strictObject(sums)),
    setAside,
  }),
  export: documentShape("export", { mode, target, scopes: z.array(exportedScope) }),
  doctor: documentShape("doctor", {
    target,
    mode,
    findings: z.array(
      z.strictObject({
        probe: text,
        verdict: z.enum(["holds", "differs", "not known", "trouble"]),
        found: text,
        settings: settings.partial().exactOptional(),
      }),
    ),
    interface: settings,
    leftBehind: z.array(text),
  }),
};

const part = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ rows: z.array(row), note: optionalText }).or(z.strictObject({ note: text }));

const place = keys(text, "scope", "licenseNumber", "source");

// A list that a plate is on now, or may be on.
const liveCar = z.strictObject({
  scope: text,
  listed: z.enum(["yes", "not known"]),
  from: z.enum(["list", "state"]).meta({ description: "The server's list, or, where that cannot be read, the state." }),
  licenseNumber: optionalText.meta({ description: "The plate as the list has it." }),
  features: features.exactOptional(),
  addedByCustomerCare: z.literal(true).exactOptional(),
  since: instant.exactOptional().meta({
    description: "When platectl added the car; absent where somebody else did.",
  }),
});

const desiredPlace = z.strictObject({ ...place, features, ...keys(optionalText, ...CAR_FIELD_NAMES) });

const commit = z.strictObject({
  ...keys(text, "commit", "at", "author", "subject", "file"),
  change: z.enum(["gained", "lost", "changed", "moved"]),
});

const outcome = z.strictObject({
  at: instant,
  ...keys(text, "target", "scope"),
  /** `add verified`, `delete begun, no outcome`, `detach from parking user 5501 verified`, `adopted`. */
  event: text,
  ...keys(optionalText, "actor", "error", "traceId"),
});

/** What `car find` answers. */
export const carDocumentSchema = documentShape("car", {
  ...keys(text, "licenseNumber", "plateKey"),
  listed: z.enum(["yes", "no", "not known"]),
  live: part(liveCar),
  desired: part(desiredPlace),
  absent: z.array(z.strictObject({ ...place, ...keys(optionalText, "since", "reason") })),
  commit: commit.exactOptional().meta({ description: "The last commit that wrote or removed the plate." }),
  outcome: outcome.exactOptional().meta({ description: "What platectl did about it last." }),
  note: optionalText.meta({ description: "What else the journal says of it, which is not about this server." }),
  similar: z.array(z.strictObject(place)).meta({
    description: "Cars whose plates are one typing error away, where no file has this one.",
  }),
});

const parkingUser = z.strictObject(keys(text, "account", "id", "name", "status", "licenseNumber"));

/** What `history` answers. */
export const historyDocumentSchema = documentShape("history", {
  ...keys(text, "licenseNumber", "plateKey"),
  live: part(liveCar),
  desired: part(desiredPlace),
  commits: part(commit),
  journal: part(outcome),
  billing: part(billingRecord.extend({ account: text })),
  totals: z.array(z.strictObject(sums)),
  users: part(parkingUser),
  ...keys(optionalText, "from", "to"),
});
