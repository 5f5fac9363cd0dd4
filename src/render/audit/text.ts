import type { AuditDocument } from "../../documents/index.ts";
import { sumsInWords } from "../../documents/index.ts";
import type { AlertPaths } from "../alerts/alert.ts";
import { EMPTY, ownSentences, sections, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import { asideInWords, unclearLines } from "../text/cars-aside.ts";
import type { PageOptions } from "../text/markdown-page.ts";
import { counted, withCommas } from "../text/phrases.ts";
import { columns, labelled, pad, paint, type Style, type Tone, wrap, wrapIndented } from "../text/style.ts";
import { warningTexts } from "../text/warnings.ts";
import {
  type AuditFinding,
  acceptanceInWords,
  auditInWords,
  newAndCostliestFirst,
  type RuleFindings,
  scopeNamer,
  setAsideLines,
  VERDICT_MARKS,
} from "./phrases.ts";

/** How much of a long audit is listed. */
export interface AuditTextOptions extends PageOptions {
  /** Every finding. */
  readonly all?: boolean;
  /** In formats that show problems alone, how their paths lie in the repository. */
  readonly paths?: AlertPaths;
}

type NameOf = ReturnType<typeof scopeNamer>;
type AuditWords = ReturnType<typeof auditInWords>;

/** Most findings listed of one rule. */
const SHOWN_PER_RULE = 20;
/** Columns that the plates of a rule may take; longer ones push their line to the right. */
const WIDEST_PLATE = 20;

const TONES: Record<AuditFinding["severity"], Tone> = { error: "alarm", warning: "update", info: "faint" };

/** An audit for people at a terminal: what was looked at, the findings of each rule, what was not, and the summary last. */
export function auditText(audit: AuditDocument, style: Style, { all = false }: AuditTextOptions = {}): TerminalText {
  const nameOf = scopeNamer(audit);
  const said = auditInWords(audit);
  const indented = (lines: readonly string[]) =>
    lines.flatMap((line) => wrapIndented(terminalText(line), style.width, 0, 2));
  return sections([
    unclearLines(audit, style).slice(0, -1),
    headLines(audit, said, style),
    indented(said.verdicts),
    ...said.rules.map((one) => ruleLines(one, nameOf, style, all)),
    knownLines("accepted", said.accepted, nameOf, style, all),
    knownLines("gone", said.gone, nameOf, style, all),
    indented(said.claimed),
    noteLines(audit, said, style, all),
    [paint(style, "strong", terminalText(said.summary))],
  ]);
}

function headLines(audit: AuditDocument, { range, coverage }: AuditWords, style: Style): TerminalText[] {
  const facts = [
    ["Target", audit.target.baseUrl],
    ["Mode", audit.mode],
    ["Range", range],
    ...(audit.since ? [["Since", `the audit of ${audit.since.createdAt}`]] : []),
    ...(audit.coverage ? [["Read", coverage]] : []),
  ] as const;
  return [
    ...facts.flatMap(([name, text]) => labelled(pad(terminalText(name), 6), [terminalText(text)], style.width)),
    ...asideInWords(audit).flatMap((line) => wrap(terminalText(line), style.width)),
  ];
}

function ruleLines(
  { rule, amounts, findings }: RuleFindings,
  nameOf: NameOf,
  style: Style,
  all: boolean,
): TerminalText[] {
  const money = sumsInWords(amounts);
  const title = terminalText(
    `${rule.title} — ${counted(findings.length, "finding")}${money === "" ? "" : `, ${money}`}`,
  );
  const ordered = newAndCostliestFirst(findings);
  const shown = all ? ordered : ordered.slice(0, SHOWN_PER_RULE);
  const widest = shown.reduce((most, one) => Math.max(most, columns(terminalText(one.licenseNumber ?? ""))), 0);
  const width = Math.min(WIDEST_PLATE, widest);
  return [
    ...wrapIndented(
      words`${paint(style, TONES[rule.severity], terminalText(rule.severity))} ${paint(style, "strong", title)} ${paint(style, "faint", terminalText(`(${rule.rule})`))}`,
      style.width,
      0,
      2,
    ),
    ...wrapIndented(ownSentences(rule.explanation), style.width, 2),
    ...shown.flatMap(({ licenseNumber = "", scope, message, evidence, status, verdict }) => {
      const mark = verdict && words`${paint(style, TONES.error, terminalText(VERDICT_MARKS[verdict]))}  `;
      const place = scope === "global" ? EMPTY : words`${terminalText(nameOf(scope))}  `;
      const known = status === undefined ? EMPTY : words`${pad(terminalText(status), 5)}  `;
      const source = evidence.source === undefined ? EMPTY : words`  ${terminalText(evidence.source)}`;
      const text = words`${known}${mark ?? EMPTY}${place}${terminalText(message)}${source}`;
      return labelled(pad(terminalText(licenseNumber), width), [text], style.width, 4);
    }),
    ...moreLine(findings.length - shown.length),
    ...wrapIndented(ownSentences(`fix: ${rule.fix}`), style.width, 2).map((line) => paint(style, "faint", line)),
  ];
}

// Findings that do not count: each with its rule, and why it does not.
function knownLines(
  title: string,
  findings: readonly AuditFinding[],
  nameOf: NameOf,
  style: Style,
  all: boolean,
): TerminalText[] {
  if (findings.length === 0) return [];
  const shown = all ? findings : findings.slice(0, SHOWN_PER_RULE);
  return [
    paint(style, "strong", terminalText(`${title} — ${counted(findings.length, "finding")}`)),
    ...shown.flatMap((one) => {
      const names = [one.rule, one.scope === "global" ? [] : nameOf(one.scope), one.licenseNumber ?? []].flat();
      return wrapIndented(terminalText(`${names.join(" ")}  ${acceptanceInWords(one)}`), style.width, 4, 6);
    }),
    ...moreLine(findings.length - shown.length),
  ];
}

function moreLine(left: number): TerminalText[] {
  return left > 0 ? [words`    … and ${terminalText(withCommas(left))} more; --all lists them`] : [];
}

function noteLines(audit: AuditDocument, { unchecked }: AuditWords, style: Style, all: boolean): TerminalText[] {
  const note = (tone: Tone, label: string, texts: readonly string[]) =>
    labelled(paint(style, tone, terminalText(label)), texts.map(terminalText), style.width);
  return [
    ...warningTexts(audit.warnings, all, "--all").flatMap(({ label, texts }) => note("update", label, texts)),
    ...audit.failures.flatMap(({ message }) => note("alarm", "not read", [message])),
    ...setAsideLines(audit).flatMap((line) => note("alarm", "set aside", [line])),
    ...unchecked.flatMap((line) => wrap(terminalText(line), style.width)),
  ];
}
