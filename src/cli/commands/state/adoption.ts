import { isAnswer, quoted, readPlate, type Scope } from "../../../allowlist/index.ts";
import { EXIT } from "../../../exit-code.ts";
import type { CarToWrite, JournalEntry, RememberedScope } from "../../../ports/index.ts";
import { terminalText } from "../../../render/index.ts";
import { type ReportDocument, reportDocumentSchema } from "../../../schema/index.ts";
import type { InputOf } from "../../definitions/spec.ts";
import type { stateAdoptSpec } from "../../definitions/state.ts";
import { readOwnDocument } from "../../input/named-file.ts";
import { fleetFiles } from "../../input/usual-file.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import type { RunContext } from "../../run/run-context.ts";
import { carsListedAt, carsListedIn, carsWanted } from "./listed-in.ts";

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
  /** Cars of the fleet file beside many that the state knows: they may simply not have been sent yet. */
  readonly mayBeNew: boolean;
}

/**
 * What the user says about each list that cannot be read; lists without news are left out.
 * @throws CommandFailure (3) for what cannot be read, or does not identify the list.
 */
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
    const mayBeNew = isFromFleet(source) && cars.length > 0 && cars.length < (known?.entries.size ?? 0);
    return isNews ? [{ scope, cars, gone, whole: isWhole, mayBeNew }] : [];
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
  const reading = readPlate(plate, inputs.desired.interface);
  if (reading.kind !== "plate") throw new CommandFailure(EXIT.input, `${terminalText(quoted(plate))} is not a plate.`);
  const wanting = inputs.desired.scopes.filter(
    ({ scope, entries }) => scopes.includes(scope) && entries.has(reading.plateKey),
  );
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
  const reading = readPlate(licenseNumber, inputs.desired.interface);
  const entry = reading.kind === "plate" ? known?.entries.get(reading.plateKey) : undefined;
  return entry !== undefined && !entry.uncertain;
}
