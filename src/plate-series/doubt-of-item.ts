import { plateKeyOf, quoted } from "../allowlist/index.ts";
import { countriesOf } from "./judge.ts";
import { printedAs } from "./text-shape.ts";

/** A word, or a second plate, behind or before what may be a plate. */
const WITH_REST =
  /^(?:(?<plate>.*\d.*?)[ ,;(/|-]+(?:[(]?\p{L}{3,}[)]?[\p{L} .-]*|[a-z].*|(?<second>\p{L}.*\d.*))|\p{L}{4,}[ ,;:-]+(?<last>.*\d.*))$/u;

/** Why an item that somebody wrote into a fleet file is not a plate, as the end of a sentence: the printed form of something else, or a note. */
export function doubtOfItem(text: string): string | undefined {
  const as = printedAs(text);
  if (as) return `it is how a ${as} is printed`;
  const { plate, last, second } = WITH_REST.exec(text)?.groups ?? {};
  const part = plate ?? last;
  if (part === undefined || isOfAnyCountry(text) || !isOfAnyCountry(part)) return undefined;
  if (second !== undefined && !isOfAnyCountry(second)) return undefined;
  return `${quoted(part)} is one, and what stands beside it is not part of it`;
}

function isOfAnyCountry(text: string): boolean {
  const key = plateKeyOf(text, { foldLookalikes: true });
  return key !== undefined && /\D/.test(key) && key.length > 3 && countriesOf(text).length > 0;
}
