import { type DesiredState, dayIn, isAnswer, plateKeyOf, quoted, type Scope } from "../../../allowlist/index.ts";
import { type ReportDocument, reportDocumentSchema } from "../../../documents/index.ts";
import { systemClock } from "../../../process/system-clock.ts";
import { terminalText } from "../../../render/index.ts";
import { EXIT } from "../../../run/exit-code.ts";
import type { CarToWrite, JournalEntry, RememberedScope } from "../../../run/ports/index.ts";
import { DiagnosticCollector } from "../../../schema/index.ts";
import { decodeList, readList } from "../../../tables/index.ts";
import type { stateAdoptSpec } from "../../definitions/server.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { loadCommitted } from "../../input/base-revision.ts";
import { fleetFiles } from "../../input/fleet-file.ts";
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
  /** Cars that are listed. */
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
  if (source.empty) return new Map();
  if (source.fromReport !== undefined)
    return alreadyListed(await readReport(source.fromReport), source.fromReport, context);
  if (source.from !== undefined) return carsListedIn(source.from, source.column, desired, scopes, io);
  if (source.fromCommit !== undefined) return carsListedAt(source.fromCommit, fleetFiles(source.file), desired, io);
  return source.plate.length === 0 ? carsWanted(desired) : namedCars(source.plate, context, scopes);
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

function readReport(path: string): Promise<ReportDocument> {
  const refused = (why: string) => new CommandFailure(EXIT.input, `${path} cannot be read as a report: ${why}`);
  return readOwnDocument(path, reportDocumentSchema, "a report", refused);
}

function alreadyListed(report: ReportDocument, path: string, { inputs }: RunContext): NamedCars {
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
        ({ action, error }) => action === "add" && error !== undefined && isAnswer("add", [error], failures),
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

const FLEET_FILE = /\.ya?ml$/i;

/**
 * The cars that an older fleet file or list names. A list of plates belongs to the only account that is selected.
 * Throws a `CommandFailure` (3) when the file cannot be read, or its account is not known.
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

/** The same as of a git revision. Throws a `CommandFailure` (3) when it cannot be read, or was in another mode. */
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
