import { isAscii, isUtf8 } from "node:buffer";
import { type Explanation, quoteText, showPath } from "../../schema/diagnostics/diagnostic-collector.ts";
import { decodeStrictly, nameOfEncoding } from "./encodings.ts";
import { type Guess, guessEncoding } from "./guess-encoding.ts";
import { asBuffer, FILE_KINDS, recognizeFile } from "./recognize-file.ts";

/** Why bytes are not the text that was expected. */
interface NotText extends Explanation {
  /** Where the wrong byte is, counted from 1; not known for every encoding. */
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
 * Encoding Standard, or cp850 or cp852), else as UTF-8. Line ends of the old Macintosh (CR alone, and no LF outside of quotes) become
 * LF, so that places are counted as everywhere.
 */
export function decodeText(bytes: Uint8Array, declared = "utf-8"): string | NotText {
  const found = recognizeFile(bytes);
  if (found !== undefined) {
    return {
      code: "not-text",
      message: `This is ${FILE_KINDS[found].name}, not ${found === "json" ? "a list" : "a text file"}.`,
      fix: FILE_KINDS[found].fix,
    };
  }
  const encoding = nameOfEncoding(declared);
  if (encoding === undefined) {
    const fix = "Write for example `windows-1252`, `iso-8859-15`, `utf-16le` or `utf-8`.";
    return { code: "unknown-encoding", message: `The encoding ${showPath(declared)} is not known.`, fix };
  }
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  // A file that was saved again in another encoding has a mark; a declaration no one has updated must not beat it.
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
  cp850: "code page 850 (DOS)",
  cp852: "code page 852 (DOS)",
  "utf-8": "UTF-8",
};

function notIn(encoding: string, { likely, readings = [] }: Guess = {}, place?: NotText["place"]): NotText {
  const where = place ? ` (line ${place.line}, column ${place.column})` : "";
  const looks = likely?.startsWith("utf-16") ? "UTF-16 without a byte order mark" : (NAMES[likely ?? ""] ?? likely);
  const ways = readings.map((one) => `${NAMES[one.encoding] ?? one.encoding}, which reads ${quoteText(one.text)}`);
  const guess =
    ways.length > 0 ? ` It may be ${ways.join("; or ")}.` : looks === undefined ? "" : ` It looks like ${looks}.`;
  const example = readings[0]?.encoding;
  const known =
    likely !== undefined
      ? `Write \`encoding: ${likely}\`,`
      : example === undefined
        ? "If you know its encoding, write it as `encoding:`;"
        : `Write the one that is right, such as \`encoding: ${example}\`,`;
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

function decodeUtf8(bytes: Uint8Array, isMarked: boolean): string | NotText {
  const wide = likelyUtf16(bytes);
  if (wide !== undefined) return notIn("utf-8", { likely: wide });
  try {
    return withLineFeeds(
      isAscii(bytes) ? asBuffer(bytes).toString("latin1") : new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    );
  } catch {
    const content = isMarked ? bytes.subarray(3) : bytes;
    const before = withLineFeeds(new TextDecoder().decode(content)).split("\ufffd", 1).join("").split("\n");
    return notIn("utf-8", guessEncoding(content), { line: before.length, column: (before.at(-1) ?? "").length + 1 });
  }
}

function withLineFeeds(text: string): string {
  const lone = /\r(?!\n)/g;
  if (text.search(lone) < 0 || (text.includes("\n") && text.replace(/"[^"]*"/g, "").includes("\n"))) return text;
  return text.replace(lone, "\n");
}

/** How many bytes are looked at for zeros. */
const SAMPLE = 4096;

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
