import { expect, it } from "vitest";
import { decodeText, encodingOf } from "../../../src/tables/spreadsheet/decode-text.ts";
import { decodedOnce } from "../../../src/tables/spreadsheet/encodings.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

it.each<[string, string, string, string]>([
  ["code page 850 by its plates", "Plate;D\nK\x9aN-E 77;A\nM-XY 1;B\n", "cp850", "KÜN-E 77"],
  ["code page 850 by names, too", "Plate;D\nK\x9aN-E 77;M\x81ller\nM\x99-E 1;J\x94rg\n", "cp850", "MÖ-E 1"],
  ["Windows-1252 by its plates", "Plate\nK\xdcN-E 77\nM\xd6S-K 1\n", "windows-1252", "KÜN-E 77"],
  ["Windows-1252 with names in capitals", "Plate;D\nM-E 1;J\xd8RGEN GRO\xdfE\n", "windows-1252", "JØRGEN GROßE"],
  ["Mac OS Roman by its plates", "Plate\nK\x86N-E 77\nM\x85S-K 1\n", "macintosh", "KÜN-E 77"],
  ["Windows-1250 by its plates", "Plate\n\xc8K 123-AB\n\x8aI 45-C\n", "windows-1250", "ČK 123-AB"],
  ["KOI8-R by its capitals", "Plate;D\nA1;\xe9\xf7\xe1\xee\xef\xf7\nA2;\xf0\xc5\xd4\xd2\n", "koi8-r", "ИВАНОВ"],
])("an encoding is found: %s", (_, text, encoding, plate) => {
  expect(encodingOf(bytes(text))).toBe(encoding);
  expect(decodeText(bytes(text), encoding)).toContain(plate);
});

it.each<[string, string, string]>([
  [
    "two are right",
    "Plate\nK\x8eN-E 77\n",
    "It may be Windows-1250, which reads `KŽN-E 77`; or code page 850 (DOS), which reads `KÄN-E 77`.",
  ],
  [
    "a plate is in small letters",
    "Plate\nK\xfcN-E 77\n",
    "It may be Windows-1252, which reads `KüN-E 77`; or code page 852 (DOS), which reads `KŘN-E 77`.",
  ],
  ["a letter is on no plate", "Plate\nK\xcdN-E 77\n", "It may be Windows-1252, which reads `KÍN-E 77`."],
])("an encoding is asked for, with what each makes of a plate, where %s", (_, text, question) => {
  expect(encodingOf(bytes(text))).toBeUndefined();
  expect(decodeText(bytes(text))).toMatchObject({ message: expect.stringContaining(question) });
});

it.each([
  ["KÃœN-Ã– 77", "KÜN-Ö 77"],
  ["K√úN-E 77", "KÜN-E 77"],
  ["K├£N-E 77", "KÜN-E 77"],
])("a plate that was decoded twice is known: %s", (text, once) => {
  expect(decodedOnce(text)).toBe(once);
});

it.each(["KÜN-E 77", "AB 12", "ÄÖÜ 1", "ÅÆØ 1"])("a plate that was decoded once is left alone: %s", (text) => {
  expect(decodedOnce(text)).toBeUndefined();
});
