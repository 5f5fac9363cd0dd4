import { countUp } from "../run/collections.ts";
import { countriesOf, seriesOf } from "./judge.ts";
import type { PlateCell } from "./plate-cell.ts";
import { shapeOf } from "./text-shape.ts";

/** Where fewer cars are known, all cells speak for each other: nothing is deleted in a first run. */
export const FEWEST_KNOWN = 3;
/** A country of this share of the others is one of the column. */
export const SHARE_OF_COUNTRY = 0.2;
/** Cells that are compared with all countries to find those of a column. */
const SAMPLE = 300;
const SPECIFIC_LENGTH = 6;

/** The declared countries, and each to which a fifth of the cells fits that fit none before it. */
export function countriesIn(cells: readonly PlateCell[], declared: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(declared);
  const step = Math.max(1, Math.floor(cells.length / SAMPLE));
  const sample = cells.filter(
    ({ plateKey }, at) => at % step === 0 && ![...declared].some((one) => seriesOf(one, plateKey) === "usual"),
  );
  let left = sample.map(({ plateKey }) => (/\D/.test(plateKey) ? countriesOf(plateKey) : []));
  const fewest = Math.max(FEWEST_KNOWN, SHARE_OF_COUNTRY * (cells.length / step));
  for (;;) {
    const counts = new Map<string, number>();
    for (const country of left.flat()) countUp(counts, country);
    const [best] = [...counts].sort(([, one], [, other]) => other - one);
    if (!best || best[1] < fewest) return found;
    found.add(best[0]);
    left = left.filter((countries) => !countries.includes(best[0]));
  }
}

/** Whether a cell is of a usual series of some country. A German plate is told from a word and a number by its hyphen and blank. */
export function isOfAny({ plateKey, licenseNumber }: PlateCell): boolean {
  if (plateKey.length < SPECIFIC_LENGTH || !/\d\D*\d/.test(plateKey) || !/\D/.test(plateKey)) return false;
  const { layout } = shapeOf(licenseNumber);
  return !/[wa]/.test(layout) && countriesOf(plateKey).some((country) => country !== "DE" || layout === "- ");
}

/** The same where letters are at more than one place, as in no word with a number; Swiss plates are known by their cantons. */
export function isSpecific(cell: PlateCell): boolean {
  const isWordAndNumber = !/A.*9.*A|9.*A.*9|A\d\WA|^A2 92 93$/.test(shapeOf(cell.licenseNumber).form);
  return isOfAny(cell) && (!isWordAndNumber || seriesOf("CH", cell.plateKey) === "usual");
}
