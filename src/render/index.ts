export { diagnosticsSummary, diagnosticsText, sortDiagnostics } from "./diagnostics-text.ts";
export { type DocumentMeta, isIntact, planDocumentText, reportDocumentText, sealPlan } from "./documents.ts";
export { jsonText } from "./escape/json.ts";
export { terminalText } from "./escape/terminal.ts";
export { nextStep } from "./next-step.ts";
export { type PlanTextOptions, planText } from "./plan-text.ts";
export { reportText } from "./report-text.ts";
export type { Style } from "./style.ts";
