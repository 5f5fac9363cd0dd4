import type { ReportDocument } from "../../schema/index.ts";
import { csvLine } from "../escape/csv.ts";

const COLUMNS = ["scope", "action", "licenseNumber", "outcome", "error", "traceId", "parkingUser"];

/** A report as CSV: a row for every planned change. */
export function reportCsv(report: ReportDocument): string {
  const rows = report.scopes.flatMap(({ scope, results }) =>
    results.map(({ action, licenseNumber, outcome, error = "", traceId = "", parkingUser = "" }) => [
      scope,
      action,
      licenseNumber,
      outcome,
      error,
      traceId,
      parkingUser,
    ]),
  );
  return [COLUMNS, ...rows].map(csvLine).join("");
}
