import type { AuditDocument } from "../../schema/index.ts";
import { htmlText } from "../escape/html.ts";
import { type Column, htmlPage } from "../html/page.ts";
import {
  card,
  type HtmlTone,
  noticeCard,
  type PlainColumn,
  plainTable,
  type Tile,
  tiles,
  verdict,
} from "../html/parts.ts";
import { warningItems } from "../html/warning-items.ts";
import { scopeInWords, withCommas } from "../phrases.ts";
import {
  type AuditFinding,
  auditSummary,
  coverageInWords,
  findingsByRule,
  moneyInWords,
  rangeInWords,
  setAsideLines,
  uncheckedInWords,
} from "./phrases.ts";

const COLUMNS: readonly Column[] = [
  { id: "car", label: "Car" },
  { id: "severity", label: "Severity", filter: true, coloured: true },
  { id: "rule", label: "Rule", filter: true },
  { id: "list", label: "List or account", filter: true },
  { id: "why", label: "What" },
];

const RULE_COLUMNS: readonly PlainColumn[] = [
  { label: "Severity" },
  { label: "Rule" },
  { label: "Findings", number: true },
  { label: "Billed" },
  { label: "What it means, and what to do" },
];

/** An audit as one HTML file to search, filter and sort. */
export function auditHtml(audit: AuditDocument): string {
  return htmlPage({
    title: auditSummary(audit),
    above: above(audit),
    columns: COLUMNS,
    rows: audit.findings.map(rowOf),
  });
}

function rowOf({ licenseNumber = "", severity, rule, scope, message }: AuditFinding): string[] {
  return [licenseNumber, severity, rule, scopeInWords(scope), message];
}

function above(audit: AuditDocument): string {
  const tile = (severity: AuditFinding["severity"], tone: HtmlTone): Tile => {
    const count = audit.findings.filter((finding) => finding.severity === severity).length;
    return { count, word: count === 1 ? severity : `${severity}s`, tone };
  };
  const rows = findingsByRule(audit).map(({ rule, total, findings }) => [
    `<span class="badge ${rule.severity}">${rule.severity}</span>`,
    `<code>${rule.rule}</code>`,
    withCommas(findings.length),
    htmlText(moneyInWords(total)),
    `${htmlText(rule.explanation)} ${htmlText(rule.fix)}`,
  ]);
  return [
    `<header><h1>Audit</h1><p class="soft">Target <code>${htmlText(audit.target.baseUrl)}</code>, mode ${audit.mode}, billing records from ${htmlText(rangeInWords(audit))}</p>${audit.coverage ? `<p class="soft">Read: ${htmlText(coverageInWords(audit))}</p>` : ""}</header>`,
    audit.findings.length > 0
      ? ""
      : verdict(auditSummary(audit), audit.failures.length > 0 || audit.setAside ? "caution" : "calm"),
    tiles([tile("error", "delete"), tile("warning", "update"), tile("info", "")]),
    noticeCard(
      "Not read",
      [...audit.failures.map(({ message }) => message), ...setAsideLines(audit)].map(htmlText),
      "alarm",
    ),
    card("Rules", rows.length === 0 ? "" : plainTable("Rules", RULE_COLUMNS, rows)),
    noticeCard("Notes", [...warningItems(audit.warnings), ...uncheckedInWords(audit).map(htmlText)], ""),
  ]
    .filter((part) => part !== "")
    .join("\n");
}
