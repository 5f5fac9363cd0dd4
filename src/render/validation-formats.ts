import { type Diagnostic, formatSource } from "../allowlist/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import type { AlertPaths } from "./alerts/alert.ts";
import { diagnosticAlerts } from "./alerts-of.ts";
import type { ValidationFormat } from "./format-names.ts";
import { alertFormats } from "./formats.ts";
import { junitXml, type TestCase } from "./junit.ts";
import { sortDiagnostics } from "./validation/diagnostics-text.ts";

/** What `validate` found. */
export interface Validation {
  readonly diagnostics: readonly Diagnostic[];
  /** The files that it read, or was to read. */
  readonly files: readonly string[];
  /** Whether a warning that is not accepted fails the command. */
  readonly failsOnWarnings: boolean;
  /** When it ran: a UTC instant in ISO 8601. */
  readonly at: string;
  /** Of this program. */
  readonly version: string;
  readonly paths: AlertPaths;
}

/** The formats of `validate` for other programs, besides its own document. */
export const validationFormats: Record<
  Exclude<ValidationFormat, "text" | "json">,
  (validation: Validation) => string
> = {
  junit: validationJunit,
  sarif: ({ diagnostics, version, paths }) => alertFormats.sarif(diagnosticAlerts(diagnostics), version, paths),
  "code-quality": ({ diagnostics, version, paths }) =>
    alertFormats["code-quality"](diagnosticAlerts(diagnostics), version, paths),
  github: ({ diagnostics, version, paths }) => alertFormats.github(diagnosticAlerts(diagnostics), version, paths),
};

const NO_FILE = "fleet files";

/** Problems as JUnit XML: a suite for each file. An error is a failure; a warning that does not fail the command is skipped. */
function validationJunit({ diagnostics, files, failsOnWarnings, at }: Validation): string {
  const byFile = groupBy(sortDiagnostics(diagnostics), ({ source }) => source?.file ?? NO_FILE);
  const names = new Set([...files, ...byFile.keys()]);
  const suites = [...names].map((name) => {
    const own = byFile.get(name)?.map((one) => problemCase(one, failsOnWarnings));
    return { name, cases: own ?? [{ name: "no problems" }] };
  });
  return junitXml(suites, at);
}

function problemCase(
  { code, severity, message, source, fix, accepted }: Diagnostic,
  failsOnWarnings: boolean,
): TestCase {
  const place = source === undefined ? [] : [formatSource(source)];
  const isFailure = severity === "error" || (failsOnWarnings && !accepted);
  const name = [code, ...place].join(" ");
  if (!isFailure) return { name, problem: { kind: "skipped", type: code, message: `${severity}: ${message}` } };
  const details = [...place, ...(fix === undefined ? [] : [`fix: ${fix}`])];
  return { name, problem: { kind: "failure", type: code, message, details } };
}
