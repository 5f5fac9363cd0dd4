import { SIGN } from "../../allowlist/index.ts";
import { groupBy } from "../../runtime/group-by.ts";
import type { ReportDocument } from "../../schema/index.ts";
import { EMPTY, ownSentences, page, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import {
  type ChangedCar,
  counted,
  DRIFT,
  holderInWords,
  type OutcomeTotals,
  outcomesInWords,
  type ReportedResult,
  scopeInWords,
} from "../text/phrases.ts";
import { pad, paint, type Style, type Tone, trimmed, wrap } from "../text/style.ts";
import { reportNextStep } from "./next-step.ts";

const TROUBLE: Partial<Record<ReportedResult["outcome"], Tone>> = {
  rejected: "delete",
  unknown: "alarm",
  "not-sent": "update",
};

/** So many cars of a list are named for one reason. Those not sent need nobody's attention one by one: the next run sends them. */
const MOST_NAMED: Partial<Record<ReportedResult["outcome"], number>> = {
  rejected: 1_000,
  unknown: 1_000,
  "not-sent": 20,
};

/** So many cars of a list that changed meanwhile are named, of each kind. */
const MOST_CHANGED_NAMED = 20;

/** How a report is shown. */
export interface ReportShowing {
  /** In text, every car, verified ones too. */
  readonly all?: boolean;
}

/**
 * What apply did, for people: each scope's counts, the cars that are not as planned with why, and what to do next. Of very
 * many cars with one reason the first are named and the others counted, for a line each would be as long as the list.
 */
export function reportText(report: ReportDocument, style: Style, { all = false }: ReportShowing = {}): TerminalText {
  const lines = [
    words`${paint(style, "strong", words`Target`)}  ${terminalText(report.target.baseUrl)}`,
    ...report.scopes.flatMap((scope) => [
      EMPTY,
      words`${paint(style, "strong", terminalText(scopeInWords(scope.scope)))} — ${terminalText(outcomesInWords(scope.counts))}`,
      ...(all ? scope.results.flatMap((result) => resultLines(result, style)) : troubleLines(scope.results, style)),
      ...changedLines(scope.changedMeanwhile ?? [], style, all ? Number.POSITIVE_INFINITY : MOST_CHANGED_NAMED),
    ]),
    EMPTY,
    paint(style, "strong", terminalText(resultSummary(report.counts))),
    ...wrap(ownSentences(reportNextStep(report, terminalText)), style.width),
  ];
  return page(lines);
}

/** `Result: 3 verified, 0 acknowledged, 1 rejected, 0 unknown, 0 not sent.` */
export function resultSummary(counts: OutcomeTotals): string {
  return `Result: ${counts.verified} verified, ${counts.acknowledged} acknowledged, ${counts.rejected} rejected, ${counts.unknown} unknown, ${counts.notSent} not sent.`;
}

function troubleLines(results: readonly ReportedResult[], style: Style): TerminalText[] {
  const lines: TerminalText[] = [];
  const alike = new AlikeResults();
  for (const result of results) {
    if (result.outcome === "verified") continue;
    const most = MOST_NAMED[result.outcome];
    if (most !== undefined && alike.count(result) <= most) lines.push(...resultLines(result, style));
  }
  const others = alike.groups().flatMap(({ first, count }) => {
    const left = count - (MOST_NAMED[first.outcome] ?? count);
    return left > 0 ? othersLines(first, left, style) : [];
  });
  return [...lines, ...others];
}

interface Alike {
  readonly first: ReportedResult;
  readonly reason: string;
  count: number;
}

/** Results with the same outcome for the same reason, counted. */
class AlikeResults {
  readonly #groups = new Map<string, Alike>();
  /** Of very many results, most are as the one before: a key made for each would take most of the time. */
  #last: Alike | undefined;

  /** Gives how many of its kind have come by now. */
  count(result: ReportedResult): number {
    const reason = reasonOf(result);
    if (this.#last?.reason !== reason || this.#last.first.outcome !== result.outcome) {
      const key = `${result.outcome} ${reason}`;
      this.#last = this.#groups.get(key) ?? { first: result, reason, count: 0 };
      this.#groups.set(key, this.#last);
    }
    this.#last.count += 1;
    return this.#last.count;
  }

  /** In the order in which the first of each came. */
  groups(): readonly Alike[] {
    return [...this.#groups.values()];
  }
}

/** Servers like to repeat the plate in the reason. */
function reasonOf({ error = "", licenseNumber }: ReportedResult): string {
  return error.includes(licenseNumber) ? error.replaceAll(licenseNumber, "…") : error;
}

function othersLines(first: ReportedResult, left: number, style: Style): TerminalText[] {
  const others = words`… ${terminalText(counted(left, "more car"))} (--all lists every car)`;
  return linesOf(first.outcome, others, terminalText(reasonOf(first)), style);
}

function changedLines(cars: readonly ChangedCar[], style: Style, most: number): TerminalText[] {
  return [...groupBy(cars, ({ drift }) => drift)].flatMap(([drift, some]) => {
    const { sign, text } = DRIFT[drift];
    const named = some.slice(0, most).map((car) => words`${terminalText(sign)} ${terminalText(car.licenseNumber)}`);
    const left = some.length - named.length;
    const lines =
      left > 0 ? [...named, words`… ${terminalText(counted(left, "more car"))} (--all lists every car)`] : named;
    const label = paint(style, "alarm", pad(words`changed`, 8));
    return [
      ...lines.map((line) => words`  ${label}  ${line}`),
      ...wrap(terminalText(text), style.width - 12).map((piece) => words`            ${piece}`),
    ];
  });
}

function resultLines(result: ReportedResult, style: Style): TerminalText[] {
  const holder = terminalText(holderInWords(result));
  const car = trimmed(words`${terminalText(SIGN[result.action])} ${terminalText(result.licenseNumber)} ${holder}`);
  const trace = result.traceId === undefined ? EMPTY : words`(traceId ${terminalText(result.traceId)})`;
  const error = result.error === undefined ? EMPTY : terminalText(result.error);
  const why = error === "" || trace === "" ? words`${error}${trace}` : words`${error} ${trace}`;
  return linesOf(result.outcome, car, why, style);
}

function linesOf(
  outcome: ReportedResult["outcome"],
  cars: TerminalText,
  why: TerminalText,
  style: Style,
): TerminalText[] {
  const line = words`  ${paint(style, TROUBLE[outcome] ?? "faint", pad(terminalText(outcome), 8))}  ${cars}`;
  return why === "" ? [line] : [line, ...wrap(why, style.width - 12).map((piece) => words`            ${piece}`)];
}
