import { isAscii, isUtf8 } from "node:buffer";
import { type Explanation, showPath } from "../../schema/diagnostics/diagnostic-collector.ts";
import { asBuffer, FILE_KINDS, recognizeFile } from "./recognize-file.ts";

/** Why bytes are not the text that was expected. */
interface NotText extends Explanation {
  /** Where the wrong byte stands, counted from 1; not known for every encoding. */
  readonly place?: { readonly line: number; readonly column: number };
  /** The encoding that the file seems to have. */
  readonly likely?: string;
}

const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
];

/**
 * The text of a file without a byte order mark, or why there is none: by its mark, else by the declared encoding (a label of the
 * Encoding Standard), else as UTF-8. Line ends of the old Macintosh (CR alone, and no LF in the file) become LF, so that places are
 * counted as everywhere.
 */
export function decodeText(bytes: Uint8Array, declared = "utf-8"): string | NotText {
  const found = recognizeFile(bytes);
  if (found !== undefined) {
    return {
      code: "not-text",
      message: `This is ${FILE_KINDS[found].name}, not a text file.`,
      fix: FILE_KINDS[found].fix,
    };
  }
  const encoding = nameOfEncoding(declared);
  if (encoding === undefined) {
    const fix = "Write for example `windows-1252`, `iso-8859-15`, `utf-16le` or `utf-8`.";
    return { code: "unknown-encoding", message: `The encoding ${showPath(declared)} is not known.`, fix };
  }
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  // A file that was saved again in another encoding has a mark; a declaration nobody has updated must not beat it.
  const actual = marked?.encoding ?? encoding;
  if (actual === "utf-8") return decodeUtf8(bytes, marked !== undefined);
  if (!actual.startsWith("utf-16") && !isAscii(bytes) && isUtf8(bytes)) {
    const fix = "Remove `encoding`, or write `encoding: utf-8`.";
    return { code: "wrong-encoding", message: `This file is UTF-8, not ${showPath(declared)}.`, fix };
  }
  try {
    return withLineFeeds(decodeStrictly(bytes, actual));
  } catch {
    return notIn(actual);
  }
}

/** The encoding that a text which is not UTF-8 seems to have; undefined where it is UTF-8, or nothing speaks for one. */
export function encodingOf(bytes: Uint8Array): string | undefined {
  const decoding = decodeText(bytes);
  return typeof decoding === "string" ? undefined : decoding.likely;
}

const SAVE_AS_UTF8 = 'save it in Excel as "CSV UTF-8 (Comma delimited)".';

const NAMES: Record<string, string> = {
  "windows-1252": "Windows-1252",
  "windows-1250": "Windows-1250",
  "windows-1251": "Windows-1251",
  macintosh: "Mac OS Roman",
  "utf-8": "UTF-8",
};

function notIn(encoding: string, likely?: string, place?: NotText["place"]): NotText {
  const where = place ? ` (line ${place.line}, column ${place.column})` : "";
  const looks = likely?.startsWith("utf-16") ? "UTF-16 without a byte order mark" : NAMES[likely ?? ""];
  const guess = looks === undefined ? "" : ` It looks like ${looks}.`;
  const known =
    likely === undefined ? "If you know its encoding, write it as `encoding:`;" : `Write \`encoding: ${likely}\`,`;
  return {
    code: "not-utf-8",
    message: `This file is not ${NAMES[encoding] ?? encoding}${where}.${guess}`,
    fix: `${known} or ${SAVE_AS_UTF8}`,
    ...(likely !== undefined && { likely }),
    ...(place && { place }),
  };
}

/** Whether this Node.js knows an encoding of that name. */
export function isEncoding(label: string): boolean {
  return nameOfEncoding(label) !== undefined;
}

function nameOfEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function decodeUtf8(bytes: Uint8Array, isMarked: boolean): string | NotText {
  const wide = likelyUtf16(bytes);
  if (wide !== undefined) return notIn("utf-8", wide);
  try {
    return withLineFeeds(
      isAscii(bytes) ? asBuffer(bytes).toString("latin1") : new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    );
  } catch {
    const content = isMarked ? bytes.subarray(3) : bytes;
    const before = withLineFeeds(new TextDecoder().decode(content)).split("\ufffd", 1).join("").split("\n");
    return notIn("utf-8", likelyEncoding(content), { line: before.length, column: (before.at(-1) ?? "").length + 1 });
  }
}

function withLineFeeds(text: string): string {
  return text.includes("\r") && !text.includes("\n") ? text.replaceAll("\r", "\n") : text;
}

/** How many bytes above 0x7F are looked at; letters of one language repeat soon. */
const SAMPLE = 4096;

/** The share of those bytes that must be usual letters before an encoding is named. */
const ENOUGH = 0.5;

const WESTERN = "äöüßÄÖÜéèêëàâáãçñåæøœÅÆØÉÈÇóôòõíîïìúûùÁÓÍÑ";

/** Encodings that spreadsheets write, the most frequent first, with letters that are usual in text of their languages. */
const LATIN = [
  { encoding: "windows-1252", letters: WESTERN },
  { encoding: "macintosh", letters: WESTERN },
  { encoding: "windows-1250", letters: "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽőűâăî" },
];
const CYRILLIC = [
  {
    encoding: "windows-1251",
    letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯіїєІЇЄ",
  },
];

/** The encoding that text which is not UTF-8 probably has, or undefined where nothing speaks for one. */
function likelyEncoding(bytes: Uint8Array): string | undefined {
  const high: number[] = [];
  let neighbours = 0;
  for (let at = 0; at < bytes.length && high.length < SAMPLE; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    high.push(byte);
    if ((bytes[at - 1] ?? 0) >= 0x80) neighbours += 1;
  }
  // Whole words are beyond ASCII in Cyrillic, single letters in languages with Latin letters.
  const candidates = neighbours > high.length / 2 ? CYRILLIC : LATIN;
  let best: { encoding: string; share: number } | undefined;
  for (const { encoding, letters } of candidates) {
    const text = [...decodeStrictly(Uint8Array.from(high), encoding)];
    const share = text.filter((character) => letters.includes(character)).length / Math.max(1, text.length);
    if (share >= ENOUGH && share > (best?.share ?? 0)) best = { encoding, share };
  }
  return best?.encoding;
}

/** UTF-16 without a byte order mark, by the zero bytes that text in Latin letters then has at every other place. */
function likelyUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return "utf-16le";
  if (even > sample.length / 4 && odd === 0) return "utf-16be";
  return undefined;
}

/** Windows-1252 from 0x80 to 0x9F, as the Encoding Standard has it. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Decodes text in an encoding of the Encoding Standard. Throws where bytes stand for no character. */
function decodeStrictly(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const text = decoder.decode(bytes);
  if (decoder.encoding !== "windows-1252") return text;
  // Node 20 reads Windows-1252 as ISO 8859-1: the euro sign, dashes and Š come out as control characters.
  return text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}
