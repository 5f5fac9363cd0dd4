import fc from "fast-check";
import { expect, it } from "vitest";
import { latinLookalike, lookalikesIn, MAX_PLATE_LENGTH, plateKeyOf, readPlate } from "../../src/allowlist/index.ts";
import { rowsOf, TEXT } from "../rows.ts";

const EXACT = { foldLookalikes: false };
const FOLDED = { foldLookalikes: true };

function keyOf(text: string, rules = EXACT): string | undefined {
  const reading = readPlate(text, rules);
  return reading.kind === "plate" ? reading.plateKey : undefined;
}

function problemOf(text: string): string | undefined {
  const reading = readPlate(text, EXACT);
  return reading.kind === "plate" ? undefined : reading.problem.kind;
}

/** Every single character that is a plate, spelled out: digits and letters of the Latin, Greek and Cyrillic scripts. */
const ALPHABET = new Set(
  [
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ",
    "ĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįĲĳĴĵĶķĹĺĻļĽľĿŀŁłŃńŅņŇňŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽž",
    "ΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫάέήίαβγδεζηθικλμνξοπρστυφχψωϊϋόύώ",
    "ЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџҐґ",
  ].flatMap((letters) => [...letters]),
);

const plateText = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 1, maxLength: MAX_PLATE_LENGTH })
  .map((letters) => letters.join(""));

it.each(rowsOf(import.meta.url, "and share the key", TEXT, TEXT, TEXT))(
  "%j and %j share the key %s",
  (left, right, key) => {
    expect([keyOf(left), keyOf(right)]).toEqual([key, key]);
  },
);

it.each(rowsOf(import.meta.url, "A13", TEXT, TEXT))("A13: %j and %j are different plates", (left, right) => {
  expect(keyOf(left)).toBeDefined();
  expect(keyOf(left)).not.toBe(keyOf(right));
});

it("look-alike characters are folded only on demand, and O/0, I/1 and B/8 never", () => {
  expect(keyOf("АВ 12", FOLDED)).toBe("AB12");
  expect(keyOf("ΑΒ 12", FOLDED)).toBe("AB12");
  expect(keyOf("AB12", FOLDED)).toBe("AB12");
  expect(keyOf("O0I1B8", FOLDED)).toBe("O0I1B8");
  expect(lookalikesIn("aВс1")).toEqual(["В", "С"]);
  expect(latinLookalike("В")).toBe("B");
  expect(latinLookalike("Ж")).toBe("Ж");
});

it.each(rowsOf(import.meta.url, "the text is refused as", TEXT, TEXT))(
  "A8: the text %j is refused as %s",
  (text, kind) => {
    expect(problemOf(text)).toBe(kind);
  },
);

it("S25: long hostile texts are judged at once as plates", () => {
  for (const text of [
    "-".repeat(100_000),
    " ".repeat(100_000),
    "A ".repeat(50_000),
    "\u0301".repeat(100_000),
    "A".repeat(10_000_000),
  ]) {
    expect(problemOf(text)).toBe("too-long");
  }
});

it("A8: of all single characters, exactly the alphabet and its full-width forms are plates; five symbols stand beside others", () => {
  const accepted: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (keyOf(character) !== undefined) accepted.push(character);
  }
  for (const symbol of "~:+_/") expect(keyOf(`A${symbol}`)).toBe(`A${symbol}`);
  const ascii = [...ALPHABET].filter((character) => character < "\u007f");
  const fullWidth = ascii.map((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0));
  const expected = new Set([...ALPHABET, ...ascii, ...fullWidth]);
  expect(accepted).toEqual([...expected].sort((a, b) => (a < b ? -1 : 1)));
});

it("A8: between letters, only spaces, hyphens, dots and middle dots are dropped", () => {
  const dropped: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    if (keyOf(`A${String.fromCharCode(code)}B`) === "AB") dropped.push(String.fromCharCode(code));
  }
  expect(dropped).toEqual([" ", "-", ".", "·", "\u3000", "\uff0d", "\uff0e"].sort());
});

it("the key of a plate key is the same key, whatever the rules", () => {
  fc.assert(
    fc.property(plateText, fc.boolean(), (text, foldLookalikes) => {
      const key = keyOf(text, { foldLookalikes });
      expect(key).toBeDefined();
      expect(keyOf(key ?? "", { foldLookalikes })).toBe(key);
    }),
  );
});

it("plates that differ in case and separators have one key", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ALPHABET), { minLength: 1, maxLength: 8 }), (letters) => {
      const plain = keyOf(letters.join(""));
      expect(plain).toBeDefined();
      expect(keyOf(letters.join("-"))).toBe(plain);
      expect(keyOf(letters.join(" ").toLowerCase())).toBe(plain);
      expect(keyOf(letters.join("·").normalize("NFD"))).toBe(plain);
    }),
  );
});

it("reading a plate gives an answer for any text, and never throws", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => readPlate(text, FOLDED).kind.length > 0));
});

it("the key of a row's plate is the same with the blanks that fill up its column, and a file's plate has none", () => {
  for (const padded of ["AB 123   ", "   AB 123", " AB 123 "]) {
    expect(plateKeyOf(padded, EXACT)).toBe("AB123");
    expect(readPlate(padded, EXACT).kind).toBe("not-a-plate");
  }
  expect(plateKeyOf("  ", EXACT)).toBeUndefined();
});
