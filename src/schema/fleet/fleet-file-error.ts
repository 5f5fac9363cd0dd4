import { type Diagnostic, formatSource } from "../../allowlist/index.ts";

/** What is wrong with a fleet file. The message names every problem with its place, a line each. */
export class FleetFileError extends Error {
  override readonly name = "FleetFileError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const lines = diagnostics.map(
      ({ message, source, code }) => `${source ? `${formatSource(source)}: ` : ""}${message} (${code})`,
    );
    super(lines.join("\n"));
    this.diagnostics = diagnostics;
  }
}
