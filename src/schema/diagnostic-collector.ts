import type { Diagnostic, ErrorCode, Source, WarningCode } from "../allowlist/index.ts";

/** Most errors, and most warnings, that one reading keeps; a wrong column in a long list would bring one per car. */
export const MAX_KEPT = 1000;

/** Collects diagnostics, up to a bound, and knows whether there was an error among them. */
export class DiagnosticCollector {
  readonly #kept: Diagnostic[] = [];
  readonly #counts = { error: 0, warning: 0 };

  error(code: ErrorCode, message: string, source: Source | undefined, fix: string): void {
    this.#add({ severity: "error", code, message, fix, ...(source && { source }) });
  }

  warning(code: WarningCode, message: string, source: Source | undefined, fix: string): void {
    this.#add({ severity: "warning", code, message, fix, ...(source && { source }) });
  }

  /** Adds all that another reading has kept. */
  takeFrom(other: DiagnosticCollector): void {
    for (const diagnostic of other.#kept) this.#add(diagnostic);
    for (const severity of ["error", "warning"] as const) {
      this.#counts[severity] += Math.max(0, other.#counts[severity] - MAX_KEPT);
    }
  }

  /** How many there were so far, those beyond the bound included. */
  get number(): number {
    return this.#counts.error + this.#counts.warning;
  }

  /** How many of them are errors. */
  get errors(): number {
    return this.#counts.error;
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }

  /** Whether further errors are only counted, so that their messages need not be made. */
  get isFull(): boolean {
    return this.#counts.error >= MAX_KEPT;
  }

  /** All that was kept, by file, line and column; those without a place come first. */
  sorted(): readonly Diagnostic[] {
    const left = this.#overflow();
    return [...this.#kept.sort(byPlace), ...left];
  }

  #add(diagnostic: Diagnostic): void {
    this.#counts[diagnostic.severity] += 1;
    if (this.#counts[diagnostic.severity] <= MAX_KEPT) this.#kept.push(diagnostic);
  }

  #overflow(): Diagnostic[] {
    return (["error", "warning"] as const)
      .filter((severity) => this.#counts[severity] > MAX_KEPT)
      .map((severity) => ({
        severity,
        code: "too-many-problems",
        message: `${this.#counts[severity] - MAX_KEPT} more ${severity}s are not shown.`,
        fix: "Fix the first ones; they often have one cause.",
      }));
  }
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  const a = left.source ?? { file: "", line: 0, column: 0 };
  const b = right.source ?? { file: "", line: 0, column: 0 };
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
