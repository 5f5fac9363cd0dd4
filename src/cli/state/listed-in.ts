import { type DesiredState, dayIn, type Scope } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import type { CarToWrite } from "../../ports/index.ts";
import { terminalText } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { DiagnosticCollector } from "../../schema/diagnostic-collector.ts";
import { decodeList } from "../../schema/lists/list-file.ts";
import { readList } from "../../schema/lists/read-list.ts";
import { CommandFailure } from "../failure.ts";
import { loadDesired, problemsFailure } from "../input/load-desired.ts";
import { readNamedFile } from "../input/named-file.ts";
import type { Io } from "../io.ts";

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
    throw new CommandFailure(
      EXIT.input,
      `${terminalText(path)} is a list of plates: name their account with --account. Nothing was changed.`,
    );
  }
  const bytes = await readNamedFile(
    path,
    (problem) => new CommandFailure(EXIT.input, `${problem}. Nothing was changed.`),
  );
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
  if (desired.mode !== mode)
    throw new CommandFailure(EXIT.input, `${terminalText(path)} is in ${desired.mode} mode. Nothing was changed.`);
  const today = dayIn(desired.timeZone, systemClock.now());
  return new Map(
    desired.scopes.map(({ scope, entries }) => {
      const cars = [...entries.values()].filter(({ validFrom = today }) => validFrom <= today);
      return [scope, cars.map(({ licenseNumber, features }) => ({ licenseNumber, features }))];
    }),
  );
}
