import { MAX_PLATE_LENGTH, readPlate } from "../../allowlist/index.ts";

/** How sure a word has to be a plate: in a sentence of others any known plate is, in a whole output only what is nothing else. */
export type Care = "sentence" | "output";

interface Word {
  readonly from: number;
  readonly to: number;
  /** What all spellings of it share. */
  readonly key: string;
}

/**
 * What a word is made of: digits, and all letters that plates have, full-width ones too; separators and symbols of plates
 * stand between words. Ranges, because looking up what kind each character is takes several times as long.
 */
const WORD = /[0-9A-Za-z\u00c0-\u1fff\uff10-\uff5a]+/g;
/** What may stand between the words of one plate: separators, also broken over lines or escaped, or one symbol of plates. */
const SEPARATORS = /^[\s.\-·\\]{0,3}$/;
const SYMBOL = /^[~:+_/]$/;
const START = 2;
/** Shorter ones are words and numbers more often than plates. */
const SHORTEST = 3;
const SHORTEST_NUMBER = 4;

/** Plates that were read somewhere, to be found again in sentences that others wrote, in any spelling. */
export class KnownPlates {
  readonly #keys = new Set<string>();
  /** How known plates begin: most words of a text are passed over at a glance. */
  readonly #starts = new Set<string>();
  #longest = 0;

  add(text: string): void {
    const reading = readPlate(text, { foldLookalikes: true });
    if (reading.kind !== "plate") return;
    const key = reading.plateKey.replace(/^[~:+_/]+|[~:+_/]+$/g, "");
    this.#keys.add(key);
    this.#starts.add(key.slice(0, 1)).add(key.slice(0, START));
    this.#longest = Math.max(this.#longest, key.length);
  }

  /**
   * The text with every known plate that stands in it as a word or as several ones replaced. Takes linear time. A whole
   * output may be long, so its lines are looked at one by one: our own output breaks no plate.
   */
  replaceIn(text: string, care: Care, shown: (plate: string) => string): string {
    if (this.#keys.size === 0) return text;
    if (care === "sentence") return this.#replace(text, care, shown);
    return text.replace(/.+/g, (line) => this.#replace(line, care, shown));
  }

  #replace(text: string, care: Care, shown: (plate: string) => string): string {
    const composed = text.normalize("NFC");
    const words = [...composed.matchAll(WORD)].map(({ 0: word, index }) => {
      return { from: index, to: index + word.length, key: keyOf(word) };
    });
    let out = "";
    let done = 0;
    for (let first = 0; first < words.length; ) {
      const found = this.#longestAt(words, first, composed, care);
      if (found !== undefined) {
        const from = words[first]?.from ?? done;
        const to = words[found]?.to ?? from;
        out += composed.slice(done, from) + shown(composed.slice(from, to).replace(/[\s.\-·\\]/g, ""));
        done = to;
      }
      first = (found ?? first) + 1;
    }
    return done === 0 ? text : out + composed.slice(done);
  }

  /** The last word of the longest known plate that starts with the word `first`. */
  #longestAt(words: readonly Word[], first: number, text: string, care: Care): number | undefined {
    if (!this.#starts.has(words[first]?.key.slice(0, START) ?? "")) return undefined;
    let found: number | undefined;
    let key = "";
    for (let last = first; last < words.length; last += 1) {
      const word = words[last];
      const before = words[last - 1];
      if (!word) break;
      const gap = last === first || !before ? "" : text.slice(before.to, word.from);
      if (!SEPARATORS.test(gap) && !SYMBOL.test(gap)) break;
      key += SYMBOL.test(gap) ? gap + word.key : word.key;
      if (key.length > Math.min(this.#longest, MAX_PLATE_LENGTH)) break;
      if (this.#keys.has(key) && isTelling(key, care)) found = last;
    }
    return found;
  }
}

function isTelling(key: string, care: Care): boolean {
  const hasDigit = /\p{N}/u.test(key);
  const hasLetter = /\p{L}/u.test(key);
  if (care === "output") return hasDigit && hasLetter && key.length >= SHORTEST;
  return key.length >= (hasLetter ? SHORTEST : SHORTEST_NUMBER);
}

function keyOf(word: string): string {
  if (/^[0-9A-Za-z]+$/.test(word)) return word.toUpperCase();
  const reading = readPlate(word, { foldLookalikes: true });
  return reading.kind === "plate" ? reading.plateKey : word;
}
