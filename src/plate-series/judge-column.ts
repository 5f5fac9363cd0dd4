import { isSolidPlate, type PlateKey } from "../allowlist/index.ts";
import { FEWEST_KNOWN, isSpecific } from "./column-countries.ts";
import { Neighbours, SHARE_OF_FORM } from "./neighbours.ts";
import { type Doubt, ownDoubt, type PlateCell } from "./plate-cell.ts";
import { printedAs } from "./text-shape.ts";

/** A column of plates, and what is seen in it whatever is known: a column may be judged twice. */
export interface PlateCells {
  readonly cells: readonly PlateCell[];
  /** What is doubtful about the text of each, whatever is beside it. */
  readonly doubts: readonly (Doubt | undefined)[];
  /** Where the files say that cars of the column are registered. */
  readonly declared: ReadonlySet<string>;
  /** Those that the fleet file says are plates. */
  readonly named: ReadonlySet<PlateKey>;
  /** Whether all cells of its row are empty that nearly all other rows have filled; by the place in the column. */
  readonly isAlone: (at: number) => boolean;
}

/** The cars of the lists that a column is for, as far as they are known. */
export interface KnownCars {
  /** The plate of a car as an earlier run, the live list or the fleet file has it; undefined for one that none of them knows. */
  readonly textOf: (plateKey: PlateKey) => string | undefined;
  readonly keys: () => Iterable<PlateKey>;
}

/**
 * Judges each cell of a column of plates by what speaks for it: the fleet file, what is known, or its form beside cars that are
 * known. Gives, cell by cell, what is doubtful about it, or undefined for a car. Cells of one column that are not known do not
 * speak for each other, as damages come in batches.
 */
export function judgeColumn(column: PlateCells, known: KnownCars): readonly (Doubt | undefined)[] {
  const { cells, doubts, named, isAlone } = column;
  const isKnown = cells.map(({ licenseNumber, plateKey }) => {
    const text = known.textOf(plateKey);
    return text !== undefined && (text === licenseNumber || printedAs(licenseNumber) !== "number");
  });
  // In most runs every car is known, and no cell needs others to speak for it.
  let found: Neighbours | undefined;
  const others = () => {
    found ??= neighboursIn(column, isKnown, known);
    return found;
  };
  return cells.map((cell, at) => {
    if (isKnown[at] || named.has(cell.plateKey)) return undefined;
    const doubt = doubts[at];
    if (doubt?.kind === "printed" || doubt?.kind === "empty") return doubt;
    if (isAlone(at)) return { kind: "alone" };
    return partOf(cell, others(), known.textOf) ?? doubt ?? others().doubtOf(cell);
  });
}

/** The cells that speak for others: those that are known; the cars of the list where hardly one is; all where there is no list yet. */
function neighboursIn(column: PlateCells, isKnown: readonly boolean[], known: KnownCars): Neighbours {
  const { cells, doubts, declared } = column;
  const sure = cells.filter((_, at) => doubts[at] === undefined && isKnown[at]);
  if (sure.length >= FEWEST_KNOWN) return new Neighbours(sure, declared, "known").withoutOdd();
  const plausible = cells.filter((_, at) => doubts[at] === undefined);
  const listed = [...known.keys()];
  if (!isOfOthers({ known: sure.length, cells: cells.length, listed: listed.length }))
    return new Neighbours(plausible, declared, "first");
  const cars = listed.map((plateKey) => ({ licenseNumber: known.textOf(plateKey) ?? plateKey, plateKey }));
  const sound = cars.filter((car) => ownDoubt(car) === undefined);
  return new Neighbours(sound, declared, "known").withoutOdd().forExchange(plausible);
}

/** Whether hardly a cell of a column is a car of its list, which has some: another column was taken, or all cars were exchanged. */
export function isOfOthers(count: {
  readonly known: number;
  readonly cells: number;
  readonly listed: number;
}): boolean {
  return count.listed >= FEWEST_KNOWN && count.known < FEWEST_KNOWN && count.known <= SHARE_OF_FORM * count.cells;
}

// A plate beside a word, a second plate or the months of a season.
function partOf(cell: PlateCell, others: Neighbours, known: KnownCars["textOf"]): Doubt | undefined {
  const { licenseNumber: text, plateKey } = cell;
  if (isSolidPlate(text) || !/[^\p{L}\p{N}]/u.test(text) || others.fitsUsual(plateKey)) return undefined;
  const isOfOther = isSpecific(cell);
  for (const { index, 0: sign } of [...text.matchAll(/[^\p{L}\p{N}]+/gu)].toReversed()) {
    const [before, after] = [text.slice(0, index), text.slice(index + sign.length)];
    for (const [part, rest] of [[before, after] as const, [after, before] as const]) {
      const key = solid(part);
      const couldBe = !isOfOther && others.fitsUsual(key) && isWrittenAs(part, text);
      const isPlate = key.length > 3 && /\d/.test(key) && (known(key) !== undefined || couldBe);
      if (isPlate && rest.trim() !== "") return { kind: "part", part };
    }
  }
  return undefined;
}

// The words of a note are in small letters where the plate beside them is in capitals.
function isWrittenAs(part: string, whole: string): boolean {
  return part === part.toUpperCase() || whole === whole.toLowerCase();
}

function solid(text: string): PlateKey {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase() as PlateKey;
}
