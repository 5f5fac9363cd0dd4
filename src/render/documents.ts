import { createHash } from "node:crypto";
import { type PlanDocument, planDocumentSchema, SCHEMA_VERSION } from "../documents/index.ts";
import type { Plan, ScopeCounts } from "../plan/index.ts";
import { jsonText } from "./escape/sinks.ts";

/** What a plan document says about its making. `createdAt` is a UTC instant in ISO 8601. */
export interface DocumentMeta {
  readonly tool: { readonly name: "platectl"; readonly version: string };
  readonly createdAt: string;
}

/**
 * The document of a plan that is only to be shown: without the seal, which takes as long as the rest, and without the schema,
 * which a small run has no need to load. The document names cars by their spelling alone, and calls exempt cars kept.
 */
export function planDocument(plan: Plan, meta: DocumentMeta): PlanDocument {
  const scopes = plan.scopes.map(({ changes, exempt, counts, ...scope }) => ({
    ...scope,
    changes: changes.map(({ plateKey: _, ...change }) => change),
    kept: exempt.map(({ licenseNumber, reason, rule }) => ({ licenseNumber, reason, rule })),
    counts: countsInDocument(counts),
  }));
  const head = { kind: "platectl/plan", schemaVersion: SCHEMA_VERSION, ...meta } as const;
  return { ...head, ...plan, scopes, counts: countsInDocument(plan.counts), integrity: "" };
}

function countsInDocument({ exempt, ...counts }: ScopeCounts): PlanDocument["counts"] {
  return { ...counts, kept: exempt };
}

/** The document of a plan, sealed: `integrity` is a SHA-256 over all the rest. Throws when the plan does not fit the document's schema. */
export function sealPlan(plan: Plan, meta: DocumentMeta): PlanDocument {
  return sealDocument(planDocument(plan, meta));
}

/** A plan document with the `integrity` that its other parts have. */
export function sealDocument(document: PlanDocument): PlanDocument {
  const sorted = planDocumentSchema.parse(document);
  return { ...sorted, integrity: integrityOf(sorted) };
}

/** Whether nobody has altered the document since it was sealed. It guards against accidents, not against forgers. */
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
