import { createHash } from "node:crypto";
import { type PlanDocument, planDocumentSchema } from "../documents/index.ts";
import type { Plan } from "../plan/index.ts";
import { jsonText } from "./escape/sinks.ts";
import { type DocumentMeta, planDocument } from "./plan/document.ts";

/** The document of a plan, sealed: `integrity` is a SHA-256 over all the rest. Throws when the plan does not fit the document's schema. */
export function sealPlan(plan: Plan, meta: DocumentMeta): PlanDocument {
  return sealDocument(planDocument(plan, meta));
}

/** A plan document with the `integrity` that its other parts have. */
export function sealDocument(document: PlanDocument): PlanDocument {
  const sorted = planDocumentSchema.parse(document);
  return { ...sorted, integrity: integrityOf(sorted) };
}

/** Whether the document is as it was when it was sealed. It guards against accidents, not against forgers. */
export function isIntact(document: PlanDocument): boolean {
  const { data } = planDocumentSchema.safeParse(document);
  return data !== undefined && data.integrity === integrityOf(data);
}

/** The exact bytes of a plan document, for files and for `--json`: same document, same bytes. */
export function planDocumentText(document: PlanDocument): string {
  return jsonText(planDocumentSchema.parse(document));
}

// Parsing sorts the keys: zod builds its result in the order of the schema, whatever the order of the input.
function integrityOf({ integrity: _, ...rest }: PlanDocument): string {
  return createHash("sha256").update(JSON.stringify(rest)).digest("hex");
}
