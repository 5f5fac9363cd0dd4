import {
  accountIdOf,
  type CarValues,
  type DesiredEntry,
  isValidOn,
  type PlateKey,
  type PlateRules,
  readPlate,
  type Scope,
  type SkippedRows,
  type Source,
} from "../../allowlist/index.ts";
import type { PlateColumn, RepeatedRow } from "../../plate-series/index.ts";
import type { ListFile, ListReference, ListSink, Lists, RowValues } from "../../tables/index.ts";
import { readList } from "../../tables/index.ts";
import { type DiagnosticCollector, showPath } from "../diagnostics/diagnostic-collector.ts";
import { carValues, valueForAll } from "../values/index.ts";
import type { Path } from "../yaml/tree.ts";
import { CarCollector, type CarContext, type SkippedCounter } from "./car-collector.ts";
import { notAPlateInWords, type Particulars } from "./car-diagnostics.ts";
import { ColumnRows } from "./column-rows.ts";
import { type FleetPart, locate, locateKey, referencesAt } from "./fleet-part.ts";

/** The cars of one account, to which lists of several accounts add. */
export interface AccountCars {
  readonly cars: CarCollector;
  /** How many cars were written, repeated ones included. */
  written: number;
}

/** Reports a row that repeats a plate, which is in order where the plate is unclear. */
export interface RepeatReport extends RepeatedRow {
  readonly report: () => void;
}

/** What lists are read for. */
export interface ListedCarsContext extends Pick<CarContext, "diagnostics" | "pool" | "features" | "defaults"> {
  readonly part: FleetPart;
  readonly lists: Lists;
  readonly rules: PlateRules;
  /** Today in the file's time zone, YYYY-MM-DD. */
  readonly day: string;
  /** Learns which rows are left out. */
  readonly skipped: SkippedCounter;
  /** Takes the columns of plates of all lists. */
  readonly columns: PlateColumn[];
  readonly repeats: RepeatReport[];
  /** The cars of the one section that the lists belong to, or those of all accounts by their ids. */
  readonly target: CarCollector | ReadonlyMap<string, AccountCars>;
}

/** Reads the cars of the lists at a path and gives their number as written, repeated ones included. */
export function readListedCars(
  written: readonly ListReference[] | undefined,
  path: Path,
  context: ListedCarsContext,
): number {
  const { part, lists, target, rules, diagnostics } = context;
  const seen = new Set<string>();
  let number = 0;
  referencesAt(part, path, written).forEach(({ reference, source }, at) => {
    const itemPath = [...path, "carsFrom", at];
    checkKeys(reference, itemPath, context);
    const errors = diagnostics.errors;
    const latest = reference.duplicates === "latest" ? new LatestRows() : undefined;
    const columns: ColumnRows[] = [];
    const rows = (lists.get(reference) ?? []).map((file) => {
      const column = new ColumnRows(reference, target instanceof CarCollector ? target.scope : undefined, rules);
      columns.push(column);
      const known = JSON.stringify([file.path, file.sheet?.name]);
      const isFirst = !seen.has(known);
      seen.add(known);
      if (isFirst) return readOneList(file, reference, source, { ...context, latest, column });
      const message = `The list ${showPath(file.path)} is named twice for the same cars.`;
      diagnostics.error("list-twice", message, source, "Name it once.");
      return undefined;
    });
    for (const row of latest?.kept.values() ?? []) addCar(row, context);
    number -= columns.reduce((sum, column) => sum + finishColumn(column, reference, context), 0);
    // A list with wrong rows has its own errors: what is missing may be a result of them.
    if (diagnostics.errors === errors) checkRows(rows, reference, locate(part, [...itemPath, "atLeast"]), diagnostics);
    number += rows.reduce<number>((sum, some) => sum + (some ?? 0), -(latest?.repeated ?? 0));
  });
  return number;
}

function checkKeys(reference: ListReference, path: Path, { part, target, features, diagnostics }: ListedCarsContext) {
  if (reference.features && !features) {
    const fix = "Remove it; in billing-account mode the interface accepts plates only.";
    const place = locateKey(part, path, "features");
    diagnostics.error("features-not-accepted", "`features` is not allowed here.", place, fix);
  }
  const isForAccounts = !(target instanceof CarCollector);
  if (isForAccounts && reference.account === undefined) {
    const message = "`account` is missing: a list at the top must say which account each car belongs to.";
    const fix = "Name the column with the account ids, or move the list into its account.";
    diagnostics.error("missing-key", message, locate(part, path), fix);
  }
  if (!isForAccounts && reference.account !== undefined) {
    const message = "`account` is only for lists at the top of a file in billing-account mode.";
    const fix = "Remove it, or move the list to `carsFrom` at the top.";
    diagnostics.error("wrong-mode", message, locateKey(part, path, "account"), fix);
  }
}

// Of a list that could not be read whole, how many rows it has is not known.
function checkRows(
  rows: readonly (number | undefined)[],
  { file, atLeast }: ListReference,
  place: Source,
  diagnostics: DiagnosticCollector,
): void {
  const known = rows.filter((some) => some !== undefined);
  const number = known.reduce((sum, some) => sum + some, 0);
  if (atLeast === undefined || number === 0 || known.length < rows.length || number >= atLeast) return;
  const message = `The list ${showPath(file)} has ${number} ${number === 1 ? "row" : "rows"}; \`atLeast\` is ${atLeast}.`;
  const fix = `If the list is complete, write \`atLeast: ${number}\` or less; otherwise the export failed: export it again.`;
  diagnostics.error("list-too-short", message, place, fix);
}

function readOneList(
  file: ListFile,
  reference: ListReference,
  place: Source,
  context: OneListContext,
): number | undefined {
  const { diagnostics } = context;
  const number = readList(file, reference, place, diagnostics, sinkFor(file, reference, place, context));
  if (number === 0) {
    const fix = "Remove the item; an empty list is written as `cars: []`.";
    diagnostics.error("empty-list", `The list ${showPath(file.path)} has no cars.`, place, fix);
  }
  return number;
}

interface OneListContext extends ListedCarsContext {
  readonly latest: LatestRows | undefined;
  readonly column: ColumnRows;
}

function sinkFor(file: ListFile, reference: ListReference, place: Source, context: OneListContext): ListSink {
  const { skipped, target, latest, column } = context;
  const { lines } = file;
  const { features, ...base } = commonParticulars(reference, place, context);
  const skip = (why: SkippedRows["why"], found?: string) =>
    skipped.add(reference, { file: file.path, why, ...(found !== undefined && { found }) });
  return {
    isDeclared: (baId) => target instanceof CarCollector || target.has(baId),
    add(licenseNumber, at, values, filled = 0) {
      const source = lines.sourceAt(at);
      const { account = "" } = values ?? {};
      const reading = readPlate(licenseNumber, context.rules);
      if (reading.kind === "not-a-plate") {
        const words = notAPlateInWords(licenseNumber, reading.problem);
        column.takeOdd({ source, text: licenseNumber, filled, words, account });
        return;
      }
      const own = account === "" ? values : withoutAccount(values);
      const car = { licenseNumber, plateKey: reading.plateKey, source, features, ...base, ...own };
      const row = { car, account, filled, column };
      if (!latest) addCar(row, context);
      else if (latest.take(row, context)) skip("repeated");
    },
    odd: (row) => column.takeOdd(row),
    skipped: skip,
    finish(usual) {
      column.usual = usual;
    },
  };
}

/** Takes numbered pages out of the cars, and gives how many rows that are. */
function finishColumn(column: ColumnRows, reference: ListReference, context: ListedCarsContext): number {
  const { target, columns, skipped } = context;
  const pages = column.takePages();
  columns.push(column);
  for (const { source, car } of pages) {
    skipped.add(reference, { file: source.file, why: "pages" });
    if (!car) continue;
    const cars = target instanceof CarCollector ? target : target.get(accountIdOf(car.scope) ?? "")?.cars;
    cars?.remove(car.plateKey);
  }
  return pages.length;
}

function addCar(row: ListedCar, { target, repeats }: ListedCarsContext): void {
  const { car, filled, column } = row;
  const account = target instanceof CarCollector ? undefined : target.get(row.account);
  const cars = target instanceof CarCollector ? target : account?.cars;
  if (account) account.written += 1;
  if (!cars) return;
  if (!cars.scope) cars.add(car);
  else if (cars.addNew(car)) column.take(car, cars.scope, filled);
  else repeats.push({ ...repeatedRow(row, cars.scope), report: () => cars.add(car) });
}

function repeatedRow({ car, column }: ListedCar, scope: Scope): RepeatedRow {
  const repeated = { plateKey: car.plateKey, source: car.source, scope };
  column.repeated.push(repeated);
  return repeated;
}

function withoutAccount({ account: _, ...values }: RowValues = {}): CarValues {
  return values;
}

function commonParticulars(reference: ListReference, place: Source, context: ListedCarsContext): Particulars {
  const { features } = reference;
  const own = context.features && features && context.pool.of(features, place);
  const all = carValues((field) => valueForAll(field, reference[field]));
  return { ...context.defaults, ...(own && { features: own }), ...all };
}

/** The car of a row, and the billing account that the row names; empty where it names none. */
interface ListedCar {
  readonly car: DesiredEntry;
  readonly account: string;
  /** Its columns with something in them, one bit each. */
  readonly filled: number;
  readonly column: ColumnRows;
}

/**
 * Of rows with one plate, keeps one (`duplicates: latest`), in the order in which the cars were first met: the one that holds today
 * rather than a renewal that begins later, of several the one with the latest `validFrom`, else the last one.
 */
class LatestRows {
  readonly kept = new Map<PlateKey, ListedCar>();
  /** How many rows were dropped for others. */
  repeated = 0;

  /** Takes a row, and says whether there is another one with its plate. */
  take(row: ListedCar, { day, target }: ListedCarsContext): boolean {
    const next = row.car;
    const first = this.kept.get(next.plateKey);
    const known = first?.car;
    const holds = isValidOn(next, day);
    const isLater =
      known && holds === isValidOn(known, day) ? (next.validFrom ?? "") >= (known.validFrom ?? "") : holds;
    if (!known || isLater) this.kept.set(next.plateKey, row);
    if (!first) return false;
    this.repeated += 1;
    const dropped = isLater ? first : row;
    const scope = target instanceof CarCollector ? target.scope : target.get(dropped.account)?.cars.scope;
    if (scope) repeatedRow(dropped, scope);
    return true;
  }
}
