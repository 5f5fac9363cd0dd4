/** What a text looks like, whatever its letters and digits are. */
export interface TextShape {
  /**
   * Its separators in their order: `M-AB 1` and `HH-C 23` share theirs. Where there are some, also which parts have more than three
   * letters, or digits behind letters; and whether there are small letters.
   */
  readonly layout: string;
  /** Its runs of letters and digits with their lengths, and the separators between them. */
  readonly form: string;
}

/** Plates that are written in parts have at most three letters in each. */
const LONGEST_PART = 3;

/** Those that were met, by the kinds of their characters: a list has few. */
const known = new Map<string, TextShape>();
/** The same of texts of capitals and digits alone, as most plates are, by a number with a bit for each character. */
const solid = new Map<number, TextShape>();
/** Shapes that are kept: a hostile list may have a new one in each row. */
const MOST_KNOWN = 1000;
/** Characters of a text that is known by a number. */
const LONGEST_SOLID = 20;

/** The shape of a text that may be a plate. Blanks and hyphens of every kind count as the ordinary ones. */
export function shapeOf(text: string): TextShape {
  const bits = solidBits(text);
  const ofSolid = solid.get(bits);
  if (ofSolid) return ofSolid;
  let kinds = "";
  for (const character of text) kinds += kindOf(character);
  const shape = known.get(kinds) ?? shapeOfKinds(kinds);
  if (known.size < MOST_KNOWN) known.set(kinds, shape);
  if (bits > 0 && solid.size < MOST_KNOWN) solid.set(bits, shape);
  return shape;
}

/** A number by which texts of capitals and digits are told apart like by their kinds; 0 for all others. */
function solidBits(text: string): number {
  if (text.length > LONGEST_SOLID) return 0;
  let bits = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) bits = bits << 1;
    else if (code >= 0x41 && code <= 0x5a) bits = (bits << 1) | 1;
    else return 0;
  }
  return bits;
}

function shapeOfKinds(kinds: string): TextShape {
  const form = kinds.replace(/[Aa]+|9+/g, (run) => (run.startsWith("9") ? "9" : "A") + run.length);
  const layout = kinds
    .replace(/([Aa]+)(9?)/g, (_, { length }: string, digit: string) => {
      return (digit === "" ? "" : "m") + (length > LONGEST_PART ? "w" : "");
    })
    .replace(/9+/g, "");
  const separators = /^[wm]*$/.test(layout) ? "" : layout;
  return { form, layout: kinds.includes("a") ? `${separators}a` : separators };
}

/** `A` and `a` for letters, `9` for digits; a separator. */
function kindOf(character: string): string {
  if (character >= "0" && character <= "9") return "9";
  if (character >= "A" && character <= "Z") return "A";
  if (character >= "a" && character <= "z") return "a";
  if (character > "\u007f" && /[\p{L}\p{M}]/u.test(character)) return character === character.toUpperCase() ? "A" : "a";
  return /\s/u.test(character) ? " " : /\p{Pd}/u.test(character) ? "-" : character;
}

// What spreadsheets and programs of several languages call the months; full names begin so.
const MONTHS = [
  "JAN|STY|LED|TAMMI|JANV|ENE|GEN",
  "FEB|FEV|FÉV|FÉVR|LUT|ÚNO|HELMI",
  "MAR|MÄR|MRZ|MRT|MARS|MÄRZ|MAART|BŘE|MAALIS",
  "APR|AVR|AVRIL|KWI|DUB|HUHTI|ABR",
  "MAY|MAI|MAJ|MEI|MAG|KVĚ|TOUKO",
  "JUN|JUIN|GIU|CZE|ČVN|KESÄ",
  "JUL|JUIL|LUG|LIP|ČVC|HEINÄ",
  "AUG|AOÛ|AOÛT|AGO|SIE|SRP|ELO",
  "SEP|SEPT|SET|WRZ|ZÁŘ|SYYS",
  "OCT|OKT|OTT|OUT|PAŹ|ŘÍJ|LOKA",
  "NOV|LIS|MARRAS",
  "DEC|DEZ|DÉC|DIC|GRU|PRO|JOULU",
].map((names) => names.split("|"));
const MONTH = `(?:${MONTHS.flat().join("|")})\\p{L}*`;
const YEAR = "(?:19|20)\\d{2}";
const TIME = "(?:[T ,]+\\d{1,2}:\\d{2}.*)?";
/** A day in digits, or one that begins with its number. `MAR 12` is not taken for one: it is a plate in some countries. */
const DAYS = [
  `\\d{1,2}([./-])\\d{1,2}\\1(?:\\d{2}|${YEAR})${TIME}`,
  `${YEAR}([./-])\\d{1,2}\\2\\d{1,2}${TIME}`,
  `\\d{1,2}[./-]${YEAR}`,
  `\\d{1,2}\\.?[ ./-]{1,2}${MONTH}\\.?(?:[ ./,-]{1,2}\\d{2,4})?${TIME}`,
  `${MONTH}\\.?[ ./-]{1,2}(?:\\d{1,2}(?:ST|ND|RD|TH)?, ?)?${YEAR}${TIME}`,
  `\\d{1,2}:\\d{2}(?::\\d{2})?`,
];
const DAY = new RegExp(`^(?:${DAYS.join("|")})$`, "iu");
const NUMBER = /^(?:[-+]\d[\d.,]*|[-+]?\d+(?:[.,]\d+)+|[-+]?\d+(?:[.,]\d+)?E[-+]\d+)$/i;
const TRUTH = /^(?:TRUE|FALSE|WAHR|FALSCH|VRAI|FAUX|VERO|FALSO|VERDADERO|SANT|FALSKT?|SAND|PRAWDA|FAŁSZ|WAAR|ONWAAR)$/i;
/** No plate, and no text that means one, is longer. */
const LONGEST_LOOKED_AT = 64;

/** What a spreadsheet or a program printed instead of a plate: a day, a number, or a truth value; undefined for other texts. */
export function printedAs(text: string): "day" | "number" | "truth value" | undefined {
  if (text.length > LONGEST_LOOKED_AT) return undefined;
  if (NUMBER.test(text)) return "number";
  if (DAY.test(text)) return "day";
  return TRUTH.test(text) ? "truth value" : undefined;
}

/** The texts that may have been typed where a day or a number is printed: plate keys without separators. */
export function typedBefore(text: string): ReadonlySet<string> {
  const folded = text.normalize("NFC").toUpperCase();
  const [whole = ""] = /^[-+]?\d+(?=[.,]0*$)/.exec(folded) ?? [];
  const keys = new Set([whole.replace(/^[-+]/, "")]);
  const month = MONTHS.findIndex((names) => names.some((name) => new RegExp(`(?<!\\p{L})${name}`, "u").test(folded)));
  const numbers = (folded.match(/\d+/g) ?? []).map(Number);
  const pairs =
    month >= 0
      ? numbers.map((number) => [month, number] as const)
      : numbers.flatMap((at) => numbers.map((number) => [at - 1, number] as const));
  for (const [at, number] of pairs) {
    for (const name of [...(MONTHS[at] ?? []), String(at + 1)])
      for (const digits of digitsOf(number)) {
        keys.add(name + digits);
        keys.add(digits + name);
        for (const day of numbers) keys.add(day + name + digits);
      }
  }
  keys.delete("");
  return keys;
}

function digitsOf(number: number): readonly string[] {
  const short = String(number % 100);
  const padded = short.padStart(2, "0");
  return [short, padded, String(number), `19${padded}`, `20${padded}`];
}

/** Whether a number, perhaps with an exponent, is what a spreadsheet shows for that plate: `1.23E+47` for 123E45, 9000 for 9E3. */
export function isExponentOf(text: string, plateKey: string): boolean {
  if (!/^\d+(?:[.,]\d+)?(?:E[-+]?\d+)?$/i.test(text) || !/^\d+E\d+$/.test(plateKey)) return false;
  const [shown, meant] = [text.replace(",", "."), plateKey].map((one) => {
    const [mantissa = "", exponent = "0"] = one.toUpperCase().split("E");
    return Math.log10(Number(mantissa)) + Number(exponent);
  });
  return Math.abs((shown ?? 0) - (meant ?? 1)) < EXPONENT_TOLERANCE;
}

/** Of a logarithm: two digits behind the point are shown. */
const EXPONENT_TOLERANCE = 0.005;
