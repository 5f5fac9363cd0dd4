import { type AcceptedBy, type Diagnostic, formatSource } from "../../allowlist/index.ts";
import { markdownCode } from "../escape/sinks.ts";
import { EMPTY, sections, type TerminalText, terminalText, words } from "../escape/terminal.ts";
import { codeItems, GITHUB_COMMENT_LENGTH, markdownPage, messageInCode, type Section } from "../text/markdown-page.ts";
import { counted } from "../text/phrases.ts";
import { paint, type Style, wrapIndented } from "../text/style.ts";
import { firstInWords, groupWarnings, type WarningGroup, withCode } from "../text/warnings.ts";

const INDENT = 2;

/** How problems are shown. */
interface DiagnosticsShowing {
  /** Every warning, accepted ones too; else those of one kind are together. */
  readonly all?: boolean;
  /** What shows each of them. */
  readonly seeAll?: string;
}

const SEE_ALL = "`platectl validate --all`";

/** Every problem on a line that editors and CI can jump to, what to do under it, and how many there are. Empty for none. */
export function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  style: Style,
  { all = false, seeAll = SEE_ALL }: DiagnosticsShowing = {},
): TerminalText {
  if (diagnostics.length === 0) return EMPTY;
  const lines = all
    ? sortDiagnostics(diagnostics).flatMap((one) => diagnosticLines(one, withCode(one.message, one.code), style))
    : groupDiagnostics(diagnostics).flatMap((group) => {
        const more = group.more === undefined ? [] : [terminalText(`${group.more} (${seeAll} shows each)`)];
        return [
          ...diagnosticLines(group.first, firstInWords(group, group.first.message), style),
          ...more.flatMap((text) => wrapIndented(text, style.width, INDENT)),
        ];
      });
  const summary = [terminalText(diagnosticsSummary(diagnostics))];
  return sections([lines, summary]);
}

/** Errors each, warnings of one kind together, by the place of the first; accepted ones are left out. */
function groupDiagnostics(diagnostics: readonly Diagnostic[]): readonly WarningGroup<Diagnostic>[] {
  const sorted = sortDiagnostics(diagnostics);
  const warnings = sorted.filter(({ severity }) => severity === "warning");
  const { groups } = groupWarnings(warnings, ({ source }) => source && formatSource(source));
  const byFirst = new Map(groups.map((group) => [group.first, group]));
  return sorted.flatMap((one): WarningGroup<Diagnostic>[] => {
    const group = one.severity === "error" ? { first: one, others: [] } : byFirst.get(one);
    return group ? [group] : [];
  });
}

/** By file, line and column; problems without a place come last. Ties keep their order. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort((left, right) => {
    const a = left.source;
    const b = right.source;
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    return a.line - b.line || a.column - b.column;
  });
}

/** `2 errors, 1 warning.`, and how many warnings are accepted where some are. */
function diagnosticsSummary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((one) => one.severity === "error").length;
  const accepted = diagnostics.filter((one) => one.accepted).length;
  const more = accepted === 0 ? "" : `, ${counted(accepted, "accepted warning")}`;
  return `${counted(errors, "error")}, ${counted(diagnostics.length - errors - accepted, "warning")}${more}.`;
}

function diagnosticLines(one: Diagnostic, message: string, style: Style): TerminalText[] {
  const place = one.source === undefined ? EMPTY : words`${terminalText(formatSource(one.source))}: `;
  const severity = paint(
    style,
    one.severity === "error" ? "alarm" : "update",
    terminalText(one.accepted ? "accepted" : one.severity),
  );
  const line = words`${place}${severity}: ${terminalText(message)}`;
  if (one.accepted)
    return [line, ...wrapIndented(terminalText(`reason: ${acceptedBy(one.accepted)}`), style.width, INDENT)];
  return one.fix === undefined ? [line] : [line, ...wrapIndented(terminalText(`fix: ${one.fix}`), style.width, INDENT)];
}

function acceptedBy({ reason, until }: AcceptedBy): string {
  return until === undefined ? reason : `${reason} (until ${until})`;
}

const ELSEWHERE = "`platectl validate` lists every problem.";

/** Problems in fleet files for a pull request: errors before warnings, warnings of one kind together. The headline is ours, not foreign. */
export function diagnosticsMarkdown(
  headline: string,
  diagnostics: readonly Diagnostic[],
  options: { readonly maxLength?: number } = {},
): string {
  const summary = diagnostics.length === 0 ? "" : `\n${diagnosticsSummary(diagnostics)}\n`;
  const groups = groupDiagnostics(diagnostics);
  const sections = (["error", "warning"] as const).map((severity) =>
    section(
      severity,
      groups.filter(({ first }) => first.severity === severity),
    ),
  );
  return markdownPage(`**${headline}**\n${summary}`, sections, options.maxLength ?? GITHUB_COMMENT_LENGTH, ELSEWHERE);
}

/** A run that ended without a document: its messages, line by line, which may hold foreign text. The headline is ours. */
export function failureMarkdown(headline: string, lines: readonly string[], maxLength: number): string {
  const messages = { title: "", rows: codeItems(lines), what: "line" };
  return markdownPage(`**${headline}**\n`, [messages], maxLength, "The log of the run holds every line.");
}

function section(severity: Diagnostic["severity"], groups: readonly WarningGroup<Diagnostic>[]): Section {
  const rows = groups.map((group) => {
    const { source, fix = "", message } = group.first;
    const place = source === undefined ? "" : markdownCode(formatSource(source));
    return [place, messageInCode(group, message), markdownCode(fix)];
  });
  const columns = ["Where", severity === "error" ? "Error" : "Warning", "What to do"];
  return { title: "", columns, rows, what: severity };
}
