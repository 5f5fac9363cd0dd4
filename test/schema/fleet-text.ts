import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import {
  accountScope,
  type DesiredEntry,
  type DesiredState,
  type Diagnostic,
  unclearWarning,
} from "../../src/allowlist/index.ts";
import { type FleetReading, loadFleet, parseFleet } from "../../src/schema/index.ts";

/** The first lines of a fleet file in global mode. */
export const GLOBAL = "version: 1\nmode: global\n";
/** The first lines of a fleet file in billing-account mode. */
export const ACCOUNTS = "version: 1\nmode: billing-account\n";

/** The desired state that a reading must have given. */
export function desiredOf(reading: FleetReading): DesiredState {
  if (reading.kind === "desired") return reading.desired;
  throw new Error(`not valid: ${reading.diagnostics.map(brief).join("; ")}`);
}

/** The cars of the global scope, or of an account, as written. */
export function carsOf(reading: FleetReading, baId?: string): DesiredEntry[] {
  const wanted = baId === undefined ? "global" : accountScope(baId);
  const scope = desiredOf(reading).scopes.find((one) => one.scope === wanted);
  return [...(scope?.entries.values() ?? [])];
}

/** The plates of the global scope as written. */
export function platesOf(reading: FleetReading): string[] {
  return carsOf(reading).map((car) => car.licenseNumber);
}

/** Errors and warnings as `code line:column`. */
export function findingsOf(reading: FleetReading): string[] {
  return diagnosticsOf(reading).map(brief);
}

/** Errors and warnings, with the unclear rows of lists before them. */
export function diagnosticsOf(reading: FleetReading): readonly Diagnostic[] {
  if (reading.kind === "invalid") return reading.diagnostics;
  return [...(reading.desired.unclear ?? []).map(unclearWarning), ...reading.warnings];
}

/** What is found in one text. */
export function findingsIn(text: string): string[] {
  return findingsOf(parseFleet(text, "fleet.yaml"));
}

/** A folder with these files that is removed when the test ends. */
export function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), "platectl-schema-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Reads `fleet.yaml`, or other paths, of a folder with these files. */
export function load(files: Record<string, string | Uint8Array>, paths = ["fleet.yaml"]): Promise<FleetReading> {
  return loadFleet(paths, { cwd: folderWith(files) });
}

function brief({ code, source }: Diagnostic): string {
  return source ? `${code} ${source.line}:${source.column}` : code;
}
