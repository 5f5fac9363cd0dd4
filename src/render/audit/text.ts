import type { AuditDocument } from "../../schema/index.ts";
import type { AlertPaths } from "../alerts/alert.ts";
import { EMPTY, ownSentences, sections, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import { asideInWords } from "../text/cars-aside.ts";
import { counted, withCommas } from "../text/phrases.ts";
import { columns, pad, paint, type Style, spaces, type Tone, trimmed, wrap, wrapIndented } from "../text/style.ts";
import { warningTexts } from "../text/warnings.ts";
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

/** How much of a long audit is listed. */
export interface AuditTextOptions {
  /** Every finding. */
  readonly all?: boolean;
  /** In formats that show problems alone, how their paths lie in the repository. */
  readonly paths?: AlertPaths;
}

/** Most findings listed of one rule. */
const SHOWN_PER_RULE = 20;
/** Columns that the plates of a rule may take; longer ones push their line to the right. */
const WIDEST_PLATE = 20;

const TONES: Record<AuditFinding["severity"], Tone> = { error: "alarm", warning: "update", info: "faint" };

/** An audit for people at a terminal: what was looked at, the findings of each rule, what was not, and the summary last. */
export function auditText(audit: AuditDocument, style: Style, options: AuditTextOptions = {}): TerminalText {
  const head = [
    words`Target  ${terminalText(audit.target.baseUrl)}`,
    words`Mode    ${terminalText(audit.mode)}`,
    words`Range   ${terminalText(rangeInWords(audit))}`,
    ...(audit.since ? [words`Since   the audit of ${terminalText(audit.since.createdAt)}`] : []),
    ...(audit.coverage ? hanging(8, words`Read    ${terminalText(coverageInWords(audit))}`, style) : []),
    ...asideInWords(audit).flatMap((line) => wrap(terminalText(line), style.width)),
  ];
  const nameOf = scopeNamer(audit);
  const parts = [
    head,
    ...findingsByRule(audit).map((one) => ruleLines(one, nameOf, style, options)),
    knownLines("accepted", acceptedFindings(audit), nameOf, style, options),
    knownLines("gone", goneFindings(audit), nameOf, style, options),
    claimedLines(audit, nameOf).flatMap((line) => hanging(2, terminalText(line), style)),
    noteLines(audit, style, options.all ?? false),
    [paint(style, "strong", terminalText(auditSummary(audit)))],
  ];
  return sections(parts);
}

function ruleLines(
  { rule, total, findings }: RuleFindings,
  nameOf: ReturnType<typeof scopeNamer>,
  style: Style,
  { all }: AuditTextOptions,
): TerminalText[] {
  const money = moneyInWords(total);
  const title = terminalText(
    `${rule.rule} — ${counted(findings.length, "finding")}${money === "" ? "" : `, ${money}`}`,
  );
  const ordered = newAndCostliestFirst(findings);
  const shown = all ? ordered : ordered.slice(0, SHOWN_PER_RULE);
  const widest = shown.reduce((most, one) => Math.max(most, columns(terminalText(one.licenseNumber ?? ""))), 0);
  const width = Math.min(WIDEST_PLATE, widest);
  const left = findings.length - shown.length;
  return [
    words`${paint(style, TONES[rule.severity], terminalText(rule.severity))} ${paint(style, "strong", title)}`,
    ...wrapIndented(ownSentences(rule.explanation), style.width, 2),
    ...shown.flatMap((one) => findingLines(one, nameOf(one.scope), width, style)),
    ...(left > 0 ? [words`    … and ${terminalText(withCommas(left))} more; --all lists them`] : []),
    ...wrapIndented(ownSentences(`fix: ${rule.fix}`), style.width, 2).map((line) => paint(style, "faint", line)),
  ];
}

// Findings that do not count: each with its rule, and why it does not.
function knownLines(
  title: string,
  findings: readonly AuditFinding[],
  nameOf: ReturnType<typeof scopeNamer>,
  style: Style,
  { all }: AuditTextOptions,
): TerminalText[] {
  if (findings.length === 0) return [];
  const shown = all ? findings : findings.slice(0, SHOWN_PER_RULE);
  const left = findings.length - shown.length;
  return [
    paint(style, "strong", terminalText(`${title} — ${counted(findings.length, "finding")}`)),
    ...shown.flatMap((one) => {
      const { rule, licenseNumber = "", scope, message } = one;
      const place = scope === "global" ? EMPTY : words` ${terminalText(nameOf(scope))}`;
      const car = licenseNumber === "" ? EMPTY : words` ${terminalText(licenseNumber)}`;
      const why = one.status === "gone" ? message : acceptanceInWords(one);
      const [first = EMPTY, ...more] = hanging(
        6,
        words`${terminalText(rule)}${place}${car}  ${terminalText(why)}`,
        style,
      );
      return [words`    ${first}`, ...more];
    }),
    ...(left > 0 ? [words`    … and ${terminalText(withCommas(left))} more; --all lists them`] : []),
  ];
}

function findingLines(
  { licenseNumber = "", scope, message, evidence, status }: AuditFinding,
  name: string,
  width: number,
  style: Style,
): TerminalText[] {
  const place = scope === "global" ? EMPTY : words`${terminalText(name)}  `;
  const known = status === undefined ? EMPTY : words`${pad(terminalText(status), 5)}  `;
  const source = evidence.source === undefined ? EMPTY : words`  ${terminalText(evidence.source)}`;
  const [first = EMPTY, ...more] = hanging(width + 6, words`${known}${place}${terminalText(message)}${source}`, style);
  return [words`    ${pad(terminalText(licenseNumber), width)}  ${first}`, ...more];
}

function noteLines(audit: AuditDocument, style: Style, all: boolean): TerminalText[] {
  const note = (tone: Tone, label: string, ...texts: readonly string[]) => {
    const indent = label.length + 2;
    const [first = EMPTY, ...more] = texts.flatMap((text) => wrap(terminalText(text), style.width - indent));
    return [
      words`${paint(style, tone, terminalText(label))}  ${first}`,
      ...more.map((line) => words`${spaces(indent)}${trimmed(line)}`),
    ];
  };
  return [
    ...warningTexts(audit.warnings, all, "--all").flatMap(({ label, texts }) => note("update", label, ...texts)),
    ...audit.failures.flatMap(({ message }) => note("alarm", "not read", message)),
    ...setAsideLines(audit).flatMap((line) => note("alarm", "set aside", line)),
    ...uncheckedInWords(audit).flatMap((line) => wrap(terminalText(line), style.width)),
  ];
}

/** A text that begins behind a label of so many columns, broken to the width; all lines but the first are indented. */
function hanging(indent: number, text: TerminalText, style: Style): TerminalText[] {
  const lines = wrap(text, style.width - indent).map(trimmed);
  return lines.map((line, at) => (at === 0 ? line : words`${spaces(indent)}${line}`));
}
