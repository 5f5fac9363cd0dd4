import type { Diagnostic } from "../allowlist/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import { sortDiagnostics } from "./diagnostics-text.ts";
import { commandMessage, commandProperty } from "./escape/workflow-command.ts";

/**
 * Problems as GitHub workflow commands, one a line, which the runner shows beside the lines of the pull request.
 * Errors come first: GitHub keeps ten of each kind for a step.
 */
export function annotations(diagnostics: readonly Diagnostic[]): string {
  const sorted = sortDiagnostics(diagnostics);
  const errors = sorted.filter((one) => one.severity === "error");
  const warnings = sorted.filter((one) => one.severity === "warning" && !one.accepted);
  return [...errors, ...alternating(warnings)].map((one) => `${annotation(one)}\n`).join("");
}

// The first of each kind, then the second of each: where only a few are shown, no kind hides another.
function alternating(warnings: readonly Diagnostic[]): Diagnostic[] {
  const turns: Diagnostic[][] = [];
  for (const kind of groupBy(warnings, ({ code }) => code).values()) {
    kind.forEach((one, turn) => {
      const others = turns[turn] ?? [];
      others.push(one);
      turns[turn] = others;
    });
  }
  return turns.flat();
}

function annotation(one: Diagnostic): string {
  const place =
    one.source === undefined
      ? []
      : [`file=${commandProperty(one.source.file)}`, `line=${one.source.line}`, `col=${one.source.column}`];
  const properties = [...place, `title=${commandProperty(`platectl ${one.code}`)}`].join(",");
  const fix = one.fix === undefined ? "" : `%0A${commandMessage(one.fix)}`;
  return `::${one.severity} ${properties}::${commandMessage(one.message)}${fix}`;
}
