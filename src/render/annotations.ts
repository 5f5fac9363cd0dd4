import type { Diagnostic } from "../allowlist/index.ts";
import { sortDiagnostics } from "./diagnostics-text.ts";
import { commandMessage, commandProperty } from "./escape/workflow-command.ts";

/**
 * Problems as GitHub workflow commands, one a line, which the runner shows beside the lines of the pull request.
 * Errors come first: GitHub keeps ten of each kind for a step.
 */
export function annotations(diagnostics: readonly Diagnostic[]): string {
  const sorted = sortDiagnostics(diagnostics);
  const errors = sorted.filter((one) => one.severity === "error");
  const warnings = sorted.filter((one) => one.severity === "warning");
  return [...errors, ...warnings].map((one) => `${annotation(one)}\n`).join("");
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
