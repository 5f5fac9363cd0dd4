import type { AuditDocument } from "../../documents/index.ts";
import { sumsInWords } from "../../documents/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import { notTodayInWords, skippedSection, unclearSection } from "../text/cars-aside.ts";
import {
  codeItems,
  GITHUB_COMMENT_LENGTH,
  markdownPage,
  type PageOptions,
  type Section,
  warningItems,
} from "../text/markdown-page.ts";
import { withCommas } from "../text/phrases.ts";
import {
  type AuditFinding,
  acceptanceInWords,
  auditInWords,
  newAndCostliestFirst,
  type RuleFindings,
  scopeNamer,
  VERDICT_MARKS,
} from "./phrases.ts";

const ELSEWHERE = "`platectl audit --all` lists every finding, and `--format csv` makes a table of them.";

type NameOf = ReturnType<typeof scopeNamer>;

/** An audit for a job summary or an issue: what each rule found, then the findings, the most severe first. */
export function auditMarkdown(audit: AuditDocument, options: PageOptions = {}): string {
  const { maxLength = GITHUB_COMMENT_LENGTH, elsewhere = ELSEWHERE } = options;
  const { summary, range, coverage, rules, ...said } = auditInWords(audit);
  const paragraphs = [
    ...(audit.since ? [`Compared with the audit of ${audit.since.createdAt}.`] : []),
    ...(audit.coverage ? [`Read: ${markdownCode(coverage)}.`] : []),
    ...notTodayInWords(audit),
  ];
  const head = `**${summary}**\n\nTarget ${markdownCode(audit.target.baseUrl)}, mode ${audit.mode}, billing records from ${markdownCode(range)}.\n${paragraphs.map((line) => `\n${line}\n`).join("")}`;
  const nameOf = scopeNamer(audit, markdownCode);
  const notes = [...warningItems(audit.warnings), ...said.unchecked.map((line) => [line])];
  const sections: Section[] = [
    unclearSection(audit),
    { title: "**Not read**", rows: codeItems(said.notRead), what: "failure", share: 0.25 },
    { title: "**Claims**", rows: codeItems(said.verdicts), what: "line", share: 0.25 },
    skippedSection(audit),
    totalsSection(rules),
    ...rules.map((one) => ruleSection(one, nameOf, audit)),
    knownSection("Accepted", said.accepted, nameOf),
    knownSection("Gone", said.gone, nameOf),
    { title: "**Claimed before**", rows: codeItems(said.claimed), what: "answer", share: 0.25 },
    { title: "**Notes**", rows: notes, what: "note", share: 0.25 },
  ];
  return markdownPage(head, sections, maxLength, elsewhere);
}

function totalsSection(rules: readonly RuleFindings[]): Section {
  const rows = rules.map(({ rule, amounts, findings }) => {
    return [
      rule.severity,
      `${rule.title} (${rule.rule})`,
      withCommas(findings.length),
      markdownCode(sumsInWords(amounts)),
    ];
  });
  return { title: "", columns: ["Severity", "Rule", "Findings:", "Billed"], rows, what: "rule", share: 0.25 };
}

function ruleSection({ rule, findings }: RuleFindings, nameOf: NameOf, { since, verdicts }: AuditDocument): Section {
  const rows = newAndCostliestFirst(findings).map((finding) => {
    const { licenseNumber = "", scope, message, status = "", verdict } = finding;
    const marks = [...(since ? [status] : []), ...(verdicts ? [verdict ? VERDICT_MARKS[verdict] : ""] : [])];
    return [markdownCode(licenseNumber), ...marks, nameOf(scope), markdownCode(message)];
  });
  const title = `**${rule.title}** (${rule.severity}, ${rule.rule}): ${rule.explanation} *${rule.fix}*`;
  const marks = [...(since ? ["Status"] : []), ...(verdicts ? ["Claim"] : [])];
  return {
    title,
    columns: ["Car", ...marks, "List or account", "What"],
    rows,
    what: `${rule.rule} finding`,
    share: 0.5,
  };
}

// Findings that do not count.
function knownSection(title: string, findings: readonly AuditFinding[], nameOf: NameOf): Section {
  const rows = findings.map((one) => {
    return [one.rule, markdownCode(one.licenseNumber ?? ""), nameOf(one.scope), markdownCode(acceptanceInWords(one))];
  });
  const columns = ["Rule", "Car", "List or account", title === "Gone" ? "What it was" : "Why"];
  return { title: `**${title}**`, columns, rows, what: `finding that is ${title.toLowerCase()}`, share: 0.25 };
}
