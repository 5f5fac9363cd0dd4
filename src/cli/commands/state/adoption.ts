import { type DesiredState, dayIn, plateKeyOf, quoted, type Scope, saysItIsDone } from "../../../allowlist/index.ts";
import { reportDocumentSchema } from "../../../documents/index.ts";
import { systemClock } from "../../../process/system-clock.ts";
import { terminalText } from "../../../render/index.ts";
import { EXIT } from "../../../run/exit-code.ts";
import type { CarToWrite, JournalEntry, RememberedScope } from "../../../run/ports/index.ts";
import { DiagnosticCollector } from "../../../schema/index.ts";
import { decodeList, readList } from "../../../tables/index.ts";
import type { stateAdoptSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { loadCommitted } from "../../input/base-revision.ts";
import { fleetFiles, isFleetFile } from "../../input/fleet-file.ts";
import { loadDesired, problemsFailure } from "../../input/load-desired.ts";
import { readNamedFile, readOwnDocument } from "../../input/named-file.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import type { RunContext } from "../../run/run-context.ts";

/** Which cars are listed, from options: the fleet file's unless something else is named. */
export type AdoptionSource = Pick<
  InputOf<typeof stateAdoptSpec>,
  "plate" | "fromReport" | "from" | "fromCommit" | "column" | "empty" | "file"
>;

/** Whether the cars are those of the fleet file of now: nothing else was named. */
export function isFromFleet({ plate, fromReport, from, fromCommit, empty }: AdoptionSource): boolean {
  return plate.length === 0 && (fromReport ?? from ?? fromCommit) === undefined && empty !== true;
}

/** What the user says about one list. */
export interface Adoption {
  readonly scope: Scope;
  readonly cars: readonly CarToWrite[];
  /** Cars that the state knew, and that are not listed. */
  readonly gone: readonly CarToWrite[];
  /** The list holds no other cars. */
  readonly whole: boolean;
  /** How many cars the state knew to be there. */
  readonly known: number;
  /** Cars of the fleet file beside more that the state knows: they may simply not have been sent yet. */
  readonly mayBeNew: boolean;
}

/** What the user says about each such list, where that is news. Throws a `CommandFailure` (3). */
export async function adoptionsFrom(
  source: AdoptionSource,
  context: RunContext,
  scopes: readonly Scope[],
  memory: (scope: Scope) => RememberedScope | undefined,
  io: Io,
): Promise<Adoption[]> {
  const named = await carsNamed(source, context, scopes, io);
  const isWhole = source.plate.length === 0 && source.fromReport === undefined;
  return scopes.flatMap((scope): Adoption[] => {
    const known = memory(scope);
    const cars = (named.get(scope) ?? []).filter((car) => !isListed(car, known, context));
    const gone = source.empty ? [...(known?.entries.values() ?? [])] : [];
    const isNews = cars.length > 0 || gone.length > 0 || (isWhole && !known?.baseline);
    const count = known?.entries.size ?? 0;
    const mayBeNew = isFromFleet(source) && cars.length > 0 && cars.length < count;
    return isNews ? [{ scope, cars, gone, whole: isWhole, known: count, mayBeNew }] : [];
  });
}

/** The journal entries for it. */
export function adoptionEntries({ scope, cars, gone, whole }: Adoption): JournalEntry[] {
  const forgotten = gone.map(({ licenseNumber }) => ({ licenseNumber }));
  return [
    ...(forgotten.length > 0 ? [{ kind: "forgotten" as const, scope, cars: forgotten }] : []),
    { kind: "adopted", scope, cars, ...(whole && { whole: true as const }) },
  ];
}

type NamedCars = ReadonlyMap<Scope, readonly CarToWrite[]>;

async function carsNamed(
  source: AdoptionSource,
  context: RunContext,
  scopes: readonly Scope[],
  io: Io,
): Promise<NamedCars> {
  const { desired } = context.inputs;
  const { from, fromCommit, fromReport, plate, column, empty } = source;
  if (empty) return new Map();
  if (fromReport !== undefined) return alreadyListed(fromReport, context);
  if (from !== undefined && isFleetFile(from)) return carsOf((await loadDesired([from], io)).desired, desired, from);
  if (from !== undefined) return carsInList(from, column, scopes, io);
  if (fromCommit === undefined) return plate.length === 0 ? carsWanted(desired) : namedCars(plate, context, scopes);
  const reading = await loadCommitted(fromCommit, fleetFiles(source.file), "--from-commit");
  if (reading.kind === "invalid") throw problemsFailure(reading.diagnostics, "Nothing was changed.", io);
  return carsOf(reading.desired, desired, fromCommit);
}

// The cars of an older fleet file.
function carsOf(older: DesiredState, { mode }: DesiredState, name: string): NamedCars {
  if (older.mode !== mode) throw wrongInput(`${terminalText(name)} is in ${older.mode} mode.`, "changed");
  return carsWanted(older);
}

/** The list of a plate: the only one, or the one whose account wants the car. */
export function scopeOf(plate: string, { inputs }: RunContext, scopes: readonly Scope[]): Scope {
  const plateKey = plateKeyOf(plate, inputs.desired.interface);
  if (plateKey === undefined) throw new CommandFailure(EXIT.input, `${terminalText(quoted(plate))} is not a plate.`);
  const wanting = inputs.desired.scopes.filter(({ scope, entries }) => scopes.includes(scope) && entries.has(plateKey));
  const [only, another] = wanting.length > 0 ? wanting.map(({ scope }) => scope) : scopes;
  if (only !== undefined && another === undefined) return only;
  const which = only === undefined ? "Every selected list can be read." : "Name its list with --account.";
  throw wrongInput(`${terminalText(quoted(plate))}: ${which}`, "changed");
}

function namedCars(plates: readonly string[], context: RunContext, scopes: readonly Scope[]): NamedCars {
  const named = new Map<Scope, CarToWrite[]>();
  for (const licenseNumber of plates) {
    const scope = scopeOf(licenseNumber, context, scopes);
    named.set(scope, [...(named.get(scope) ?? []), { licenseNumber, features: [] }]);
  }
  return named;
}

async function alreadyListed(path: string, { inputs }: RunContext): Promise<NamedCars> {
  const refused = (why: string) => new CommandFailure(EXIT.input, `${path} cannot be read as a report: ${why}`);
  const report = await readOwnDocument(path, reportDocumentSchema, "a report", refused);
  const { failures } = inputs.desired.interface;
  if (failures.alreadyListed.length === 0) {
    throw wrongInput(
      "`interface.failures.alreadyListed` is empty, so no refusal in the report shows that a car is listed.",
      "changed",
    );
  }
  if (report.target.fingerprint !== inputs.target.fingerprint)
    throw wrongInput(`${terminalText(path)} is a report of another server or mode.`, "changed");
  return new Map(
    report.scopes.map(({ scope, results }) => {
      const listed = results.filter(
        ({ action, error }) => action === "add" && error !== undefined && saysItIsDone("add", [error], failures),
      );
      return [scope, listed.map(({ licenseNumber }) => ({ licenseNumber, features: [] }))];
    }),
  );
}

function isListed({ licenseNumber }: CarToWrite, known: RememberedScope | undefined, { inputs }: RunContext): boolean {
  const plateKey = plateKeyOf(licenseNumber, inputs.desired.interface);
  const entry = plateKey && known?.entries.get(plateKey);
  return entry !== undefined && !entry.uncertain;
}

// A list of plates names no account: it belongs to the only one that is selected.
async function carsInList(
  path: string,
  column: string | undefined,
  scopes: readonly Scope[],
  io: Io,
): Promise<NamedCars> {
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

/** The cars of fleet files by list. One whose last day is over may still be listed, and must be known to be deleted. */
export function carsWanted({ scopes, timeZone }: DesiredState): NamedCars {
  const today = dayIn(timeZone, systemClock.now());
  return new Map(
    scopes.map(({ scope, entries }) => {
      const cars = [...entries.values()].filter(({ validFrom = today }) => validFrom <= today);
      return [scope, cars.map(({ licenseNumber, features }) => ({ licenseNumber, features }))];
    }),
  );
}
