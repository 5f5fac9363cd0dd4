import type { AuditDocument } from "../schema/index.ts";
import {
  type AuditFinding,
  auditSummary,
  findingsByRule,
  moneyInWords,
  rangeInWords,
  uncheckedInWords,
  warningInWords,
} from "./audit-words.ts";
import { htmlText } from "./escape/html.ts";
import { type Column, htmlPage } from "./html-page.ts";
import { noticeCard, plainTable, tiles } from "./html-parts.ts";
import { scopeInWords, withCommas } from "./words.ts";

const COLUMNS: readonly Column[] = [
  { id: "car", label: "Car", width: 14 },
  { id: "severity", label: "Severity", width: 9, filter: true },
  { id: "rule", label: "Rule", width: 18, filter: true },
  { id: "list", label: "List or account", width: 15, filter: true },
  { id: "why", label: "What", width: 44 },
];

/** An audit as one HTML file to search, filter and sort. */
export function auditHtml(audit: AuditDocument): string {
  return htmlPage({ title: "platectl audit", above: above(audit), columns: COLUMNS, rows: audit.findings.map(rowOf) });
}

function rowOf({ licenseNumber = "", severity, rule, scope, message }: AuditFinding): string[] {
  return [licenseNumber, severity, rule, scopeInWords(scope), message];
}

function above(audit: AuditDocument): string {
  const count = (severity: AuditFinding["severity"]) =>
    audit.findings.filter((finding) => finding.severity === severity).length;
  const rows = findingsByRule(audit).map(({ rule, total, findings }) => [
    rule.severity,
    `<code>${rule.rule}</code>`,
    withCommas(findings.length),
    htmlText(moneyInWords(total)),
    `${htmlText(rule.explanation)} ${htmlText(rule.fix)}`,
  ]);
  return [
    `<header><h1>Audit</h1><p>${auditSummary(audit)}</p>`,
    `<p class="soft">Target <code>${htmlText(audit.target.baseUrl)}</code>, mode ${audit.mode}, billing records from ${htmlText(rangeInWords(audit))}</p></header>`,
    tiles([
      { count: count("error"), word: "errors", tone: "delete" },
      { count: count("warning"), word: "warnings", tone: "update" },
      { count: count("info"), word: "infos", tone: "soft" },
    ]),
    noticeCard(
      "Not read",
      audit.failures.map(({ message }) => htmlText(message)),
      "alarm",
    ),
    plainTable("Rules", ["Severity", "Rule", "Findings:", "Billed", "What it means, and what to do"], rows),
    noticeCard("Notes", [...audit.warnings.map(warningInWords), ...uncheckedInWords(audit)].map(htmlText), ""),
  ].join("\n");
}
