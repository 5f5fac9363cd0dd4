import { CHANGE_SIGNS } from "../../allowlist/index.ts";
import type { ReportDocument } from "../../documents/index.ts";
import { groupBy } from "../../run/collections.ts";
import { EMPTY, ownSentences, page, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import { unclearLines } from "../text/cars-aside.ts";
import type { PageOptions } from "../text/markdown-page.ts";
import {
  type ChangedMeanwhile,
  counted,
  DRIFT,
  outcomesInWords,
  parkingUserInWords,
  type ReportedResult,
  resultSummary,
  scopeInWords,
} from "../text/phrases.ts";
import { pad, paint, type Style, type Tone, trimmed, wrap, wrapIndented } from "../text/style.ts";
import { alarmLines, reportNextStep } from "./phrases.ts";

const TROUBLE: Partial<Record<ReportedResult["outcome"], Tone>> = {
  rejected: "delete",
  unknown: "alarm",
  "not-sent": "update",
};

/** Most cars of a list that are named for one reason. Those not sent need no attention one by one: the next run sends them. */
const MOST_NAMED: Partial<Record<ReportedResult["outcome"], number>> = {
  rejected: 1_000,
  unknown: 1_000,
  "not-sent": 20,
};

/** Most cars of a list that changed meanwhile and are named, of each kind. */
const MOST_CHANGED_NAMED = 20;

/** How a report is shown. */
export interface ReportShowing extends PageOptions {
  /** In text, every car, verified ones too. */
  readonly all?: boolean;
}

/**
 * What apply did, for people: each scope's counts, the cars that are not as planned with why, and what to do next. Of very
 * many cars with one reason the first are named and the others counted, for a line each would be as long as the list.
 */
export function reportText(report: ReportDocument, style: Style, { all = false }: ReportShowing = {}): TerminalText {
  const alarms = alarmLines(report, terminalText).flatMap((line) => [
    ...wrap(ownSentences(line), style.width).map((one) => paint(style, "alarm", one)),
    EMPTY,
  ]);
  const lines = [
    ...alarms,
    ...unclearLines(report, style),
    words`${paint(style, "strong", words`Target`)}  ${terminalText(report.target.baseUrl)}`,
    ...report.scopes.flatMap((scope) => [
      EMPTY,
      words`${paint(style, "strong", terminalText(scopeInWords(scope.scope)))} — ${terminalText(outcomesInWords(scope.counts))}`,
      ...resultLines(scope.results, all, style),
      ...changedLines(scope.changedMeanwhile ?? [], style, all ? Number.POSITIVE_INFINITY : MOST_CHANGED_NAMED),
    ]),
    EMPTY,
    ...wrap(terminalText(resultSummary(report.counts)), style.width).map((line) => paint(style, "strong", line)),
    ...wrap(ownSentences(reportNextStep(report, terminalText)), style.width),
  ];
  return page(lines);
}

// A reason that many cars share is written once, below them.
function resultLines(results: readonly ReportedResult[], all: boolean, style: Style): TerminalText[] {
  const shown = all ? results : results.filter(({ outcome }) => MOST_NAMED[outcome] !== undefined);
  const alike = groupBy(shown, (result) => `${result.outcome} ${reasonOf(result)}`);
  return [...alike.values()].flatMap((group) => groupLines(group, all, style));
}

function groupLines(group: readonly ReportedResult[], all: boolean, style: Style): TerminalText[] {
  const [first] = group;
  if (!first) return [];
  const { outcome, error = "" } = first;
  const hasOneTrace = group.every(({ traceId }) => traceId === first.traceId);
  const named = all ? group : group.slice(0, MOST_NAMED[outcome]);
  const cars = named.map((result) => {
    const user = terminalText(parkingUserInWords(result));
    const trace = hasOneTrace ? EMPTY : traceOf(result);
    return trimmed(
      words`${terminalText(CHANGE_SIGNS[result.action])} ${terminalText(result.licenseNumber)} ${user}${trace}`,
    );
  });
  const left = group.length - named.length;
  const more = left > 0 ? [words`… ${terminalText(counted(left, "more car"))} (--all lists every car)`] : [];
  const label = paint(style, TROUBLE[outcome] ?? "faint", pad(terminalText(outcome), 8));
  const reason = terminalText(group.length === 1 ? error : reasonOf(first));
  const why = trimmed(words`${reason} ${hasOneTrace ? traceOf(first) : EMPTY}`);
  return [
    ...[...cars, ...more].map((car) => words`  ${label}  ${car}`),
    ...(why === "" ? [] : wrapIndented(why, style.width, 12)),
  ];
}

function traceOf({ traceId }: ReportedResult): TerminalText {
  return traceId === undefined ? EMPTY : words`(traceId ${terminalText(traceId)})`;
}

/** Servers like to repeat the plate in the reason. */
function reasonOf({ error = "", licenseNumber }: ReportedResult): string {
  return error.includes(licenseNumber) ? error.replaceAll(licenseNumber, "…") : error;
}

function changedLines(cars: readonly ChangedMeanwhile[], style: Style, most: number): TerminalText[] {
  return [...groupBy(cars, ({ drift }) => drift)].flatMap(([drift, some]) => {
    const { sign, text } = DRIFT[drift];
    const named = some.slice(0, most).map((car) => words`${terminalText(sign)} ${terminalText(car.licenseNumber)}`);
    const left = some.length - named.length;
    const lines =
      left > 0 ? [...named, words`… ${terminalText(counted(left, "more car"))} (--all lists every car)`] : named;
    const label = paint(style, "alarm", pad(words`changed`, 8));
    return [...lines.map((line) => words`  ${label}  ${line}`), ...wrapIndented(terminalText(text), style.width, 12)];
  });
}
