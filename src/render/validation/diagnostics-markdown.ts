import { type Diagnostic, formatSource } from "../../allowlist/index.ts";
import { markdownCode } from "../escape/markdown.ts";
import { GITHUB_COMMENT_LENGTH, markdownPage, type Section, tableOpen, tableRow } from "../text/markdown-page.ts";
import { firstInWords, othersInWords, type WarningGroup } from "../text/warnings.ts";
import { diagnosticsSummary, groupDiagnostics } from "./diagnostics-text.ts";

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

/** A run that ended without a document: what it said, line by line, which may hold foreign text. The headline is ours. */
export function failureMarkdown(headline: string, lines: readonly string[], maxLength: number): string {
  const rows = lines.map((line) => `- ${markdownCode(line)}\n`);
  const said = { open: "\n", rows, close: "", what: "line", share: 1 };
  return markdownPage(`**${headline}**\n`, [said], maxLength, "The log of the run holds every line.");
}

function section(severity: Diagnostic["severity"], groups: readonly WarningGroup<Diagnostic>[]): Section {
  const rows = groups.map((group) => {
    const { source, fix = "" } = group.first;
    const message = firstInWords(group, group.first.message);
    const others = othersInWords(group);
    return tableRow([
      source === undefined ? "" : markdownCode(formatSource(source)),
      `${markdownCode(message)}${others === undefined ? "" : `<br>${markdownCode(others)}`}`,
      markdownCode(fix),
    ]);
  });
  const open = `\n${tableOpen(["Where", severity === "error" ? "Error" : "Warning", "What to do"])}`;
  return { open, rows, close: "", what: severity, share: 1 };
}
