import { decodeStrictly } from "./encodings.ts";

/** The encoding that a text seems to have; or those that it may have, each with what it makes of a plate. */
export interface Guess {
  readonly likely?: string;
  readonly readings?: readonly { readonly encoding: string; readonly text: string }[];
}

/** How many bytes above 0x7F are looked at; letters of one language repeat soon. */
const SAMPLE = 4096;
/** The share of those bytes that must be usual letters before an encoding is named. */
const ENOUGH = 0.5;
const MOST_READINGS = 3;

const WESTERN = "äöüßÄÖÜéèêëàâáãçñåæøœÅÆØÉÈÇóôòõíîïìúûùÁÓÍÑ";
const CENTRAL = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽőűâăîöüäÖÜÄđĐß";
const CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯіїєІЇЄ";

/** Encodings that spreadsheets and older systems write, the most frequent first, with letters that are usual in text of their languages. */
const LATIN = [
  { encoding: "windows-1252", letters: WESTERN },
  { encoding: "macintosh", letters: WESTERN },
  { encoding: "windows-1250", letters: CENTRAL },
  { encoding: "cp850", letters: WESTERN },
  { encoding: "iso-8859-2", letters: CENTRAL },
  { encoding: "cp852", letters: CENTRAL },
];
const OF_CYRILLIC = ["windows-1251", "koi8-r"].map((encoding) => ({ encoding, letters: CYRILLIC }));

/** Letters beyond ASCII that plates have. */
const ON_PLATES = /^[\0-\x7fÄÖÜÅÆØČĆŠŽĐ\p{Script=Cyrillic}]+$/u;
const PLATE = /^(?=[^\n]*\d)[^a-z]{3,14}$/;
/** A small letter among capitals but `ß`, a capital behind a small one, or a sign inside a word. */
const BROKEN =
  /^(?=[^a-z]*[A-Z])[^a-z]*(?!ß)\p{Ll}[^a-z]*$|\p{Ll}(?![A-Z])\p{Lu}|[A-Za-z](?![\0-\x7f])[^\p{L}\p{M}\p{P}][A-Za-z]/u;

/**
 * The encoding that text which is not UTF-8 probably has. One that makes small letters among the capitals of a plate, or letters
 * that no plate has, is wrong; where several are right, or none, what they make of a plate is to be asked.
 */
export function guessEncoding(bytes: Uint8Array): Guess {
  const tries = candidatesFor(bytes).flatMap(({ encoding, letters }) => {
    const cells = cellsIn(bytes, encoding);
    const high = [...cells.join("")].filter((character) => character > "\x7f");
    const share = high.filter((character) => letters.includes(character)).length / Math.max(1, high.length);
    const plates = cells.filter((cell) => PLATE.test(cell));
    const isBroken = (cell: string) => cell.split(/[\s-]+/).some((word) => BROKEN.test(word));
    const isWrong = (cell: string) => isBroken(cell) || (PLATE.test(cell) && !ON_PLATES.test(cell));
    const flaws = cells.filter(isWrong).length;
    return share < ENOUGH ? [] : [{ encoding, share, plates, flaws }];
  });
  tries.sort((left, right) => left.flaws - right.flaws || right.share - left.share);
  const [best] = tries;
  if (!best) return {};
  const equal = tries.filter(({ flaws }) => flaws === best.flaws || best.flaws > 0);
  const ways = equal.filter((one, at) => equal.findIndex(({ plates }) => isSame(plates, one.plates)) === at);
  if (best.plates.length === 0 || (ways.length === 1 && best.flaws === 0)) return { likely: best.encoding };
  const at = Math.max(
    0,
    best.plates.findIndex((plate, nth) => ways.some(({ plates }) => plates[nth] !== plate)),
  );
  return {
    readings: ways.slice(0, MOST_READINGS).map(({ encoding, plates }) => ({ encoding, text: plates[at] ?? "" })),
  };
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.join("\n") === right.join("\n");
}

// Whole words are beyond ASCII in Cyrillic, single letters in languages with Latin letters.
function candidatesFor(bytes: Uint8Array) {
  const sample =
    asLatin1(bytes)
      .match(/[\x80-\xff]+/g)
      ?.slice(0, SAMPLE) ?? [];
  const high = sample.join("").length;
  return high - sample.length > high / 2 ? OF_CYRILLIC : LATIN;
}

// The cells with a byte above 0x7F, whatever separates them; none where bytes mean no character.
function cellsIn(bytes: Uint8Array, encoding: string): readonly string[] {
  const cells =
    asLatin1(bytes)
      .match(/[^;,\t|\r\n"]*[\x80-\xff][^;,\t|\r\n"]*/g)
      ?.slice(0, SAMPLE) ?? [];
  try {
    return cells.map((cell) => decodeStrictly(Buffer.from(cell, "latin1"), encoding).trim());
  } catch {
    return [];
  }
}

function asLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
