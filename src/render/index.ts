export type { AlertPaths } from "./alerts/alert.ts";
export { annotations } from "./alerts/alert-formats.ts";
export { claimsCsv, claimsWorkbook, MOST_ROWS } from "./audit/claims.ts";
export { auditMarkdown } from "./audit/markdown.ts";
export { openFindings, setAsideLines } from "./audit/phrases.ts";
export { workbook } from "./audit/workbook.ts";
export { patchText } from "./diff.ts";
export { isIntact, planDocumentPieces, planDocumentText, sealDocument, sealPlan } from "./documents.ts";
export { commandMessage, csvCell, jsonText, ndjsonLine } from "./escape/sinks.ts";
export { EMPTY, type TerminalText, terminalText, visible, visibleLines, words } from "./escape/terminal.ts";
export {
  type CarToWriteDown,
  type FleetYaml,
  type FleetYamlScope,
  fleetYaml,
  interfaceYaml,
  type ListToName,
  listText,
} from "./fleet-yaml.ts";
export {
  AUDIT_FORMATS,
  type Format,
  PAGE_FORMATS,
  PLAN_FORMATS,
  RECORD_FORMATS,
  REPORT_FORMATS,
  type ReportFormat,
  ROW_FORMATS,
  type RowFormat,
  VALIDATION_FORMATS,
  type ValidationFormat,
} from "./format-names.ts";
export {
  auditFormats,
  carsFormats,
  diagnosticAlerts,
  planFormats,
  reportFormats,
  spendingFormats,
  validationFormats,
} from "./formats.ts";
export type { Validation } from "./junit.ts";
export { lastGoodIn, metricsText, type RunFigures } from "./metrics.ts";
export { type DocumentMeta, planDocument } from "./plan/document.ts";
export { planMarkdown } from "./plan/markdown.ts";
export { type PlanShowing, planText } from "./plan/text.ts";
export { FULL_PLATES, NO_DIGEST, type PlateView } from "./plates/full-plates.ts";
export { createPlateView, hashedWith, masked } from "./plates/hidden-plates.ts";
export { reportMarkdown } from "./report/markdown.ts";
export { alarmLines } from "./report/phrases.ts";
export { reportText } from "./report/text.ts";
export { invoiceLines } from "./spending/phrases.ts";
export { csvHeading, csvRows, type TableColumn, tableCsv, tableText, textColumns } from "./tables.ts";
export { carsInWords, skippedInWords } from "./text/cars-aside.ts";
export { guardInFull } from "./text/guard-words.ts";
export { GITHUB_COMMENT_LENGTH } from "./text/markdown-page.ts";
export { counted, scopesInWords } from "./text/phrases.ts";
export { fitted, inColumns, labelled, type Style } from "./text/style.ts";
export { warningTexts } from "./text/warnings.ts";
export { diagnosticsMarkdown, diagnosticsText, failureMarkdown } from "./validation/diagnostics.ts";
