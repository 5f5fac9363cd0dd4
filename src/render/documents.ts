import { createHash } from "node:crypto";
import type { Plan } from "../plan/index.ts";
import {
  type PlanDocument,
  planDocumentSchema,
  type ReportDocument,
  reportDocumentSchema,
  SCHEMA_VERSION,
} from "../schema/index.ts";
import { jsonText } from "./escape/json.ts";

/** What a plan document says about its making. `createdAt` is a UTC instant in ISO 8601. */
export interface DocumentMeta {
  readonly tool: { readonly name: "platectl"; readonly version: string };
  readonly createdAt: string;
}

/** The document of a plan, sealed: `integrity` is a SHA-256 over all the rest. Throws when the plan breaks the document's own rules. */
export function sealPlan(plan: Plan, meta: DocumentMeta): PlanDocument {
  const head = { kind: "platectl/plan", schemaVersion: SCHEMA_VERSION, ...meta };
  const unsealed = planDocumentSchema.parse({ ...head, ...plan, integrity: "" });
  return { ...unsealed, integrity: integrityOf(unsealed) };
}

/** Whether nobody has altered the document since it was sealed. It guards against accidents, not against forgers. */
export function isIntact(document: PlanDocument): boolean {
  return document.integrity === integrityOf(planDocumentSchema.parse(document));
}

/** The exact bytes of a plan document, for files and for `--json`: same document, same bytes. */
export function planDocumentText(document: PlanDocument): string {
  return jsonText(planDocumentSchema.parse(document));
}

/** The exact bytes of a report document. */
export function reportDocumentText(document: ReportDocument): string {
  return jsonText(reportDocumentSchema.parse(document));
}

// Parsing sorts the keys: zod builds its result in the order of the schema, whatever the order of the input.
function integrityOf({ integrity: _, ...rest }: PlanDocument): string {
  return createHash("sha256").update(JSON.stringify(rest)).digest("hex");
}
