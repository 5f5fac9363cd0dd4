import type { AuditDocument, PlanDocument, ReportDocument } from "../schema/index.ts";
import type { AuditFinding } from "./audit/phrases.ts";
import { csvCell, csvLine, csvNumber } from "./escape/csv.ts";
import { CHANGED_MEANWHILE, DRIFT, type PlannedChange, type PlannedScope } from "./text/phrases.ts";

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

/** A report as CSV: a row for every planned change, and for every car that somebody else changed meanwhile. */
export function reportCsv(report: ReportDocument): string {
  const rows = report.scopes.flatMap(({ scope, results, changedMeanwhile = [] }) => [
    ...results.map(({ action, licenseNumber, outcome, error = "", traceId = "", parkingUser = "" }) => [
      scope,
      action,
      licenseNumber,
      outcome,
      error,
      traceId,
      parkingUser,
    ]),
    ...changedMeanwhile.map(({ licenseNumber, drift }) => [
      scope,
      "",
      licenseNumber,
      CHANGED_MEANWHILE,
      DRIFT[drift].text,
      "",
      "",
    ]),
  ]);
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
  "amount",
  "currency",
  "removedOn",
  "user",
  "name",
  "status",
  "accepted",
  "findingId",
];

/** An audit as CSV: a row for every finding, and for each further currency that it was billed in. */
export function auditCsv(audit: AuditDocument): string {
  const names = new Map((audit.names ?? []).map(({ scope, name }) => [scope, name]));
  return [
    csvLine(AUDIT_COLUMNS),
    ...audit.findings.flatMap((finding) => findingLines(finding, names.get(finding.scope) ?? "")),
  ].join("");
}

function findingLines(finding: AuditFinding, name: string): string[] {
  const amounts = finding.evidence.billed?.amounts ?? [];
  const sums = amounts.length === 0 ? [{ amountIncludingVat: "", currencyCode: "" }] : amounts;
  return sums.map((sum) => {
    const cells = findingCells(finding, name, sum);
    return `${cells.map((cell, at) => (AUDIT_COLUMNS[at] === "amount" ? csvNumber : csvCell)(cell)).join(",")}\r\n`;
  });
}

interface Sum {
  readonly amountIncludingVat: string;
  readonly currencyCode: string;
}

function findingCells(finding: AuditFinding, name: string, { amountIncludingVat, currencyCode }: Sum): string[] {
  const { severity, rule, scope, licenseNumber, message, evidence, status, accepted, findingId } = finding;
  const { billed } = evidence;
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
    amountIncludingVat,
    currencyCode,
    evidence.removedOn ?? "",
    evidence.user?.id ?? "",
    name,
    status ?? "",
    accepted?.reason ?? "",
    findingId ?? "",
  ];
}
