import type { AuditDocument } from "../../schema/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import { notTodayInWords, skippedSection } from "../text/cars-aside.ts";
import {
  GITHUB_COMMENT_LENGTH,
  markdownPage,
  type PageOptions,
  type Section,
  tableOpen,
  tableRow,
  warningBullets,
} from "../text/markdown-page.ts";
import { withCommas } from "../text/phrases.ts";
import {
  type AuditFinding,
  acceptanceInWords,
  acceptedFindings,
  auditSummary,
  claimedLines,
  coverageInWords,
  findingsByRule,
  goneFindings,
  moneyInWords,
  newAndCostliestFirst,
  type RuleFindings,
  rangeInWords,
  scopeNamer,
  setAsideLines,
  uncheckedInWords,
} from "./phrases.ts";

const ELSEWHERE = "`platectl audit --all` lists every finding, and `--format csv` makes a table of them.";

type NameOf = ReturnType<typeof scopeNamer>;

/** An audit for a job summary or an issue: what each rule found, then the findings, the most severe first. */
export function auditMarkdown(audit: AuditDocument, options: PageOptions = {}): string {
  const { maxLength = GITHUB_COMMENT_LENGTH, elsewhere = ELSEWHERE } = options;
  const head = `**${auditSummary(audit)}**\n\nTarget ${markdownCode(audit.target.baseUrl)}, mode ${audit.mode}, billing records from ${markdownCode(rangeInWords(audit))}.\n${audit.since ? `\nCompared with the audit of ${audit.since.createdAt}.\n` : ""}${audit.coverage ? `\nRead: ${markdownCode(coverageInWords(audit))}.\n` : ""}${notTodayInWords(
    audit,
  )
    .map((line) => `\n${line}\n`)
    .join("")}`;
  const rules = findingsByRule(audit);
  const nameOf = scopeNamer(audit, markdownCode);
  const sections = [
    notReadSection(audit),
    skippedSection(audit),
    totalsSection(rules),
    ...rules.map((one) => ruleSection(one, nameOf, audit.since !== undefined)),
    knownSection("Accepted", acceptedFindings(audit), nameOf),
    knownSection("Gone", goneFindings(audit), nameOf),
    claimedSection(audit, scopeNamer(audit)),
    noteSection(audit),
  ];
  return markdownPage(head, sections, maxLength, elsewhere);
}

function totalsSection(rules: readonly RuleFindings[]): Section {
  const rows = rules.map(({ rule, total, findings }) =>
    tableRow([rule.severity, rule.rule, withCommas(findings.length), markdownCode(moneyInWords(total))]),
  );
  return {
    open: `\n${tableOpen(["Severity", "Rule", "Findings:", "Billed"])}`,
    rows,
    close: "",
    what: "rule",
    share: 0.25,
  };
}

function ruleSection({ rule, findings }: RuleFindings, nameOf: NameOf, hasStatus: boolean): Section {
  const rows = newAndCostliestFirst(findings).map(({ licenseNumber = "", scope, message, status = "" }) =>
    tableRow([markdownCode(licenseNumber), ...(hasStatus ? [status] : []), nameOf(scope), markdownCode(message)]),
  );
  const open = `\n**${rule.rule}** (${rule.severity}): ${rule.explanation} *${rule.fix}*\n\n${tableOpen(["Car", ...(hasStatus ? ["Status"] : []), "List or account", "What"])}`;
  return { open, rows, close: "", what: `${rule.rule} finding`, share: 0.5 };
}

// Findings that do not count.
function knownSection(title: string, findings: readonly AuditFinding[], nameOf: NameOf): Section {
  const rows = findings.map((one) => {
    const why = one.status === "gone" ? one.message : acceptanceInWords(one);
    return tableRow([one.rule, markdownCode(one.licenseNumber ?? ""), nameOf(one.scope), markdownCode(why)]);
  });
  const columns = ["Rule", "Car", "List or account", title === "Gone" ? "What it was" : "Why"];
  const open = `\n**${title}**\n\n${tableOpen(columns)}`;
  return { open, rows, close: "", what: `finding that is ${title.toLowerCase()}`, share: 0.25 };
}

function claimedSection(audit: AuditDocument, nameOf: NameOf): Section {
  const rows = claimedLines(audit, nameOf).map((line) => `- ${markdownCode(line)}\n`);
  return { open: "\n**Claimed before**\n\n", rows, close: "", what: "answer", share: 0.25 };
}

function notReadSection(audit: AuditDocument): Section {
  const lines = [...audit.failures.map(({ message }) => message), ...setAsideLines(audit)];
  const rows = lines.map((line) => `- ${markdownCode(line)}\n`);
  return { open: "\n**Not read**\n\n", rows, close: "", what: "failure", share: 0.25 };
}

function noteSection(audit: AuditDocument): Section {
  const rows = [...warningBullets(audit.warnings), ...uncheckedInWords(audit).map((line) => `- ${line}\n`)];
  return { open: "\n**Notes**\n\n", rows, close: "", what: "note", share: 0.25 };
}
