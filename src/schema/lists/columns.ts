import { readPlate } from "../../allowlist/index.ts";
import type { Cell } from "../spreadsheet/cell.ts";
import { type CarField, COLUMN_FIELDS, isCarField, valueForAll } from "../values/car-fields.ts";
import type { ListReference } from "./list-shape.ts";

/** The keys of a `carsFrom` item that name a column. */
export type ColumnKey = "column" | CarField | "account";
const COLUMN_KEYS: readonly ColumnKey[] = ["column", ...COLUMN_FIELDS, "account"];

/** Which column each key names, from 0. */
export type Columns = ReadonlyMap<ColumnKey, number>;

/** The columns that a `carsFrom` item names. A value that holds for all cars names none. */
export function namedColumns(reference: ListReference): readonly (readonly [ColumnKey, string])[] {
  return COLUMN_KEYS.flatMap((key) => {
    const name = reference[key];
    return name === undefined || (isCarField(key) && valueForAll(key, name) !== undefined)
      ? []
      : [[key, name] as const];
  });
}

/** What a cell of the header says. */
export function nameIn(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return cell.kind === "number" ? cell.stored : cell.kind === "date" ? cell.day : "";
}

/** A name without what people change in it: case and blanks. */
export function looseName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, "");
}

/** Whether a cell of the first row is rather a plate than the name of a column. */
export function looksLikePlate(cell: string): boolean {
  const isOneCase = cell === cell.toUpperCase() || cell === cell.toLowerCase();
  const digits = cell.replace(/\P{Nd}/gu, "").length;
  const isMixed = digits > (cell === cell.toUpperCase() ? 0 : 1) && (cell.length > 4 || /\p{L}/u.test(cell));
  return isOneCase && isMixed && readPlate(cell, { foldLookalikes: false }).kind === "plate";
}
