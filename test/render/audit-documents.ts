import { type AuditDocument, auditDocumentSchema } from "../../src/documents/index.ts";
import { AUDIT_RULES } from "../../src/usecases/audit/index.ts";
import { dataFile } from "../data-file.ts";

type Finding = AuditDocument["findings"][number];

/** A finding whose id does not matter. */
export type AnyFinding = Omit<Finding, "findingId"> & Partial<Pick<Finding, "findingId">>;

/** An audit with these findings; those without an id get one by their place. */
export function auditOf(findings: readonly AnyFinding[], rest: Partial<AuditDocument> = {}): AuditDocument {
  const rules = AUDIT_RULES.flatMap(({ id, title, explanation, fix }) => {
    const severity = findings.find(({ rule }) => rule === id)?.severity;
    return severity ? [{ rule: id, severity, title, explanation, fix }] : [];
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
    findings: findings.map((finding, at) => ({ findingId: String(at).padStart(16, "0"), ...finding })),
    totals: rules.map(({ rule }) => ({ rule, count: findings.filter((one) => one.rule === rule).length })),
    warnings: [],
    failures: [],
    ...rest,
  });
}

/** Nothing found. */
export const emptyAudit = auditOf([], {
  rules: [
    {
      rule: "drift-missing",
      severity: "error",
      title: "What it is called",
      explanation: "What it means.",
      fix: "What to do.",
    },
  ],
  totals: [{ rule: "drift-missing", count: 0 }],
  notRun: [{ rule: "idle" }, { rule: "never-in-fleet" }],
});

const { findings, rest, gone } = dataFile("render/audit-documents.yaml");

/** Something of every severity, something billed, and something that was not read. */
export const typicalAudit = auditOf(findings, rest);

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
    gone,
  ],
  totals: typicalAudit.totals.map((total) => (total.rule === "expires-soon" ? { ...total, count: 0 } : total)),
};

/** An audit in which all foreign text is one of these strings. */
export function hostileAudit(texts: readonly string[]): AuditDocument {
  const findings = texts.map((text): AnyFinding => {
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
        billed: { records: 1, firstDay: text, lastDay: text, amounts, ids: [text] },
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
