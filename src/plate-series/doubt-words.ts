import { type OddRow, quoted, type UnclearRow, withCommas } from "../allowlist/index.ts";
import { countriesOf, seriesOf } from "./judge.ts";
import type { Doubt, PlateCell } from "./plate-cell.ts";

/** What a doubt says to its reader: why, and what to do, with the line to paste. */
export interface DoubtWords {
  readonly reason: string;
  readonly remedy: string;
}

/** A list of which too many rows are unclear. */
export interface WrongList {
  readonly rows: number;
  readonly unclear: readonly [UnclearRow, ...UnclearRow[]];
}

const RETYPE = "Format the column as Text and type the plate again";
/** Wish plates are short. */
const LONGEST_WISH = 8;

const REASONS = {
  placeholder: "it is one letter and zeros, as in a placeholder",
  "no-digit": "it has no digit",
  empty: "it has no letter and no digit",
  "mixed-case": "it mixes capital and small letters",
  sign: "it has a sign that is not part of plates",
};

/** Says why nothing says that a cell is a plate. `mayBeCar`: its text may be what became of a car that is on the list. */
export function doubtWords(cell: PlateCell, doubt: Doubt, mayBeCar: boolean): DoubtWords {
  const { licenseNumber: text } = cell;
  const skip = mayBeCar ? "" : `; if the row is not a car: ${skipLine(text)}`;
  const isPlate = mayNameAsPlate(cell, doubt) ? `; only if a car has this very plate: ${plateLine(text)}` : "";
  const correct = `Correct the cell${skip}`;
  switch (doubt.kind) {
    case "printed":
      return { reason: `it is how a ${doubt.as} is printed, and no plate`, remedy: `${RETYPE}${isPlate}.` };
    case "part":
      return {
        reason: `${quoted(doubt.part)} may be a plate; what stands beside it is not part of one`,
        remedy: "Correct the cell: the plate alone.",
      };
    case "alone":
      return {
        reason: "all cells are empty that the other rows have filled, as in a heading, a footer or totals",
        remedy: `Fill in the row${skip}.`,
      };
    case "placeholder":
    case "no-digit":
      return { reason: REASONS[doubt.kind], remedy: `Fill in the plate${skip}${isPlate}.` };
    case "empty":
      return { reason: REASONS[doubt.kind], remedy: `Fill in the plate${skip}.` };
    case "mixed-case":
    case "sign":
      return { reason: REASONS[doubt.kind], remedy: `${correct}.` };
    case "too-long":
      return {
        reason: "it is longer than any plate",
        remedy: `Name the column with the plates, or correct the cell${skip}.`,
      };
    case "foreign":
      return {
        reason: "it would be the first foreign plate of this list",
        remedy: `If it is right: ${plateLine(text)}.`,
      };
    case "unlike":
      return { reason: "it looks like no known plate of this list", remedy: `${correct}${isPlate}.` };
  }
}

// Never for a text that cannot be a plate: a remedy must not make a car of what is none.
function mayNameAsPlate({ licenseNumber: text, plateKey, country = "" }: PlateCell, { kind }: Doubt): boolean {
  if (kind === "printed") return !/\p{Ll}|[.,:+]/u.test(text);
  if (kind === "no-digit") return plateKey.length <= LONGEST_WISH && /^\p{Lu}+$/u.test(text);
  return countriesOf(plateKey).length > 0 || seriesOf(country, plateKey) !== undefined;
}

/** The same of a row of which a cell cannot be read. */
export function oddWords({ text, words: { reason, remedy }, hasPlate }: OddRow, mayBeCar: boolean): DoubtWords {
  return text === "" || mayBeCar || hasPlate
    ? { reason, remedy }
    : { reason, remedy: `${remedy} If the row is not a car: ${skipLine(text)}.` };
}

/** Characters of a cell that are shown: the file may be anything, and messages context logs and comments. */
const LONGEST_SHOWN = 20;

/** The text of a cell for messages. */
export function shownText(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}

/** The line of an item of `carsFrom` that leaves such a row out; numbers in a text of words go on counting. */
export function skipLine(text: string): string {
  const isText = /\p{L}{3}/u.test(text) && /\s/.test(text);
  const shown = shownText(text).replace(/…$/, "*");
  return `\`skip: [${JSON.stringify(isText ? shown.replace(/\d+/g, "*") : shown)}]\``;
}

function plateLine(text: string): string {
  return `\`plates: [${JSON.stringify(text)}]\``;
}

const PLATE_LINE = /`plates: \[("[^`]*")\]`/;
/** More are the wrong column. */
const MOST_PLATES = 200;

/** Says that a list as a whole cannot be read by this column. */
export function wrongListInWords({ rows, unclear }: WrongList): { readonly message: string; readonly fix: string } {
  const [{ text, reason, remedy }] = unclear;
  const message = `${withCommas(unclear.length)} of the ${withCommas(rows)} rows of this list are unclear, such as ${text === "" ? "one without a plate" : quoted(text)}: ${reason}.`;
  const plates = unclear.map((row) => PLATE_LINE.exec(row.remedy)?.[1]);
  if (plates.every((plate) => plate !== undefined) && plates.length <= MOST_PLATES) {
    const line = `\`plates: [${[...new Set(plates)].join(", ")}]\``;
    return {
      message,
      fix: `If all of these are plates, write ${line}. If it is the wrong column or file, name the right one.`,
    };
  }
  const fix = `${remedy} If it is the wrong column or file, name the right one; \`where\` and \`skip\` leave out rows that are not cars.`;
  return { message, fix };
}
