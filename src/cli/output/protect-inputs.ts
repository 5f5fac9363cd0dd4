import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { DesiredState } from "../../allowlist/index.ts";
import { type CommandFailure, wrongInput } from "../process/failure.ts";
import { isFleetFile } from "../process/usage-hints.ts";

/**
 * Refuses to write a result over a fleet file, or over a list of the run.
 * @param outputs where results go, by the option that says so.
 * @throws CommandFailure (3)
 */
export function protectInputs(outputs: Readonly<Record<string, string | undefined>>, desired?: DesiredState): void {
  const inputs = new Set(desired?.files.map(({ path }) => realPath(path)));
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    if (isFleetFile(path))
      throw refused(option, path, "a result is never written to a YAML file, which may be a fleet file");
    if (inputs.has(realPath(path))) throw refused(option, path, "this run reads its cars from that file");
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function refused(option: string, path: string, why: string): CommandFailure {
  return wrongInput(`${option} ${path}: ${why}. Name another file.`);
}
