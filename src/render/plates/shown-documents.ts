import { eachInSteps, mapInSteps, type Steps, takeSteps } from "../../runtime/steps.ts";
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
  return takeSteps(shownPlanSteps(plan, plates));
}

/** The same in steps. */
export function* shownPlanSteps(plan: PlanDocument, plates: PlateView): Steps<PlanDocument> {
  if (plates.isFull) return plan;
  const head = { ...plan, scopes: plan.scopes.map((scope) => ({ ...scope, changes: [], kept: [] })) };
  plates.learnFrom(head);
  for (const { changes, kept } of plan.scopes) {
    yield* eachInSteps(changes, (change) => plates.learnFrom(change));
    yield* eachInSteps(kept, (car) => plates.learnFrom(car));
  }
  const shown = planDocumentSchema.parse(plates.part(head));
  for (const [at, { changes, kept }] of plan.scopes.entries()) {
    const scope = shown.scopes[at];
    if (!scope) continue;
    scope.changes = yield* mapInSteps(changes, (change) => CHANGES.element.parse(plates.part(change)));
    scope.kept = yield* mapInSteps(kept, (car) => KEPT.element.parse(plates.part(car)));
  }
  return shown;
}

/** A report as it is shown. */
export function shownReport(report: ReportDocument, plates: PlateView): ReportDocument {
  return takeSteps(shownReportSteps(report, plates));
}

/** The same in steps. */
export function* shownReportSteps(report: ReportDocument, plates: PlateView): Steps<ReportDocument> {
  if (plates.isFull) return report;
  const head = { ...report, scopes: report.scopes.map((scope) => ({ ...scope, results: [] })) };
  plates.learnFrom(head);
  for (const { results } of report.scopes) yield* eachInSteps(results, (result) => plates.learnFrom(result));
  const shown = reportDocumentSchema.parse(plates.part(head));
  for (const [at, { results }] of report.scopes.entries()) {
    const scope = shown.scopes[at];
    if (scope) scope.results = yield* mapInSteps(results, (result) => RESULTS.element.parse(plates.part(result)));
  }
  return shown;
}

/** An audit as it is shown. */
export function shownAudit(audit: AuditDocument, plates: PlateView): AuditDocument {
  return plates.isFull ? audit : auditDocumentSchema.parse(plates.document(audit));
}
