import { type DesiredState, dayIn, type Scope } from "../../../allowlist/index.ts";
import type { CarToWrite } from "../../../ports/index.ts";
import { terminalText } from "../../../render/index.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { DiagnosticCollector, decodeList, readList } from "../../../schema/index.ts";
import { loadCommitted } from "../../input/base-revision.ts";
import { loadDesired, problemsFailure } from "../../input/load-desired.ts";
import { readNamedFile } from "../../input/named-file.ts";
import { wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";

const FLEET_FILE = /\.ya?ml$/i;

/**
 * The cars that an older fleet file or list names, by list. A list of plates names no account: it belongs to the only
 * one that is selected.
 * @throws CommandFailure (3) when the file cannot be read, or its list is not known.
 */
export async function carsListedIn(
  path: string,
  column: string | undefined,
  desired: DesiredState,
  scopes: readonly Scope[],
  io: Io,
): Promise<ReadonlyMap<Scope, readonly CarToWrite[]>> {
  if (FLEET_FILE.test(path)) return carsOfFleetFile(path, desired, io);
  const [only, another] = scopes;
  if (only === undefined || another !== undefined) {
    throw wrongInput(`${terminalText(path)} is a list of plates: name their account with --account.`, "changed");
  }
  const bytes = await readNamedFile(path, (problem) => wrongInput(problem, "changed"));
  const problems = new DiagnosticCollector();
  const cars: CarToWrite[] = [];
  const reference = { file: path, ...(column !== undefined && { column }) };
  const list = await decodeList(bytes, path, reference, problems);
  if (list) {
    readList(list, reference, { file: path, line: 1, column: 1 }, problems, {
      isDeclared: () => true,
      add: (licenseNumber) => cars.push({ licenseNumber, features: [] }),
    });
  }
  if (problems.hasErrors) throw problemsFailure(problems.sorted(), "Nothing was changed.", io);
  return new Map([[only, cars]]);
}

async function carsOfFleetFile(
  path: string,
  { mode }: DesiredState,
  io: Io,
): Promise<ReadonlyMap<Scope, readonly CarToWrite[]>> {
  const { desired } = await loadDesired([path], io);
  requireMode(desired, mode, path);
  return carsWanted(desired);
}

/**
 * The cars of the fleet files and their lists as of a git revision, by list.
 * @throws CommandFailure (3) when they cannot be read, or were in another mode.
 */
export async function carsListedAt(
  revision: string,
  files: readonly string[],
  { mode }: DesiredState,
  io: Io,
): Promise<ReadonlyMap<Scope, readonly CarToWrite[]>> {
  const reading = await loadCommitted(revision, files, "--from-commit");
  if (reading.kind === "invalid") throw problemsFailure(reading.diagnostics, "Nothing was changed.", io);
  requireMode(reading.desired, mode, revision);
  return carsWanted(reading.desired);
}

function requireMode(desired: DesiredState, mode: DesiredState["mode"], name: string): void {
  if (desired.mode !== mode) throw wrongInput(`${terminalText(name)} is in ${desired.mode} mode.`, "changed");
}

/** The cars of fleet files by list. One whose last day is over may still be listed, and must be known to be deleted. */
export function carsWanted({ scopes, timeZone }: DesiredState): ReadonlyMap<Scope, readonly CarToWrite[]> {
  const today = dayIn(timeZone, systemClock.now());
  return new Map(
    scopes.map(({ scope, entries }) => {
      const cars = [...entries.values()].filter(({ validFrom = today }) => validFrom <= today);
      return [scope, cars.map(({ licenseNumber, features }) => ({ licenseNumber, features }))];
    }),
  );
}
