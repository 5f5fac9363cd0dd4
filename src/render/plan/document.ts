import { type PlanDocument, SCHEMA_VERSION } from "../../documents/index.ts";
import type { Plan, ScopeCounts } from "../../plan/index.ts";

/** What a plan document says about its making. `createdAt` is a UTC instant in ISO 8601. */
export interface DocumentMeta {
  readonly tool: { readonly name: "platectl"; readonly version: string };
  readonly createdAt: string;
}

/**
 * The document of a plan that is only to be shown: without the seal, which takes as long as the rest, and without the schema,
 * which a small run has no need to load. It calls exempt cars kept. Its changes are those of the plan, with what the schema leaves
 * out: copies of them would take as much memory again.
 */
export function planDocument(plan: Plan, meta: DocumentMeta): PlanDocument {
  const scopes = plan.scopes.map(({ exempt, counts, ...scope }) => ({
    ...scope,
    kept: exempt.map(({ licenseNumber, reason, rule }) => ({ licenseNumber, reason, rule })),
    counts: countsInDocument(counts),
  }));
  const head = { kind: "platectl/plan", schemaVersion: SCHEMA_VERSION, ...meta } as const;
  return { ...head, ...plan, scopes, counts: countsInDocument(plan.counts), integrity: "" };
}

function countsInDocument({ exempt, ...counts }: ScopeCounts): PlanDocument["counts"] {
  return { ...counts, kept: exempt };
}
