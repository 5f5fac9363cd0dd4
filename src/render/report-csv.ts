import type { ReportDocument } from "../schema/index.ts";
import { csvLine } from "./escape/csv.ts";

const COLUMNS = ["scope", "action", "licenseNumber", "outcome", "error", "traceId"];

/** A report as CSV: a row for every planned change. */
export function reportCsv(report: ReportDocument): string {
  const rows = report.scopes.flatMap(({ scope, results }) =>
    results.map((one) => [scope, one.action, one.licenseNumber, one.outcome, one.error ?? "", one.traceId ?? ""]),
  );
  return [COLUMNS, ...rows].map(csvLine).join("");
}
