import type { Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import type { TextFile } from "../files/read-file.ts";
import type { Lists } from "../lists/load-lists.ts";
import { readList } from "../lists/read-list.ts";
import { showPath } from "../quote-text.ts";
import { Lines, type Path } from "../yaml/tree.ts";
import { type FleetPart, isWritten, locate, locateKey, referencesAt } from "./fleet-part.ts";
import { type CarContext, readCars } from "./read-cars.ts";
import type { ListReference, WrittenCars } from "./shape.ts";

/** What has cars: the fleet file in global mode, or one of its accounts. */
export interface HolderShape {
  readonly cars?: WrittenCars | undefined;
  readonly carsFrom?: readonly ListReference[] | undefined;
}

export interface HolderContext extends CarContext {
  readonly part: FleetPart;
  readonly lists: Lists;
}

/** Reads the cars of a holder, its lists included, and gives their number as written, repeated ones included. */
export function readHolder(holder: HolderShape, path: Path, context: HolderContext): number {
  const { part, diagnostics } = context;
  if (!isWritten(part, [...path, "cars"]) && !isWritten(part, [...path, "carsFrom"])) {
    const fix = "Write `cars:` or `carsFrom:`; `cars: []` is an empty list.";
    diagnostics.error("not-specified", "Both `cars` and `carsFrom` are missing.", locate(part, path), fix);
  }
  const written = holder.cars ? readCars(holder.cars.node, context) : 0;
  return written + readListedCars(holder.carsFrom, path, context);
}

function readListedCars(written: HolderShape["carsFrom"], path: Path, context: HolderContext): number {
  const seen = new Set<string>();
  let number = 0;
  referencesAt(context.part, path, written).forEach(({ reference, source }, at) => {
    if (reference.features && !context.features) {
      const place = locateKey(context.part, [...path, "carsFrom", at], "features");
      const fix = "Remove it; in billing-account mode the interface accepts plates only.";
      context.diagnostics.error("features-not-accepted", "`features` is not allowed here.", place, fix);
    }
    const files = context.lists.get(reference) ?? [];
    const rows = files.map((file) => {
      const isFirst = !seen.has(file.path);
      seen.add(file.path);
      if (isFirst) return readOneList(file, reference, source, context);
      const message = `The list ${showPath(file.path)} is named twice for the same cars.`;
      context.diagnostics.error("list-twice", message, source, "Name it once.");
      return undefined;
    });
    checkRows(rows, reference, locate(context.part, [...path, "carsFrom", at, "atLeast"]), context.diagnostics);
    number += rows.reduce<number>((sum, some) => sum + (some ?? 0), 0);
  });
  return number;
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
  file: TextFile,
  reference: ListReference,
  place: Source,
  context: HolderContext,
): number | undefined {
  const { cars, pool, diagnostics } = context;
  const lines = new Lines(file.path, file.text);
  const own = context.features && reference.features && pool.of(reference.features, place);
  const particulars = own ? { ...context.defaults, features: own } : context.defaults;
  cars.reserve(lines.estimate);
  const number = readList({ ...file, lines }, reference, place, diagnostics, (licenseNumber, at, plateAt) => {
    cars.add({ licenseNumber, particulars, lines, at, plateAt });
  });
  if (number === 0) {
    const fix = "Remove the item; an empty list is written as `cars: []`.";
    diagnostics.error("empty-list", `The list ${showPath(file.path)} has no cars.`, place, fix);
  }
  return number;
}
