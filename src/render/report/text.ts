import type { ReportDocument } from "../../schema/index.ts";
import { terminalText } from "../escape/terminal.ts";
import {
  holderInWords,
  type OutcomeTotals,
  outcomesInWords,
  type ReportedResult,
  SIGN,
  scopeInWords,
} from "../phrases.ts";
import { pad, paint, type Style, type Tone, wrap } from "../style.ts";
import { reportNextStep } from "./next-step.ts";

const TROUBLE: Partial<Record<ReportedResult["outcome"], Tone>> = {
  rejected: "delete",
  unknown: "alarm",
  "not-sent": "update",
};

/** What apply did, for people: each scope's counts, every car that is not as planned with why, and what to do next. */
export function reportText(report: ReportDocument, style: Style): string {
  const lines = [
    `${paint(style, "strong", "Target")}  ${terminalText(report.target.baseUrl)}`,
    ...report.scopes.flatMap((scope) => [
      "",
      `${paint(style, "strong", scopeInWords(scope.scope))} — ${outcomesInWords(scope.counts)}`,
      ...scope.results.flatMap((result) => resultLines(result, style)),
    ]),
    "",
    paint(style, "strong", resultSummary(report.counts)),
    ...wrap(reportNextStep(report, terminalText), style.width),
  ];
  return `${lines.join("\n")}\n`;
}

/** `Result: 3 verified, 0 acknowledged, 1 rejected, 0 unknown, 0 not sent.` */
export function resultSummary(counts: OutcomeTotals): string {
  return `Result: ${counts.verified} verified, ${counts.acknowledged} acknowledged, ${counts.rejected} rejected, ${counts.unknown} unknown, ${counts.notSent} not sent.`;
}

function resultLines(result: ReportedResult, style: Style): string[] {
  const tone = TROUBLE[result.outcome];
  if (tone === undefined) return [];
  const holder = terminalText(holderInWords(result));
  const car = `${SIGN[result.action]} ${terminalText(result.licenseNumber)}${holder && ` ${holder}`}`;
  const trace = result.traceId === undefined ? "" : ` (traceId ${terminalText(result.traceId)})`;
  const why = `${result.error === undefined ? "" : terminalText(result.error)}${trace}`.trim();
  const line = `  ${paint(style, tone, pad(result.outcome, 8))}  ${car}`;
  return why === "" ? [line] : [line, ...wrap(why, style.width - 12).map((piece) => `            ${piece}`)];
}
