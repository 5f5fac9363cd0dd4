import type { AuditDocument, PlanDocument, ReportDocument } from "../schema/index.ts";
import type { AuditFinding } from "./audit/phrases.ts";
import { csvLine } from "./escape/csv.ts";
import type { PlannedChange, PlannedScope } from "./phrases.ts";

const PLAN_COLUMNS = [
  "scope",
  "name",
  "action",
  "licenseNumber",
  "featuresFrom",
  "featuresTo",
  "inFleet",
  "cause",
  "source",
  "note",
  "parkingUser",
  "reason",
  "commit",
  "author",
  "at",
];

/** A plan as CSV: a row for every change and every kept car. Lists inside a cell are separated by spaces. */
export function planCsv(plan: PlanDocument): string {
  return [PLAN_COLUMNS, ...plan.scopes.flatMap(planRows)].map(csvLine).join("");
}

function planRows(scope: PlannedScope): string[][] {
  const place = [scope.scope, scope.name ?? ""];
  return [
    ...scope.changes.map((change) => [...place, ...changeCells(change)]),
    ...scope.kept.map((car) => [
      ...place,
      "keep",
      car.licenseNumber,
      "",
      "",
      "",
      "",
      "",
      car.reason,
      "",
      "",
      "",
      "",
      "",
    ]),
  ];
}

function changeCells(change: PlannedChange): string[] {
  return [
    change.action,
    change.licenseNumber,
    change.features?.from.join(" ") ?? "",
    change.features?.to.join(" ") ?? "",
    change.inFleet === undefined ? "" : String(change.inFleet),
    change.cause ?? "",
    change.source ?? "",
    change.hint ?? "",
    change.parkingUser ?? "",
    change.reason?.kind ?? "",
    change.reason?.commit ?? "",
    change.reason?.author ?? "",
    change.reason?.at ?? "",
  ];
}

const REPORT_COLUMNS = ["scope", "action", "licenseNumber", "outcome", "error", "traceId", "parkingUser"];

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
  return [REPORT_COLUMNS, ...rows].map(csvLine).join("");
}

const AUDIT_COLUMNS = [
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
  "name",
];

/** An audit as CSV: a row for every finding. Amounts are separated by spaces, each currency before its amount. */
export function auditCsv(audit: AuditDocument): string {
  const names = new Map((audit.names ?? []).map(({ scope, name }) => [scope, name]));
  const rows = audit.findings.map((finding) => [...findingCells(finding), names.get(finding.scope) ?? ""]);
  return [AUDIT_COLUMNS, ...rows].map(csvLine).join("");
}

function findingCells({ severity, rule, scope, licenseNumber, message, evidence }: AuditFinding): string[] {
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
