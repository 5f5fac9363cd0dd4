import type { AuditDocument } from "../../schema/index.ts";
import { csvLine } from "../escape/csv.ts";
import type { AuditFinding } from "./phrases.ts";

const COLUMNS = [
  "severity",
  "rule",
  "scope",
  "licenseNumber",
  "message",
  "source",
  "records",
  "firstDay",
  "lastDay",
  "amounts",
  "removedOn",
  "user",
];

/** An audit as CSV: a row for every finding. Amounts are separated by spaces, each currency before its amount. */
export function auditCsv(audit: AuditDocument): string {
  return [COLUMNS, ...audit.findings.map(cellsOf)].map(csvLine).join("");
}

function cellsOf({ severity, rule, scope, licenseNumber, message, evidence }: AuditFinding): string[] {
  const { billed } = evidence;
  const amounts = (billed?.amounts ?? []).map((one) => `${one.currencyCode} ${one.amountIncludingVat}`);
  return [
    severity,
    rule,
    scope,
    licenseNumber ?? "",
    message,
    evidence.source ?? "",
    billed ? String(billed.records) : "",
    billed?.firstDay ?? "",
    billed?.lastDay ?? "",
    amounts.join(" "),
    evidence.removedOn ?? "",
    evidence.user?.id ?? "",
  ];
}
