import { type Diagnostic, formatSource } from "../allowlist/index.ts";
import { terminalText } from "./escape/terminal.ts";
import { counted } from "./phrases.ts";
import { paint, type Style, wrap } from "./style.ts";

const INDENT = "  ";

/** Every problem on a line that editors and CI can jump to, what to do under it, and how many there are. Empty for none. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], style: Style): string {
  if (diagnostics.length === 0) return "";
  const lines = sortDiagnostics(diagnostics).flatMap((one) => diagnosticLines(one, style));
  return `${lines.join("\n")}\n\n${diagnosticsSummary(diagnostics)}\n`;
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

/** `2 errors, 1 warning.` */
export function diagnosticsSummary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((one) => one.severity === "error").length;
  return `${counted(errors, "error")}, ${counted(diagnostics.length - errors, "warning")}.`;
}

function diagnosticLines(one: Diagnostic, style: Style): string[] {
  const place = one.source === undefined ? "" : `${terminalText(formatSource(one.source))}: `;
  const severity = paint(style, one.severity === "error" ? "alarm" : "update", one.severity);
  const line = `${place}${severity}: ${terminalText(one.message)}`;
  if (one.fix === undefined) return [line];
  return [
    line,
    ...wrap(`fix: ${terminalText(one.fix)}`, style.width - INDENT.length).map((piece) => `${INDENT}${piece}`),
  ];
}
