import { relative, sep } from "node:path";
import type { Diagnostic } from "../../allowlist/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { type AlertPaths, type ValidationFormat, validationFormats } from "../../render/index.ts";
import { repositoryAround } from "../../state/index.ts";
import { TOOL } from "../process/process-info.ts";

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

/** How the paths of a run lie in its git repository: tools for code review count from the root. */
export function alertPaths(files: readonly { readonly path: string }[]): AlertPaths {
  const cwd = process.cwd();
  const root = repositoryAround(cwd);
  const fleetFile = files.find(({ path }) => /\.ya?ml$/i.test(path))?.path;
  return {
    folder: root === undefined ? "" : relative(root, cwd).split(sep).join("/"),
    ...(fleetFile !== undefined && { fleetFile }),
  };
}
