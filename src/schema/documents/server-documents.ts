import { z } from "zod";
import { CAR_FIELD_NAMES, named } from "../values/car-fields.ts";
import { billingRecord, currencyTotal } from "./billing-parts.ts";
import {
  count,
  documentShape,
  features,
  mode,
  optionalText,
  rowSetAside,
  scope,
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
  failures: z.strictObject({ alreadyListed: z.array(text), notListed: z.array(text) }),
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

/** The documents about what a server holds. */
export const serverDocumentSchemas = {
  accounts: documentShape("accounts", { accounts: z.array(z.object({ baId: text }).catchall(text)) }),
  cars: documentShape("cars", {
    cars: z.array(z.strictObject({ scope, licenseNumber: text, features, addedByCustomerCare: z.boolean() })),
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
    totals: z.array(currencyTotal),
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
