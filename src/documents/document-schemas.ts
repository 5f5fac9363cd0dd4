import { z } from "zod";
import type { JsonSchema } from "../schema/values/index.ts";
import { auditDocumentSchema, spendingDocumentSchema } from "./billing-documents.ts";
import type { DocumentName, SchemaName } from "./document-names.ts";
import {
  carsAsideShape,
  count,
  documentShape,
  instant,
  keys,
  mode,
  optionalCount,
  optionalText,
  type ReadOnly,
  scope,
  target,
  text,
} from "./document-parts.ts";
import { planDocumentSchema, reportDocumentSchema } from "./documents.ts";
import { fleetJsonSchema, headOf, TARGET, titled } from "./fleet-json-schema.ts";
import { carDocumentSchema, historyDocumentSchema, serverDocumentSchemas } from "./server-documents.ts";

/** A problem in a fleet file. Line and column count from 1. */
const diagnostic = z.strictObject({
  severity: z.enum(["error", "warning"]),
  ...keys(text, "code", "message"),
  source: z
    .strictObject({ file: text, line: count.positive(), column: count.positive(), cell: optionalText })
    .exactOptional(),
  ...keys(optionalText, "licenseNumber", "scope"),
  accepted: z.strictObject({ reason: text, until: optionalText }).exactOptional(),
  fix: optionalText,
});

/** What `validate --json` prints. `cars` counts those of valid files. */
const validationDocumentSchema = documentShape("validation", {
  valid: z.boolean(),
  cars: count,
  ...carsAsideShape,
  diagnostics: z.array(diagnostic),
});

const lock = z.strictObject({
  ...keys(text, "id", "user", "host"),
  pid: count,
  command: text,
  url: optionalText,
  at: instant,
  seen: instant.exactOptional(),
  lease: optionalCount,
});

const stateScope = z.strictObject({
  scope,
  ...keys(count, "present", "uncertain"),
  lastCount: count.optional(),
  ...keys(z.boolean(), "wasRead", "baseline"),
});

const stateRun = z.strictObject({
  ...keys(text, "run", "actor"),
  url: optionalText,
  at: instant,
  planDigest: text,
  planHash: optionalText,
  exitCode: count.optional(),
});

const condition = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("sound") }),
  z.strictObject({ kind: z.literal("torn"), line: count, bytes: count }),
  z.strictObject({ kind: z.literal("damaged"), lines: z.array(count) }),
  z.strictObject({ kind: z.literal("other-version"), version: z.number() }),
  z.strictObject({ kind: z.literal("not-a-journal") }),
]);

const patch = optionalText.meta({
  description: "What would change, as a unified diff; where nothing is written, and something would be.",
});

const plates = z.array(z.strictObject({ licenseNumber: text }));

/** The documents about fleet files, the state and the program itself. */
const localDocumentSchemas = {
  acknowledge: documentShape("acknowledge", {
    file: optionalText,
    entries: z.array(
      z.strictObject({
        scope: scope.or(z.literal("all")),
        ...keys(optionalCount, "deletes", "adds", "updates"),
        ...keys(text, "until", "reason"),
      }),
    ),
    patch,
  }),
  "car-edit": documentShape("car-edit", {
    change: z.enum(["added", "changed", "removed", "none"]),
    scope,
    ...keys(text, "licenseNumber", "source"),
    patch,
  }),
  fmt: documentShape("fmt", {
    files: z.array(
      z.strictObject({ path: text, outcome: z.enum(["unchanged", "formatted", "would-change", "invalid"]), patch }),
    ),
    diagnostics: z.array(diagnostic),
  }),
  init: documentShape("init", { file: text, mode, accounts: z.array(text).exactOptional(), patch }),
  import: documentShape("import", {
    output: text,
    cars: count,
    ...carsAsideShape,
    sheet: text.exactOptional(),
    headerRows: z.array(count).meta({ description: "The rows of the list with the names of its columns." }),
    columns: z.record(text, text),
    unusedColumns: z.array(text),
    peopleColumns: z.array(text).exactOptional().meta({ description: "Columns that hold data of people." }),
    patch,
  }),
  state: documentShape("state", {
    name: text,
    bytes: count,
    condition,
    targets: z.array(z.strictObject({ target: text, scopes: z.array(stateScope), runs: z.array(stateRun) })),
    lock: lock.nullable(),
    locks: z.array(lock),
    current: optionalText.meta({ description: "The target of the server that the environment names." }),
  }),
  "state-copy": documentShape("state-copy", { ...keys(text, "from", "to"), ...keys(count, "records", "archives") }),
  adoption: documentShape("adoption", {
    name: text,
    target,
    scopes: z.array(z.strictObject({ scope, cars: plates, gone: plates, whole: z.boolean() })),
  }),
  forgotten: documentShape("forgotten", {
    name: text,
    target,
    scopes: z.array(z.strictObject({ scope, cars: plates })),
  }),
  unlocked: documentShape("unlocked", keys(text, "name", "lock")),
  error: documentShape("error", { exitCode: count, ...keys(text, "code", "message") }),
  sandbox: documentShape("sandbox", {
    mode: text,
    environment: z.strictObject(keys(text, "PLATECTL_BASE_URL", "PLATECTL_CLIENT_ID", "PLATECTL_CLIENT_SECRET")),
  }),
};

/** The shape of every document, by its name. To make them takes longer than a small run: load it where it is used. */
export const documentSchemas = {
  plan: planDocumentSchema,
  report: reportDocumentSchema,
  audit: auditDocumentSchema,
  validation: validationDocumentSchema,
  car: carDocumentSchema,
  history: historyDocumentSchema,
  spending: spendingDocumentSchema,
  ...serverDocumentSchemas,
  ...localDocumentSchemas,
} as const satisfies { readonly [Name in DocumentName]: z.ZodType<{ readonly kind: `platectl/${Name}` }> };

/** What a document says besides its `kind` and `schemaVersion`. */
export type DocumentContent<Name extends DocumentName> = ReadOnly<
  Omit<z.output<(typeof documentSchemas)[Name]>, "kind" | "schemaVersion">
>;

/** A row of a part of a document. */
export type RowOf<Part> = Part extends { readonly rows: readonly (infer Row)[] } ? Row : never;

/** The JSON Schema (draft 2020-12) of the fleet file or of a document. */
export function jsonSchema(name: SchemaName): JsonSchema {
  if (name === "fleet") return fleetJsonSchema();
  const schema = titled(z.toJSONSchema(documentSchemas[name], { target: TARGET }), "");
  return { ...headOf(name), ...schema, title: `platectl/${name}` };
}
