import { dayIn, isAnswer, readPlate, type Scope } from "../allowlist/index.ts";
import { EXIT } from "../exit-code.ts";
import type { CarToWrite, JournalEntry, RememberedScope } from "../ports/index.ts";
import { terminalText } from "../render/index.ts";
import { systemClock } from "../runtime/system-clock.ts";
import type { ReportDocument } from "../schema/index.ts";
import { CommandFailure } from "./failure.ts";
import type { Io } from "./io.ts";
import { carsListedIn } from "./listed-in.ts";
import { readReport } from "./report-merge-command.ts";
import type { RunContext } from "./run-context.ts";

/** Which cars a human says are listed: the fleet file's unless something else is named. */
export interface AdoptionSource {
  readonly plates: readonly string[];
  /** A report of apply: the cars that the server called already listed. */
  readonly fromReport?: string;
  /** An older fleet file or list. */
  readonly from?: string;
  /** The column of a `.csv` list that holds the plates. */
  readonly column?: string;
  /** None. */
  readonly empty?: boolean;
}

/** What a human says of one list. */
export interface Adoption {
  readonly scope: Scope;
  /** Cars that are listed. */
  readonly cars: readonly CarToWrite[];
  /** Cars that the state knew, and that are not listed. */
  readonly gone: readonly CarToWrite[];
  /** That is all there is on the list. */
  readonly whole: boolean;
}

/**
 * What is said of each list that cannot be read; lists of which nothing new is said are left out.
 * @throws CommandFailure (3) for what cannot be read, or does not say which list is meant.
 */
export async function adoptionsFrom(
  source: AdoptionSource,
  context: RunContext,
  scopes: readonly Scope[],
  memory: (scope: Scope) => RememberedScope | undefined,
  io: Io,
): Promise<Adoption[]> {
  const said = await carsSaid(source, context, scopes, io);
  const isWhole = source.plates.length === 0 && source.fromReport === undefined;
  return scopes.flatMap((scope): Adoption[] => {
    const known = memory(scope);
    const cars = (said.get(scope) ?? []).filter((car) => !isListed(car, known, context));
    const gone = source.empty ? [...(known?.entries.values() ?? [])] : [];
    const isNews = cars.length > 0 || gone.length > 0 || (isWhole && !known?.baseline);
    return isNews ? [{ scope, cars, gone, whole: isWhole }] : [];
  });
}

/** The journal's words for it. */
export function adoptionEntries({ scope, cars, gone, whole }: Adoption): JournalEntry[] {
  const forgotten = gone.map(({ licenseNumber }) => ({ licenseNumber }));
  return [
    ...(forgotten.length > 0 ? [{ kind: "forgotten" as const, scope, cars: forgotten }] : []),
    { kind: "adopted", scope, cars, ...(whole && { whole: true as const }) },
  ];
}

type Said = ReadonlyMap<Scope, readonly CarToWrite[]>;

async function carsSaid(source: AdoptionSource, context: RunContext, scopes: readonly Scope[], io: Io): Promise<Said> {
  const { desired } = context.inputs;
  if (source.empty) return new Map();
  if (source.fromReport !== undefined)
    return alreadyListed(await readReport(source.fromReport), source.fromReport, context);
  if (source.from !== undefined) return carsListedIn(source.from, source.column, desired, scopes, io);
  const today = dayIn(desired.timeZone, systemClock.now());
  const wanted = desired.scopes.map(({ scope, entries }) => {
    // A car whose last day is over may be there still, and must be known to be deleted.
    const cars = [...entries.values()].filter(({ validFrom = today }) => validFrom <= today);
    return [scope, cars.map(({ licenseNumber, features }) => ({ licenseNumber, features }))] as const;
  });
  return source.plates.length === 0 ? new Map(wanted) : namedCars(source.plates, context, scopes);
}

/** The list that each plate is meant for: the only one, or the one whose account wants the car. */
export function scopeOf(plate: string, { inputs }: RunContext, scopes: readonly Scope[]): Scope {
  const reading = readPlate(plate, inputs.desired.interface);
  if (reading.kind !== "plate")
    throw new CommandFailure(EXIT.input, `${terminalText(JSON.stringify(plate))} is not a plate.`);
  const wanting = inputs.desired.scopes.filter(
    ({ scope, entries }) => scopes.includes(scope) && entries.has(reading.plateKey),
  );
  const [only, another] = wanting.length > 0 ? wanting.map(({ scope }) => scope) : scopes;
  if (only !== undefined && another === undefined) return only;
  const which =
    only === undefined ? "No list that cannot be read is chosen." : "Say which list is meant with --account.";
  throw new CommandFailure(EXIT.input, `${terminalText(plate)}: ${which} Nothing was changed.`);
}

function namedCars(plates: readonly string[], context: RunContext, scopes: readonly Scope[]): Said {
  const said = new Map<Scope, CarToWrite[]>();
  for (const licenseNumber of plates) {
    const scope = scopeOf(licenseNumber, context, scopes);
    said.set(scope, [...(said.get(scope) ?? []), { licenseNumber, features: [] }]);
  }
  return said;
}

function alreadyListed(report: ReportDocument, path: string, { inputs }: RunContext): Said {
  const { failures } = inputs.desired.interface;
  if (failures.alreadyListed.length === 0) {
    throw new CommandFailure(
      EXIT.input,
      "`interface.failures.alreadyListed` names no words, so no refusal of the report says that a car is listed. Nothing was changed.",
    );
  }
  if (report.target.fingerprint !== inputs.target.fingerprint)
    throw new CommandFailure(
      EXIT.input,
      `${terminalText(path)} is the report of another server or mode. Nothing was changed.`,
    );
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
