import { z } from "zod";
import { billingRecord } from "../fleet-api/endpoints/billing-record.ts";
import { CAR_FIELD_NAMES, named } from "../schema/values/index.ts";
import {
  carsAsideShape,
  count,
  documentShape,
  features,
  instant,
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
  pageParam: text,
  sizeParam: text,
  firstPage: z.literal([0, 1]),
  batchSize: count,
  requestHeadBytes: count,
  globalDelete: deleteRequest.or(z.literal(false)),
  accountDelete: deleteRequest,
  accountList: z.literal("auto").or(z.boolean()),
  fromDateParam: text,
  toDateParam: text,
  userCarParam: text,
  foldLookalikes: z.boolean(),
  respelled: z.array(z.strictObject({ plate: text, server: text })).exactOptional(),
  failures: z.strictObject({ alreadyListed: z.array(text), notListed: z.array(text) }),
  feeTypes: z.array(text).exactOptional(),
});

const exportedScope = z.strictObject({
  scope,
  name: optionalText,
  source: z.enum(["list", "state", "none"]),
  cars: z.array(
    z.strictObject({
      licenseNumber: text,
      features,
      ...named(CAR_FIELD_NAMES.map((field) => [field, optionalText] as const)),
    }),
  ),
  leftOut: z.array(z.strictObject({ licenseNumber: text, reason: text })),
});

const user = z.strictObject({
  id: text,
  firstName: text,
  lastName: text,
  phoneNumber: text,
  email: text,
  costCenter: text,
  status: text,
  cars: z.array(z.strictObject({ licenseNumber: text })).exactOptional(),
  address: z.strictObject({ city: text, street: text, postalCode: text, co: text }).optional(),
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
  source: optionalText,
  validFrom: optionalText,
  validUntil: optionalText,
  note: optionalText,
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
    account: text,
    email: text,
    phoneNumber: text,
    outcome: z.enum(["created", "exists", "rejected", "unknown", "not-sent"]),
    id: optionalText,
    status: optionalText,
    error: optionalText,
    traceId: optionalText,
  }),
  "user-car-removal": documentShape("user-car-removal", {
    baId: text,
    puId: text,
    licenseNumber: text,
    outcome: z.enum(["verified", "absent", "rejected", "unknown", "not-sent"]),
    error: optionalText,
  }),
  billing: documentShape("billing", {
    account: text,
    from: optionalText,
    to: optionalText,
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
  z.strictObject({ rows: z.array(row), note: z.string().exactOptional() }).or(z.strictObject({ note: z.string() }));

const place = { scope: z.string(), licenseNumber: z.string(), source: z.string() };

// A list that a plate is on now, or may be on.
const liveCar = z.strictObject({
  scope: z.string(),
  listed: z.enum(["yes", "not known"]),
  from: z.enum(["list", "state"]).meta({ description: "The server's list, or, where that cannot be read, the state." }),
  licenseNumber: z.string().exactOptional().meta({ description: "The plate as the list has it." }),
  features: z.array(z.string()).exactOptional(),
  addedByCustomerCare: z.literal(true).exactOptional(),
  since: z.iso.datetime().exactOptional().meta({
    description: "When platectl added the car; absent where somebody else did.",
  }),
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
  /** `add verified`, `delete begun, no outcome`, `detach from parking user 5501 verified`, `adopted`. */
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
  commit: commit.exactOptional().meta({ description: "The last commit that wrote or removed the plate." }),
  outcome: outcome.exactOptional().meta({ description: "What platectl did about it last." }),
  note: optionalText.meta({ description: "What else the journal says of it, which is not about this server." }),
  similar: z.array(z.strictObject(place)).meta({
    description: "Cars whose plates are one typing error away, where no file has this one.",
  }),
});

const holder = z.strictObject({ account: text, id: text, name: text, status: text, licenseNumber: text });

/** What `history` answers. */
export const historyDocumentSchema = documentShape("history", {
  licenseNumber: text,
  plateKey: text,
  live: part(liveCar),
  desired: part(desiredPlace),
  commits: part(commit),
  journal: part(outcome),
  billing: part(billingRecord.extend({ account: text })),
  totals: z.array(z.strictObject(sums)),
  users: part(holder),
  from: optionalText,
  to: optionalText,
});
