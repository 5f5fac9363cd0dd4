import {
  type AuditDocument,
  auditDocumentSchema,
  type PlanDocument,
  planDocumentSchema,
  type ReportDocument,
  reportDocumentSchema,
} from "../../schema/index.ts";
import type { PlateView } from "./full-plates.ts";

const { changes: CHANGES, kept: KEPT } = planDocumentSchema.shape.scopes.element.shape;
const { results: RESULTS } = reportDocumentSchema.shape.scopes.element.shape;

/** A plan as it is shown. */
export function shownPlan(plan: PlanDocument, plates: PlateView): PlanDocument {
  if (plates.isFull) return plan;
  const head = { ...plan, scopes: plan.scopes.map((scope) => ({ ...scope, changes: [], kept: [] })) };
  plates.learnFrom(head);
  for (const { changes, kept } of plan.scopes) {
    for (const change of changes) plates.learnFrom(change);
    for (const car of kept) plates.learnFrom(car);
  }
  const shown = planDocumentSchema.parse(plates.part(head));
  for (const [at, { changes, kept }] of plan.scopes.entries()) {
    const scope = shown.scopes[at];
    if (!scope) continue;
    scope.changes = changes.map((change) => CHANGES.element.parse(plates.part(change)));
    scope.kept = kept.map((car) => KEPT.element.parse(plates.part(car)));
  }
  return shown;
}

/** A report as it is shown. */
export function shownReport(report: ReportDocument, plates: PlateView): ReportDocument {
  if (plates.isFull) return report;
  const head = { ...report, scopes: report.scopes.map((scope) => ({ ...scope, results: [] })) };
  plates.learnFrom(head);
  for (const { results } of report.scopes) for (const result of results) plates.learnFrom(result);
  const shown = reportDocumentSchema.parse(plates.part(head));
  for (const [at, { results }] of report.scopes.entries()) {
    const scope = shown.scopes[at];
    if (scope) scope.results = results.map((result) => RESULTS.element.parse(plates.part(result)));
  }
  return shown;
}

/** An audit as it is shown. */
export function shownAudit(audit: AuditDocument, plates: PlateView): AuditDocument {
  return plates.isFull ? audit : auditDocumentSchema.parse(plates.document(audit));
}
