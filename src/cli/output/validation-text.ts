import type { Diagnostic } from "../../allowlist/index.ts";
import { type ValidationFormat, validationFormats } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { TOOL } from "../process/process-info.ts";
import { alertPaths } from "./alert-paths.ts";

/** What was found in fleet files. */
interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly { readonly path: string }[];
  readonly failsOnWarnings: boolean;
}

/** The problems of fleet files in a format for other programs. */
export function validationText(
  format: Exclude<ValidationFormat, "text" | "json">,
  { diagnostics, files, failsOnWarnings }: Findings,
): string {
  return validationFormats[format]({
    diagnostics,
    files: files.map(({ path }) => path),
    failsOnWarnings,
    at: new Date(systemClock.now()).toISOString(),
    version: TOOL.version,
    paths: alertPaths(files),
  });
}
