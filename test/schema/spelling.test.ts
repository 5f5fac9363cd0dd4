import fc from "fast-check";
import { expect, it } from "vitest";
import { parseFleet } from "../../src/schema/index.ts";
import { diagnosticsOf, findingsOf, GLOBAL, load, platesOf } from "./fleet-text.ts";

/** Texts that YAML would make something else of. */
const TRAPS = [
  ..."1E51234 34E1234 1E5 1e5 9E999 1E400 100000 0123 00123 123 0xE1 0x7B 0o17 0b11".split(" "),
  ..."NULL Null null TRUE True FALSE YES NO ON OFF Y N y n .INF .inf .NaN NAN E5 2024-01-02 2026-01-01".split(" "),
  ..."123. 1.5 1.0 123456789012 190.20.30".split(" "),
];

/** Of these, what is the printed form of something else, or has no digit: the files must say that it is a plate. */
const isPrinted = (text: string) => /^(?:true|false|\d{4}-\d\d-\d\d|[\d.]+\.\d+)$/i.test(text);

/** Texts that are odd as plates, and that YAML would make something else of where they stand unquoted. */
const ODD = ["1_000", "A/1", "12:3A"];
/** The same where they are the printed form of something else. */
const PRINTED = ["12:30", "1E+5", "+123", "2026/01/01"];

/** Texts that YAML would turn into something or nothing, and that are no plates. */
const REFUSED = ["~", "<<", "=", "!AB1", "%AB1", "@AB1", "`AB1`"];

it.each(TRAPS.filter(isPrinted).concat(PRINTED))(
  "a plate keeps the spelling %s where its item says that it is one",
  (plate) => {
    const item = `{ licenseNumber: "${plate}", isPlate: true }`;
    expect(platesOf(parseFleet(`${GLOBAL}cars:\n  - ${item}\n`, "f"))).toEqual([plate]);
    expect(findingsOf(parseFleet(`${GLOBAL}cars:\n  - "${plate}"\n`, "f"))).toEqual(["not-a-plate 4:5"]);
  },
);

it.each(TRAPS.filter((text) => !isPrinted(text)))(
  "a plate keeps the spelling %s as a value, in an object, in a flow list, in quotes",
  (plate) => {
    const block = parseFleet(`${GLOBAL}cars:\n  - ${plate}\n`, "f");
    const object = parseFleet(`${GLOBAL}cars:\n  - licenseNumber: ${plate}\n    note: x\n`, "f");
    const flow = parseFleet(`${GLOBAL}cars: [${plate}, {licenseNumber: ${plate}}]\n`, "f");
    const quoted = parseFleet(`${GLOBAL}cars:\n  - "${plate}"\n  - '${plate}'\n`, "f");
    expect([block, object, flow, quoted].map(platesOf)).toEqual([[plate], [plate], [plate], [plate]]);
  },
);

it.each(TRAPS)("a plate keeps the spelling %s in a csv and a txt list", async (plate) => {
  for (const [item, name, text] of [
    [`file: a.csv, column: plate, plates: ["${plate}"]`, "a.csv", `plate;make\n${plate};VW\n`],
    [`file: b.txt, plates: ["${plate}"]`, "b.txt", `${plate}\n`],
  ] as const)
    expect(platesOf(await load({ "fleet.yaml": `${GLOBAL}carsFrom: [{ ${item} }]\n`, [name]: text }))).toEqual([plate]);
});

it.each([...ODD.map((text) => [text, "unusual-plate"]), ...REFUSED.map((text) => [text, "not-a-plate"])])(
  "the value %s is read as it was written, never as YAML reads it: %s",
  (text = "", code) => {
    for (const car of [`'${text}'`, `{ licenseNumber: '${text}' }`]) {
      const reading = parseFleet(`${GLOBAL}cars:\n  - ${car}\n`, "f");
      expect(findingsOf(reading)).toEqual([`${code} 4:5`]);
      if (reading.kind === "desired") expect(platesOf(reading)).toEqual([text]);
      else expect(diagnosticsOf(reading)[0]?.message).toContain(text.replaceAll("`", "\\u{60}"));
    }
  },
);

it("every plate of the grammar is read as written, quoted or not", () => {
  const letters = fc.constantFrom(..."0123456789ABENOUYXabenouyxÄÖÅøŠΑж");
  const plate = fc
    .array(letters, { minLength: 1, maxLength: 8 })
    .chain((all) =>
      fc.constantFrom("", " ", "-", ".", "·").map((gap) => [all.slice(0, 3).join(""), all.slice(3).join("")].join(gap)),
    )
    .filter((text) => /^[^ -].*[^ -]$/.test(text));
  fc.assert(
    fc.property(plate, (text) => {
      const forms = [text, `"${text}"`, `'${text}'`, `{ licenseNumber: ${text} }`];
      for (const form of forms) {
        expect(platesOf(parseFleet(`${GLOBAL}cars:\n  - ${form}\n`, "f"))).toEqual([text]);
      }
    }),
    { numRuns: 500 },
  );
});

it("S23: built-in property names of JavaScript are keys and values like any other", () => {
  const cars = "cars: [constructor, toString, {licenseNumber: valueOf, features: [constructor, toString]}]\n";
  const reading = parseFleet(GLOBAL + cars, "f");
  expect(platesOf(reading)).toEqual(["constructor", "toString", "valueOf"]);
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    expect(findingsOf(parseFleet(`${GLOBAL}cars: []\n${key}: 1\n`, "f"))).toEqual(["unknown-key 4:1"]);
    expect(findingsOf(parseFleet(`${GLOBAL}cars: [{${key}: 1, licenseNumber: A1}]\n`, "f"))).toEqual([
      "unknown-key 3:9",
    ]);
    expect(findingsOf(parseFleet(`${GLOBAL}cars: []\npolicy: {${key}: 1}\n`, "f"))).toEqual(["unknown-key 4:10"]);
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});
