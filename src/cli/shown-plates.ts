import { type Format, FULL_PLATES, type PlateView } from "../render/index.ts";
import {
  type AuditDocument,
  auditDocumentSchema,
  type PlanDocument,
  planDocumentSchema,
  type ReportDocument,
  reportDocumentSchema,
} from "../schema/index.ts";
import type { Io } from "./io.ts";

/**
 * How a format shows plates: the document and the page are whole in a file of their own, which somebody keeps and may
 * protect; whatever goes to a log, a comment or a widget is not.
 */
export function platesIn(
  format: Format,
  output: string | undefined,
  io: Pick<Io, "plates" | "documentPlates">,
): PlateView {
  if (output !== undefined && (format === "json" || format === "html")) return FULL_PLATES;
  return format === "json" ? io.documentPlates : io.plates;
}

/** A plan as it is shown. */
export function shownPlan(plan: PlanDocument, plates: PlateView): PlanDocument {
  return plates.isFull ? plan : planDocumentSchema.parse(plates.document(plan));
}

/** A report as it is shown. */
export function shownReport(report: ReportDocument, plates: PlateView): ReportDocument {
  return plates.isFull ? report : reportDocumentSchema.parse(plates.document(report));
}

/** An audit as it is shown. */
export function shownAudit(audit: AuditDocument, plates: PlateView): AuditDocument {
  return plates.isFull ? audit : auditDocumentSchema.parse(plates.document(audit));
}
