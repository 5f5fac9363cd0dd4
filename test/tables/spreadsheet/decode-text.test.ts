import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { decodeText } from "../../../src/tables/spreadsheet/decode-text.ts";
import { cases } from "../../properties.ts";
import { rowsOf, TEXT } from "../../rows.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const latin1 = (text: string) => Buffer.from(text, "latin1");
const wide = (text: string) => Buffer.from(text, "utf16le");

it.each<[string, Buffer, string | undefined, string]>([
  ["as UTF-8", Buffer.from("plate\nÆB1\n"), undefined, "plate\nÆB1\n"],
  ["as UTF-8 with its byte order mark left out", Buffer.from("\ufeffplate\n"), undefined, "plate\n"],
  ["as UTF-16 with a byte order mark", wide("\ufeffplate\nÆB1\n"), undefined, "plate\nÆB1\n"],
  ["as UTF-16 with bytes the other way round", wide("\ufeffplate\n").swap16(), undefined, "plate\n"],
  ["as UTF-16 that is declared", wide("plate\n"), "UTF-16LE", "plate\n"],
  ["as Windows-1252", latin1("J\xfcrgen \x80 \x8a\x92\n"), "windows-1252", "Jürgen € Š’\n"],
  ["as Windows-1252 by its other names", latin1("\x96\n"), "latin1", "–\n"],
  ["as ISO 8859-15", latin1("\xa4\n"), "iso-8859-15", "€\n"],
  ["as ISO 8859-2 with a control character", latin1("\xb1\x85\n"), "iso-8859-2", "ą\x85\n"],
  ["as Windows-1250", latin1("\xb3\xb9\n"), "cp1250", "łą\n"],
  ["by the byte order mark rather than the declaration", Buffer.from("\ufeffÆ\n"), "windows-1252", "Æ\n"],
  ["as ASCII whatever is declared", latin1("AB1\n"), "windows-1252", "AB1\n"],
  ["with the line ends of the old Macintosh", latin1("plate\rAB1\r"), undefined, "plate\nAB1\n"],
  ["with single CRs kept among other line ends", latin1("a\rb\nc\n"), undefined, "a\rb\nc\n"],
  [
    "with the line ends of the old Macintosh beside a line feed in quotes",
    latin1('a;"b\nc"\rd\r'),
    undefined,
    'a;"b\nc"\nd\n',
  ],
  ["with a first line end of the old Macintosh", latin1("\rAB1\r"), undefined, "\nAB1\n"],
  ["when empty", Buffer.alloc(0), undefined, ""],
  ["with a replacement character that somebody wrote", Buffer.from("A\ufffdB\n"), undefined, "A\ufffdB\n"],
])("text files are decoded: %s", (_, bytes, encoding, text) => {
  expect(decodeText(bytes, encoding)).toBe(text);
});

it.each([
  ["utf-16le", wide("plate\n")],
  ["utf-16be", wide("plate\n").swap16()],
  ["utf-16le", Buffer.concat([wide("plate;"), wide("Ж".repeat(4))])],
  ["utf-16be", Buffer.concat([wide("plate;"), wide("Ж".repeat(4))]).swap16()],
])("UTF-16 without a byte order mark is known by its zeros: %s", (likely, bytes) => {
  expect(decodeText(bytes)).toMatchObject({ likely });
});

it.each([
  ["a zero at each place", Buffer.from("a\0\0b\0\0c\0\0d\n")],
  ["zeros at a quarter of the places", Buffer.from("\0a\0bcdef")],
  ["zeros at a quarter of the other places", Buffer.from("a\0b\0cdef")],
])("a text with %s is no UTF-16", (_, bytes) => {
  expect(decodeText(bytes)).toBe(bytes.toString("latin1"));
});

it.each([
  ["cars-windows-1252.csv", "windows-1252"],
  ["cars-macintosh.csv", "macintosh"],
])("text files are decoded in the encoding that is named for them: %s", (name, encoding) => {
  const decoding = decodeText(fixture(name));
  expect(decoding).toMatchObject({ likely: encoding, place: { line: 2, column: 10 } });
  expect(decodeText(fixture(name), encoding)).toContain("Jürgen Ærø");
});

it("text files are decoded as UTF-8 exactly when they are", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const bytes = Buffer.concat([Buffer.from("a\n"), ...pieces]);
      const text = bytes.toString("utf8");
      const decoding = decodeText(bytes);
      if (typeof decoding !== "string" && decoding.likely?.startsWith("utf-16")) return;
      expect(typeof decoding === "string").toBe(Buffer.from(text).equals(bytes));
    }),
    { numRuns: cases(1000) },
  );
});

it.each([
  ["a letter of another encoding", [0xe6, 0x42]],
  ["a byte that continues nothing", [0x80]],
  ["two bytes for ASCII", [0xc1, 0x81]],
  ["three bytes for what fits in two", [0xe0, 0x80, 0x80]],
  ["four bytes for what fits in three", [0xf0, 0x80, 0x80, 0x80]],
  ["half of a surrogate pair", [0xed, 0xa0, 0x80]],
  ["a character beyond the last one", [0xf4, 0x90, 0x80, 0x80]],
  ["a character cut in two", [0xf0, 0x9f, 0x9a]],
])("the place of the first wrong byte is found: %s", (_, wrong) => {
  const bytes = Buffer.concat([Buffer.from("\ufeffAB1\nÆ€🚗"), Buffer.from(wrong), Buffer.from("x\nC\xff")]);
  expect(decodeText(bytes)).toMatchObject({ place: { line: 2, column: 5 } });
});

/** A file of the fixtures, or a text in some encoding, of which the last byte may be missing. */
function bytesOf(text: string, as: string): Buffer {
  if (as === "fixture") return fixture(text);
  const [encoding, isCut] = as.split(" without ");
  return Buffer.from(text, z.enum(["utf8", "latin1", "utf16le"]).parse(encoding)).subarray(0, isCut ? -1 : undefined);
}

it.each(
  rowsOf(import.meta.url, "a file that cannot be decoded says why", TEXT, TEXT, TEXT, TEXT.nullable(), TEXT, TEXT),
)("a file that cannot be decoded says why: %s", (_, text, as, declared, message, fix) => {
  expect(decodeText(bytesOf(text, as), declared ?? undefined)).toMatchObject({ message, fix });
});
