import { AUDIT_RULES } from "../../src/audit/index.ts";
import { type AuditDocument, auditDocumentSchema } from "../../src/schema/index.ts";

type Finding = AuditDocument["findings"][number];

/** An audit with these findings. */
export function auditOf(findings: readonly Finding[], rest: Partial<AuditDocument> = {}): AuditDocument {
  const rules = AUDIT_RULES.flatMap(({ id, explanation, fix }) => {
    const severity = findings.find(({ rule }) => rule === id)?.severity;
    return severity ? [{ rule: id, severity, explanation, fix }] : [];
  });
  return auditDocumentSchema.parse({
    kind: "platectl/audit",
    schemaVersion: 1,
    tool: { name: "platectl", version: "1.0.0" },
    createdAt: "2026-06-15T08:00:00Z",
    mode: "billing-account",
    target: { baseUrl: "https://fleet.example.com", fingerprint: "f1f2f3f4" },
    range: { from: "2026-05-17", to: "2026-06-15", timeZone: "Europe/Copenhagen" },
    rules,
    unchecked: [],
    findings,
    totals: rules.map(({ rule }) => ({ rule, count: findings.filter((one) => one.rule === rule).length })),
    warnings: [],
    failures: [],
    ...rest,
  });
}

const billed = {
  records: 3,
  firstDay: "2026-06-02",
  lastDay: "2026-06-11",
  amounts: [
    { currencyCode: "DKK", amountIncludingVat: "61.25" },
    { currencyCode: "EUR", amountIncludingVat: "3.1" },
  ],
};

/** Nothing found. */
export const emptyAudit = auditOf([], {
  rules: [{ rule: "drift-missing", severity: "error", explanation: "What it means.", fix: "What to do." }],
  totals: [{ rule: "drift-missing", count: 0 }],
  notRun: [{ rule: "idle" }, { rule: "never-in-fleet" }],
});

/** Something of every severity, something billed, and something that was not read. */
export const typicalAudit = auditOf(
  [
    {
      rule: "billed-not-desired",
      severity: "error",
      scope: "account:4711",
      licenseNumber: "CD 23 456",
      message: "is not desired, and was billed: 3 records from 2026-06-02 to 2026-06-11, 61.25 DKK and 3.1 EUR",
      evidence: { billed, removedOn: "2026-06-01", daysSinceRemoval: 14, removedBy: "journal" },
    },
    {
      rule: "drift-missing",
      severity: "error",
      scope: "account:4711",
      licenseNumber: "AB1",
      message: "is desired, and not on the list",
      evidence: { source: "fleet.yaml:12:5" },
    },
    {
      rule: "drift-missing",
      severity: "error",
      scope: "account:4712",
      licenseNumber: "ÆØ100",
      message: "is desired, and not on the list",
      evidence: { source: "cars/pool.txt:3:1" },
    },
    {
      rule: "fleet-not-allowed",
      severity: "warning",
      scope: "global",
      licenseNumber: "XY9",
      message: "is a fleet car, and on no list",
      evidence: {},
    },
    {
      rule: "inactive-user-holds-car",
      severity: "warning",
      scope: "account:4711",
      licenseNumber: "EF3",
      message: "is linked to parking user 9007199254740993, who is CLOSED",
      evidence: { user: { id: "9007199254740993", status: "CLOSED" } },
    },
    {
      rule: "expires-soon",
      severity: "info",
      scope: "account:4712",
      licenseNumber: "GH4",
      message: "is valid until 2026-06-30 only",
      evidence: { source: "fleet.yaml:20:5", validUntil: "2026-06-30" },
    },
  ],
  {
    totals: [
      { rule: "billed-not-desired", count: 1, amounts: billed.amounts },
      { rule: "drift-missing", count: 2 },
      { rule: "fleet-not-allowed", count: 1 },
      { rule: "inactive-user-holds-car", count: 1 },
      { rule: "expires-soon", count: 1 },
    ],
    names: [
      { scope: "account:4711", name: "Acme Denmark" },
      { scope: "account:4712", name: "Beta Leasing" },
    ],
    coverage: {
      accounts: 2,
      cars: 1100,
      users: 12,
      records: 2345,
      withoutPlate: 3,
      billed: [
        { currencyCode: "DKK", amountIncludingVat: "12345.00" },
        { currencyCode: "EUR", amountIncludingVat: "31.0" },
      ],
      billedWithoutPlate: [{ currencyCode: "DKK", amountIncludingVat: "45.00" }],
      inFindings: billed.amounts,
      days: [
        { day: "2026-06-02", inFindings: [{ currencyCode: "DKK", amountIncludingVat: "41.25" }] },
        { day: "2026-06-11", inFindings: [{ currencyCode: "DKK", amountIncludingVat: "20.00" }, billed.amounts[1]] },
      ].map(({ day, inFindings }) => ({ day, inFindings: inFindings.filter((one) => one !== undefined) })),
    },
    unchecked: [
      { rule: "never-in-fleet", reason: "the fleet cars were not read" },
      { rule: "idle", reason: "no billing records were read" },
    ],
    warnings: [{ code: "lookalike-letters", message: "this plate holds Cyrillic letters", source: "fleet.yaml:14:5" }],
    failures: [
      { scope: "account:4713", message: "GET /api/billing-accounts/4713/cars was answered 403.", traceId: "4bf9" },
    ],
  },
);

/** The typical audit beside an earlier one, with a finding that is accepted and one that is gone. */
export const knownAudit: AuditDocument = {
  ...typicalAudit,
  since: { createdAt: "2026-06-14T08:00:00Z" },
  findings: [
    ...typicalAudit.findings.map((finding, at): Finding => {
      const known = { ...finding, findingId: `00000000000000a${at}`, status: at < 2 ? "new" : "still" } as const;
      if (finding.rule !== "expires-soon") return known;
      return {
        ...known,
        accepted: { reason: "goes back on that day", until: "2026-06-30", source: "fleet.yaml:31:9" },
      };
    }),
    {
      findingId: "00000000000000b0",
      rule: "drift-extra",
      severity: "error",
      status: "gone",
      scope: "account:4711",
      licenseNumber: "ZZ 1",
      message: "is on the list, and not in the fleet file",
      evidence: {},
    },
  ],
  totals: typicalAudit.totals.map((total) => (total.rule === "expires-soon" ? { ...total, count: 0 } : total)),
};

/** An audit in which all foreign text is one of these strings. */
export function hostileAudit(texts: readonly string[]): AuditDocument {
  const findings = texts.map((text): Finding => {
    const amounts = [{ currencyCode: text, amountIncludingVat: "1.00" }];
    return {
      rule: "billed-not-desired",
      severity: "error",
      scope: "account:4711",
      licenseNumber: text,
      message: text,
      evidence: {
        source: text,
        other: { licenseNumber: text, source: text },
        user: { id: text, status: text },
        billed: { records: 1, firstDay: text, lastDay: text, amounts },
        removedOn: text,
      },
    };
  });
  return auditOf(findings, {
    target: { baseUrl: texts[0] ?? "", fingerprint: texts[0] ?? "" },
    range: { from: "2026-05-17", to: "2026-06-15", timeZone: texts[0] ?? "" },
    skippedRows: texts.map((text) => ({ file: text, why: "skip", found: text, rows: 2 })),
    names: texts.slice(0, 1).map((name) => ({ scope: "account:4711", name })),
    coverage: {
      ...{ accounts: 1, cars: 1, users: 1, records: 1, withoutPlate: 0 },
      billed: texts.map((currencyCode) => ({ currencyCode, amountIncludingVat: "1.00" })),
      inFindings: texts.map((currencyCode) => ({ currencyCode, amountIncludingVat: "1.00" })),
      days: texts.map((day) => ({ day, inFindings: [{ currencyCode: day, amountIncludingVat: "1.00" }] })),
    },
    totals: [
      {
        rule: "billed-not-desired",
        count: findings.length,
        amounts: texts.map((currencyCode) => ({ currencyCode, amountIncludingVat: "1.00" })),
      },
    ],
    warnings: texts.map((text) => ({ code: text, message: text, source: text })),
    failures: texts.map((text) => ({ scope: "global", message: text, traceId: text })),
  });
}
