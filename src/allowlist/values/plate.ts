/** The longest plate that is accepted, in characters after composition. Real plates end well below it. */
export const MAX_PLATE_LENGTH = 16;

declare const plateKeyBrand: unique symbol;

/** What all spellings of one plate share: composed, upper-case, without separators. Compare plates by this, never by text. */
export type PlateKey = string & { readonly [plateKeyBrand]: true };

/** How two spellings are compared; `foldLookalikes` also equates Cyrillic and Greek letters that look Latin. */
export interface PlateRules {
  readonly foldLookalikes: boolean;
  /** Plates that the server keeps in its own spelling, such as without umlauts. */
  readonly respelled?: readonly Respelled[];
}

/** A plate as the files have it, and as the server lists it: one plate (`interface.respelled`). */
export interface Respelled {
  readonly plate: string;
  readonly server: string;
}

/** Why a text is not a plate. `character` is the offender, where it is one character; `spacing` is a blank or hyphen at an end, or two blanks. */
export interface PlateProblem {
  readonly kind: "empty" | "too-long" | "line-break" | "control" | "invisible" | "combining" | "symbol" | "spacing";
  readonly character?: string;
}

/** A text, read as a plate. */
export type PlateReading =
  | { readonly kind: "plate"; readonly plateKey: PlateKey }
  | { readonly kind: "not-a-plate"; readonly problem: PlateProblem };

/** Texts beyond this many UTF-16 units are not looked at: no plate has more than three accents on every letter. */
const LONGEST_READ = 4 * MAX_PLATE_LENGTH;

// Letters whose upper case is one character in every locale, of Latin, Greek and Cyrillic as Europe's plates have them.
// Left out because theirs is not: ß ĸ ŉ ı İ ſ ΐ ΰ ς.
const LATIN = "A-Za-zÀ-ÖØ-Þà-öø-ÿĀ-įĲ-ķĹ-ňŊ-ž";
const GREEK = "ΆΈ-ΊΌΎΏΑ-ΡΣ-Ϋά-ία-ρσ-ώ";
const CYRILLIC = "Ѐ-џҐґ";
const LETTER = new RegExp(`[${LATIN}${GREEK}${CYRILLIC}]`, "u");
const ONE_SCRIPT = new RegExp(`^(?:[${GREEK}]+|[${CYRILLIC}]+)$`, "u");
const SEPARATOR = /[ .\-·]/u;
const SYMBOL = /[~:+_/]/;
// Upper-case Latin letters with accents, but Ÿ: none looks like another letter, and composition leaves them as they are.
const ACCENTED_LETTERS =
  "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ" + "ĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŹŻŽ";
const SOLID_PLATE = new RegExp(`^[0-9A-Z${ACCENTED_LETTERS}]{1,16}$`);
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u;

const LOOKALIKES = new Map([
  ...pairs("АВЕКМНОРСТУХІЈЅ", "ABEKMHOPCTYXIJS"),
  ...pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
]);

/**
 * Reads a text as a plate and gives its key, or says what is wrong with it. Case, full-width forms, spaces, hyphens,
 * dots and middle dots do not distinguish plates; letters with diacritics, and O/0, I/1 and B/8, do. The symbols ~ : + _ and /
 * belong to a plate as they are.
 */
export function readPlate(text: string, rules: PlateRules): PlateReading {
  if (SOLID_PLATE.test(text)) return { kind: "plate", plateKey: ownKey(text, rules) };
  if (text.length > LONGEST_READ) return { kind: "not-a-plate", problem: { kind: "too-long" } };
  const folded = foldFullWidth(text);
  const composed = folded.normalize("NFC");
  const problem = disguiseIn(folded) ?? problemOf(composed);
  if (problem) return { kind: "not-a-plate", problem };
  const solid = composed.replace(/[ .\-·]/gu, "").toUpperCase();
  return { kind: "plate", plateKey: ownKey(rules.foldLookalikes ? foldLookalikes(solid) : solid, rules) };
}

const ownKeys = new WeakMap<readonly Respelled[], ReadonlyMap<string, PlateKey>>();

// The key of the plate that the files have, where this is the server's spelling of it.
function ownKey(solid: string, { respelled, foldLookalikes }: PlateRules): PlateKey {
  if (respelled === undefined) return solid as PlateKey;
  const keyOf = (text: string) => plateKeyOf(text, { foldLookalikes });
  const known =
    ownKeys.get(respelled) ??
    new Map(
      respelled.flatMap(({ plate, server }) => [[keyOf(server) ?? "", keyOf(plate) ?? (server as PlateKey)] as const]),
    );
  ownKeys.set(respelled, known);
  return known.get(solid) ?? (solid as PlateKey);
}

/** The key of a plate, whose column a server may fill up with blanks; undefined for a text that is none. */
export function plateKeyOf(text: string, rules: PlateRules): PlateKey | undefined {
  // Nearly all plates of a long list, without an object for each.
  if (SOLID_PLATE.test(text)) return ownKey(text, rules);
  const isPadded = text.startsWith(" ") || text.endsWith(" ");
  const reading = readPlate(isPadded ? text.replace(/^ +| +$/g, "") : text, rules);
  return reading.kind === "plate" ? reading.plateKey : undefined;
}

/** Whether a text is a plate and its own key: Latin capitals and digits only, as nearly all plates of a long list are. */
export function isSolidPlate(text: string): boolean {
  return SOLID_PLATE.test(text);
}

/** The letters of a plate that look Latin but are Cyrillic or Greek, in order of appearance. */
export function lookalikesIn(text: string): readonly string[] {
  return SOLID_PLATE.test(text) ? [] : [...text.normalize("NFC").toUpperCase()].filter((c) => LOOKALIKES.has(c));
}

/** Whether all letters of a plate are Greek, or all Cyrillic: then none of them replaces a Latin one by mistake. */
export function isInOneScript(text: string): boolean {
  const letters = [...text].filter((character) => LETTER.test(character));
  return ONE_SCRIPT.test(letters.join(""));
}

/** The symbols of a plate, in order of appearance: accepted as written, as `12:30` is, and rarely meant. */
export function symbolsIn(text: string): readonly string[] {
  return SOLID_PLATE.test(text) ? [] : [...foldFullWidth(text)].filter((character) => SYMBOL.test(character));
}

/** The Latin letter that a Cyrillic or Greek letter looks like, or the letter itself. */
export function latinLookalike(letter: string): string {
  return LOOKALIKES.get(letter) ?? letter;
}

function problemOf(text: string): PlateProblem | undefined {
  let solidCharacters = 0;
  for (const character of text) {
    const kind = characterProblem(character);
    if (kind) return { kind, character };
    if (!SEPARATOR.test(character) && !SYMBOL.test(character)) solidCharacters += 1;
  }
  if (solidCharacters === 0) return { kind: "empty" };
  if ([...text].length > MAX_PLATE_LENGTH) return { kind: "too-long" };
  if (/^[ -]|[ -]$| {2}/.test(text)) return { kind: "spacing" };
  return undefined;
}

// Composition turns the Kelvin sign into a K and the Greek ano teleia into a middle dot. Such characters are not part of
// a plate and are refused before composition hides them; accents that follow their letter are composed.
function disguiseIn(text: string): PlateProblem | undefined {
  for (const character of text) {
    const kind = characterProblem(character);
    if (kind && kind !== "combining") return { kind, character };
  }
  return undefined;
}

function characterProblem(character: string): PlateProblem["kind"] | undefined {
  if (/[0-9]/.test(character) || SEPARATOR.test(character)) return undefined;
  if (LETTER.test(character) || SYMBOL.test(character)) return undefined;
  if (/[\n\r\u0085\u2028\u2029]/.test(character)) return "line-break";
  if (/[\p{Cc}\p{Cs}]/u.test(character)) return "control";
  if (INVISIBLE.test(character)) return "invisible";
  if (/\p{M}/u.test(character)) return "combining";
  return "symbol";
}

function foldFullWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000]/g, (wide) =>
    wide === "\u3000" ? " " : String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
}

function foldLookalikes(solid: string): string {
  return [...solid].map(latinLookalike).join("");
}

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, at) => [letter, to.charAt(at)]);
}

const CONFUSABLE = new Map([
  ["O", "0"],
  ["I", "1"],
  ["B", "8"],
]);

/** What a plate looks like at a glance: equal for plates that differ only in O/0, I/1, B/8 or the alphabet of a letter. */
export function plateLook(plateKey: string): string {
  let look = "";
  for (const character of plateKey) {
    const latin = latinLookalike(character);
    look += CONFUSABLE.get(latin) ?? latin;
  }
  return look;
}
