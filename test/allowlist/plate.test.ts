import fc from "fast-check";
import { expect, it } from "vitest";
import { latinLookalike, lookalikesIn, MAX_PLATE_LENGTH, readPlate } from "../../src/allowlist/index.ts";

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

it.each([
  ["AB12345", "ab 12-345", "AB12345"],
  ["B-AB 123", "b.ab·123", "BAB123"],
  ["ＡＢ１２", "AB12", "AB12"],
  ["KÜ N 1", "kün1", "KÜN1"],
  ["KU\u0308N1", "KÜN1", "KÜN1"],
  ["M - AB 12", "MAB12", "MAB12"],
  [".INF", "inf", "INF"],
  ["12:30", "12:30", "12:30"],
  ["~", "～", "~"],
  ["ab_1", "AB_1", "AB_1"],
])("%j and %j share the key %s", (left, right, key) => {
  expect([keyOf(left), keyOf(right)]).toEqual([key, key]);
});

it.each([
  ["KUN1", "KÜN1"],
  ["AB0", "ABO"],
  ["AB1", "ABI"],
  ["AB8", "ABB"],
  ["123", "0123"],
  ["1E5", "100000"],
  ["AB1", "АВ1"],
])("A13: %j and %j are different plates", (left, right) => {
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

it.each([
  ["", "empty"],
  ["-.·", "empty"],
  [" AB1", "spacing"],
  ["AB1 ", "spacing"],
  ["-AB1", "spacing"],
  ["- AB1", "spacing"],
  ["AB1-", "spacing"],
  ["AB  1", "spacing"],
  ["A".repeat(17), "too-long"],
  ["AB1\nCD2", "line-break"],
  ["AB1\rCD2", "line-break"],
  ["AB1\u0085CD2", "line-break"],
  ["AB1\u2028CD2", "line-break"],
  ["AB\t1", "control"],
  ["AB\0", "control"],
  ["AB\u001b[31m", "control"],
  ["AB\ud800", "control"],
  ["A\u202eB", "invisible"],
  ["A\u200bB", "invisible"],
  ["A\u00adB", "invisible"],
  ["\ufeffAB1", "invisible"],
  ["K\u030a1", "combining"],
  ["\u212aA123", "symbol"],
  ["\u212bB123", "symbol"],
  ["A\u03871", "symbol"],
  ["straße1", "symbol"],
  ["ıst1", "symbol"],
  ["ﬁ1", "symbol"],
  ["ſ1", "symbol"],
  ["A\u00a01", "symbol"],
  ["AB#1", "symbol"],
  ["AB1,CD2", "symbol"],
  ["=A1", "symbol"],
  ["VIP*", "symbol"],
  ["車1", "symbol"],
  ["٣1", "symbol"],
  ["🚗", "symbol"],
])("A8: the text %j is refused as %s", (text, kind) => {
  expect(problemOf(text)).toBe(kind);
});

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

it("A8: of all single characters, exactly the alphabet, five symbols and their full-width forms are plates", () => {
  const accepted: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (keyOf(character) !== undefined) accepted.push(character);
  }
  const ascii = [...ALPHABET, ..."~:+_/"].filter((character) => character < "\u007f");
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
