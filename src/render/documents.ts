import { createHash } from "node:crypto";
import type { Plan, ScopeCounts, ScopePlan } from "../plan/index.ts";
import { type PlanDocument, planDocumentSchema, SCHEMA_VERSION } from "../schema/index.ts";
import { jsonText } from "./escape/sinks.ts";

/** What a plan document says about its making. `createdAt` is a UTC instant in ISO 8601. */
export interface DocumentMeta {
  readonly tool: { readonly name: "platectl"; readonly version: string };
  readonly createdAt: string;
}

/** The document of a plan, sealed: `integrity` is a SHA-256 over all the rest. Throws when the plan does not fit the document's schema. */
export function sealPlan(plan: Plan, meta: DocumentMeta): PlanDocument {
  const document = planDocument(plan, meta);
  return { ...document, integrity: integrityOf(document) };
}

/** The document of a plan that is only to be shown: without the seal, which takes as long as the rest. */
export function planDocument(plan: Plan, meta: DocumentMeta): PlanDocument {
  const head = { kind: "platectl/plan", schemaVersion: SCHEMA_VERSION, ...meta };
  const scopes = plan.scopes.map(emptyScopeInDocument);
  const document = planDocumentSchema.parse({
    ...head,
    ...plan,
    scopes,
    counts: countsInDocument(plan.counts),
    integrity: "",
  });
  for (const [at, { changes, exempt }] of plan.scopes.entries()) {
    const scope = document.scopes[at];
    if (!scope) continue;
    scope.changes = changes.map(({ plateKey: _, ...change }) => CHANGE.parse(change));
    scope.kept = exempt.map(({ licenseNumber, reason }) => KEPT.parse({ licenseNumber, reason }));
  }
  return document;
}

const { changes: CHANGES, kept: KEPT_CARS } = planDocumentSchema.shape.scopes.element.shape;
const CHANGE = CHANGES.element;
const KEPT = KEPT_CARS.element;

/** A plan document with the `integrity` that its other parts have. */
export function sealDocument(document: PlanDocument): PlanDocument {
  return { ...document, integrity: integrityOf(planDocumentSchema.parse(document)) };
}

// The document names cars by their spelling alone, and calls exempt cars kept.
function emptyScopeInDocument({ changes: _changes, exempt: _exempt, counts, ...scope }: ScopePlan) {
  return { ...scope, changes: [], kept: [], counts: countsInDocument(counts) };
}

function countsInDocument({ exempt, ...counts }: ScopeCounts): PlanDocument["counts"] {
  return { ...counts, kept: exempt };
}

/** Whether nobody has altered the document since it was sealed. It guards against accidents, not against forgers. */
export function isIntact(document: PlanDocument): boolean {
  return document.integrity === integrityOf(planDocumentSchema.parse(document));
}

/** The exact bytes of a plan document, for files and for `--json`: same document, same bytes. */
export function planDocumentText(document: PlanDocument): string {
  return jsonText(planDocumentSchema.parse(document));
}

// Parsing sorts the keys: zod builds its result in the order of the schema, whatever the order of the input.
function integrityOf({ integrity: _, ...rest }: PlanDocument): string {
  return createHash("sha256").update(JSON.stringify(rest)).digest("hex");
}
