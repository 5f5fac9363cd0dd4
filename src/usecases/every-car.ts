import {
  type AbsentCar,
  byCodeUnit,
  type DesiredEntry,
  type DesiredScope,
  formatSource,
  isValidOn,
  type LiveEntry,
  type LiveScope,
  type LiveState,
  type PlateKey,
  type Scope,
} from "../allowlist/index.ts";
import type { DocumentContent } from "../documents/index.ts";

type ListedCar = DocumentContent<"cars">["cars"][number];

/** What the rows of `cars list` are made of. */
export interface CarSources {
  readonly lists: readonly DesiredScope[];
  /** Whether there is a fleet file; without one nothing is known of what is wanted. */
  readonly hasFile: boolean;
  readonly live: LiveState;
  /** The day on which the journal knows that platectl put a car on a list where it has been since. */
  readonly addedOn: (scope: Scope, plateKey: PlateKey) => string | undefined;
  /** YYYY-MM-DD in the file's time zone. */
  readonly today: string;
}

/** Every car of the lists and of the fleet files, each beside what the other says of it; in the order of lists and plates. */
export function everyCar({ lists, ...sources }: CarSources): readonly ListedCar[] {
  return lists.flatMap((list) => carsOf(list, sources));
}

function carsOf(list: DesiredScope, { live: { scopes, memory, fleet }, ...known }: Omit<CarSources, "lists">) {
  const { scope, entries, absent } = list;
  const live = scopes.get(scope);
  const keys = new Set([...(live?.entries.keys() ?? []), ...entries.keys(), ...(absent?.keys() ?? [])]);
  const rows = [...keys].flatMap((plateKey): ListedCar[] => {
    const onList = live?.entries.get(plateKey);
    const { baseline, notListed } = memory.get(scope) ?? {};
    const isOff = live?.source === "list" || baseline === true || notListed?.has(plateKey) === true;
    const written = entries.get(plateKey) ?? absent?.get(plateKey);
    const since = onList && (onList.addedOn ?? known.addedOn(scope, plateKey));
    const row = {
      listed: onList ? (onList.uncertain ? "not known" : "yes") : isOff ? "no" : "not known",
      ...(known.hasFile && { wanted: wishOn(known.today, entries.get(plateKey), absent?.get(plateKey)) }),
      ...(since !== undefined && { since }),
      ...(fleet && { inFleet: fleet.has(plateKey) }),
      features: onList?.features ?? entries.get(plateKey)?.features ?? [],
      addedByCustomerCare: onList?.addedByCustomerCare ?? false,
      ...placeOf(written),
    } as const;
    return spellingsOf(onList, written).map((licenseNumber) => ({ scope, licenseNumber, ...row }));
  });
  return [...rows, ...notPlates(live)].sort(byPlate);
}

function wishOn(
  day: string,
  entry: DesiredEntry | undefined,
  absent: AbsentCar | undefined,
): NonNullable<ListedCar["wanted"]> {
  if (!entry) return absent ? "absent" : "no";
  if (isValidOn(entry, day)) return "yes";
  return entry.validUntil !== undefined && entry.validUntil < day ? "ended" : "not begun";
}

function spellingsOf(onList: LiveEntry | undefined, written: DesiredEntry | AbsentCar | undefined): readonly string[] {
  if (onList) return [onList.licenseNumber, ...(onList.otherSpellings ?? [])];
  return written ? [written.licenseNumber] : [];
}

/** Where the fleet files name a car, and what they say of it. */
function placeOf(written: DesiredEntry | AbsentCar | undefined) {
  if (!written) return {};
  const source = formatSource(written.source);
  if (!("features" in written)) {
    const { reason: note } = written;
    return { source, ...(note !== undefined && { note }) };
  }
  const { validFrom, validUntil, note } = written;
  return {
    source,
    ...(validFrom !== undefined && { validFrom }),
    ...(validUntil !== undefined && { validUntil }),
    ...(note !== undefined && { note }),
  };
}

function notPlates(live: LiveScope | undefined): ListedCar[] {
  const { scope, unreadable = [] } = live ?? {};
  if (scope === undefined) return [];
  return unreadable.map((licenseNumber) => {
    return { scope, licenseNumber, listed: "yes", features: [], addedByCustomerCare: false };
  });
}

function byPlate(left: ListedCar, right: ListedCar): number {
  return byCodeUnit(left.licenseNumber, right.licenseNumber);
}
