import { closestMatch } from "leven";

/** Of a longer word only this many characters are compared: the comparison takes quadratic time. */
const LONGEST_COMPARED = 64;

/** The known word that is probably meant by another: at most `most` characters differ, and half of them. Undefined where there is none. */
export function nearestWord(given: string, known: readonly string[], most = 3): string | undefined {
  const maxDistance = Math.min(most, Math.floor(given.length / 2));
  return closestMatch(given.slice(0, LONGEST_COMPARED), known, { maxDistance });
}
