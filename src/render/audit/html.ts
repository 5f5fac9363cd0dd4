import type { AuditDocument } from "../../documents/index.ts";
import { sumsInWords } from "../../documents/index.ts";
import { htmlText } from "../escape/sinks.ts";
import { htmlPage } from "../html/page.ts";
import {
  card,
  filterButton,
  noticeCard,
  proseHtml,
  savedCard,
  type Tile,
  tiles,
  unclearHtml,
  unfolding,
  verdict,
  warningItems,
} from "../html/parts.ts";
import type { Column } from "../html/table-data.ts";
import { asideInWords } from "../text/cars-aside.ts";
import { counted, withCommas } from "../text/phrases.ts";
import { coverageCard, moneyCard } from "./html-money.ts";
import {
  type AuditFinding,
  acceptanceInWords,
  auditInWords,
  newAndCostliestFirst,
  ownCurrencyFirst,
  type RuleFindings,
  scopeNamer,
  VERDICT_MARKS,
} from "./phrases.ts";

const COLUMNS: readonly Column[] = [
  { id: "car", label: "Car" },
  { id: "claim", label: "Claim", filter: true },
  { id: "severity", label: "Severity", filter: true, coloured: true },
  { id: "rule", label: "Rule" },
  { id: "amount", label: "Amount", number: true },
  { id: "currency", label: "Currency", several: true, hidden: true },
  { id: "why", label: "What", prose: true },
  { id: "list", label: "List or account", filter: true },
  { id: "records", label: "Records", number: true },
  { id: "day", label: "Last day" },
];

type AuditWords = ReturnType<typeof auditInWords>;

const FINDINGS = { title: "Findings", one: "finding", many: "findings", order: "the most expensive first" };
const TONES = { error: "delete", warning: "update", info: "" } as const;
const STATUS_COLUMN: Column = { id: "status", label: "Status", filter: true };

/** An audit as one HTML file to search, filter and sort; the most expensive findings come first until the reader sorts otherwise. */
export function auditHtml(audit: AuditDocument): string {
  const nameOf = scopeNamer(audit);
  const said = auditInWords(audit);
  const notes = [...warningItems(audit.warnings), ...said.unchecked.map(htmlText)];
  const aside = asideInWords(audit).map((line) => `<p class="soft">${htmlText(line)}</p>`);
  return htmlPage({
    title: said.summary,
    above: above(audit, said),
    table: {
      columns: [
        ...COLUMNS.filter(({ id }) => audit.verdicts || id !== "claim"),
        ...(audit.since ? [STATUS_COLUMN] : []),
      ],
      rows: [...newAndCostliestFirst(said.open), ...said.accepted, ...said.gone].map((finding) => [
        finding.licenseNumber ?? "",
        ...(audit.verdicts ? [finding.verdict ? VERDICT_MARKS[finding.verdict] : ""] : []),
        ...rowOf(finding, nameOf(finding.scope)),
        ...(audit.since ? [finding.accepted ? "" : (finding.status ?? "")] : []),
      ]),
      word: FINDINGS,
    },
    below: [
      moneyCard(audit),
      coverageCard(audit),
      savedCard(audit.saved),
      noticeCard("Claimed before", said.claimed.map(htmlText), ""),
      ...aside,
      noticeCard("Notes", notes, ""),
    ],
  });
}

function rowOf(finding: AuditFinding, place: string) {
  const { severity, rule, message, status, accepted, evidence } = finding;
  const { billed } = evidence;
  // What does not count is told apart, so that choosing a severity shows as many as its tile says.
  const weight = status === "gone" ? "gone" : accepted ? "accepted" : severity;
  const amounts = [...(billed?.amounts ?? [])].sort(
    (left, right) => Number(right.amountIncludingVat) - Number(left.amountIncludingVat),
  );
  const sums = amounts.map((one) => sumsInWords([one]));
  const currencies = amounts.map(({ currencyCode }) => currencyCode);
  const records = billed ? withCommas(billed.records) : "";
  return [
    weight,
    rule,
    sums.join(" + "),
    currencies.join(" "),
    accepted ? `${message}; ${acceptanceInWords(finding)}` : message,
    place,
    records,
    billed?.lastDay ?? "",
  ];
}

function above(audit: AuditDocument, { range, notRead, open, rules, summary }: AuditWords): readonly string[] {
  return [
    `<header><h1>Audit</h1><p class="soft">Target <code>${htmlText(audit.target.baseUrl)}</code>, mode ${audit.mode}, billing records from ${htmlText(range)}</p></header>`,
    unclearHtml(audit),
    noticeCard("Not read", notRead.map(proseHtml), "alarm"),
    open.length > 0 ? "" : verdict(htmlText(summary), audit.failures.length > 0 || audit.setAside ? "caution" : "calm"),
    auditTiles(audit, open),
    card("Rules", rulesList(rules)),
  ];
}

function auditTiles(audit: AuditDocument, open: AuditWords["open"]): string {
  const severities = audit.notRun ? (["error", "warning"] as const) : (["error", "warning", "info"] as const);
  const bySeverity = severities.map((severity): Tile => {
    const count = open.filter((finding) => finding.severity === severity).length;
    const filter = { column: "severity", value: severity };
    return { count, word: count === 1 ? severity : `${severity}s`, tone: TONES[severity], filter };
  });
  const fresh = open.filter(({ status }) => status === "new").length;
  const news: Tile = { count: fresh, word: "new", tone: "add", filter: { column: "status", value: "new" } };
  return `${tiles(claimTiles(audit))}${tiles([...bySeverity, ...(audit.since ? [news] : [])])}`;
}

function claimTiles(audit: AuditDocument): readonly Tile[] {
  const { claims, questions } = audit.verdicts ?? {};
  const tileOf = (value: string, what: string, tone: Tile["tone"], some: typeof claims): readonly Tile[] => {
    if (!some || some.records === 0) return [];
    const { records, amounts } = some;
    const figure = sumsInWords(ownCurrencyFirst(audit, amounts));
    const word = `${what}: ${counted(records, "record")}`;
    return [{ count: records, figure, word, tone, filter: { column: "claim", value } }];
  };
  return [
    ...tileOf(VERDICT_MARKS.claim, "to claim back", "delete", claims),
    ...tileOf(VERDICT_MARKS.question, "to ask about first", "update", questions),
  ];
}

function rulesList(rules: readonly RuleFindings[]): string {
  if (rules.length === 0) return "";
  const items = rules.map(({ rule, amounts, findings }) => {
    const sums = amounts.map((one) => `<span>${htmlText(sumsInWords([one]))}</span>`);
    const name = filterButton({ column: "rule", value: rule.rule }, htmlText(rule.title));
    return `<li><span class="badge ${rule.severity}">${rule.severity}</span>${name}<span class="count">${counted(findings.length, "finding")}</span><span class="sums">${sums.join(" ")}</span>${unfolding("What it means, and what to do", `<p><code>${rule.rule}</code></p><p>${proseHtml(rule.explanation)}</p><p>${proseHtml(rule.fix)}</p>`)}</li>`;
  });
  return `<ul class="rules">${items.join("\n")}</ul>`;
}
