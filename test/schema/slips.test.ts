import fc from "fast-check";
import { expect, it } from "vitest";
import { parseFleet, parseFleetWhole } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { diagnosticsOf, findingsIn, GLOBAL, platesOf } from "./fleet-text.ts";

const KEY_FIX = "Write a key, a colon, a space and the value: `key: value`.";
const DASH_FIX = "Start each item with a hyphen and a space: `- `.";

/** What was written, then line and column, the message, and a part of the fix. */
const SLIPS: readonly (readonly [name: string, text: string, at: string, message: string, fix: string])[] = [
  ["a missing dash", "cars:\n  - AB1\n  CD2\n  - EF3\n", "5:3", "A dash is missing here", "Write `- ` in front"],
  ["a missing first dash", "cars:\n  AB1\n  - CD2\n", "4:3", "A dash is missing here", "Write `- ` in front"],
  ["no dash at all", "cars:\n  AB1\n  CD2\n", "4:3", "A dash is missing here", "Write `- ` in front"],
  ["a dash missing below an item", "cars:\n  - AB1\n    CD2\n", "5:5", "A dash is missing here", "Write `- ` in front"],
  ["dashes without spaces", "cars:\n  -AB1\n  -CD2\n", "4:3", "A space is missing after the dash.", DASH_FIX],
  ["one dash without a space", "cars:\n  - AB1\n  -CD2\n  - EF3\n", "5:3", "A space is missing after the", DASH_FIX],
  ["dashes of a word processor", "cars:\n  – AB1\n  – CD2\n", "4:3", "starts with `–` (U+2013)", DASH_FIX],
  ["stars for dashes", "cars:\n  * AB1\n  * CD2\n", "4:3", "starts with `*` (U+002A)", DASH_FIX],
  ["a tab", "cars:\n\t- AB1\n\t- CD2\n", "4:1", "This line is indented with a tab.", "Use spaces"],
  ["a tab in a later line", "cars:\n  - AB1\n\t- CD2\n", "5:1", "This line is indented with a tab.", "Use spaces"],
  [
    "no-break spaces before a dash",
    "cars:\n\u00a0\u00a0- AB1\n",
    "4:1",
    "A special blank, U+00A0",
    "Type the space again",
  ],
  ["a no-break space after a colon", "cars:\u00a0[AB1]\n", "3:6", "A special blank, U+00A0", "Type the space again"],
  ["no space after a colon", "timeZone:UTC\ncars: []\n", "3:10", "after the colon of `timeZone`", KEY_FIX],
  ["no space in an item", "cars:\n  - note:x\n    licenseNumber: A1\n", "4:10", "after the colon of `note`", KEY_FIX],
  ["no space in braces", "cars:\n  - { licenseNumber: AB1, note:x }\n", "4:32", "after the colon of `note`", KEY_FIX],
  ["a missing colon", "cars: []\ntimeZone UTC\n", "4:9", "A colon is missing after `timeZone`.", KEY_FIX],
  ["a colon missing above a list", "cars\n  - AB1\n", "3:5", "A colon is missing after `cars`.", KEY_FIX],
  ["an equals sign", "cars = [AB1]\n", "3:5", "A colon is missing after `cars`.", KEY_FIX],
  ["a key one column to the left", "cars:\n  - note: a\n   licenseNumber: A1\n", "5:4", "by 3 spaces", "by 4 spaces"],
  ["a key one column to the right", "cars:\n  - note: a\n     licenseNumber: A1\n", "5:6", "further", "by 4 spaces"],
  ["an item to the right", "cars:\n  - AB1\n   - CD2\n", "5:6", "indented further than the line above", "by 2 spaces"],
  ["an item to the left", "cars:\n    - AB1\n  - CD2\n", "5:5", "indented by 2 spaces", "Indent it by 4 spaces"],
  ["a key below a value", "cars: []\n timeZone: UTC\n", "4:2", "indented further", "Remove the spaces in front of it"],
  ["a key in a list", "cars:\n  - AB1\n  note: x\n", "5:3", "where the next item of a list must start", "by 4 spaces"],
  ["two keys on a line", "timeZone: UTC cars: []\n", "3:19", "A second colon", "Write each key on a line of its own"],
  ["a colon in a note", "cars:\n  - licenseNumber: A1\n    note: a: b\n", "5:12", "A second colon", "in quotes"],
  ["an open double quote", 'cars:\n  - "AB1\n  - CD2\n', "4:5", "A quoted text is not closed.", 'Write " at the end'],
  ["an open single quote", "cars:\n  - 'AB1\n  - CD2\n", "4:5", "A quoted text is not closed.", "Write ' at the end"],
  [
    "an open quote in braces",
    'cars: [{ licenseNumber: A1, note: "x }]\n',
    "3:35",
    "A quoted text is",
    'Write " at the end',
  ],
  [
    "an apostrophe",
    "cars: [{ licenseNumber: A1, note: 'a's b' }]\n",
    "3:38",
    "follows after the closing quote",
    "twice",
  ],
  ["text after a quoted one", 'cars:\n  - "AB1" x\n', "4:11", "follows after the closing quote", "one pair of quotes"],
  ["an open square bracket", "cars: [AB1, CD2\ntimeZone: UTC\n", "3:7", "The `[` bracket is not closed.", "Write `]`"],
  ["a bracket open to the end", "cars: [AB1, CD2\n", "3:7", "The `[` bracket is not closed.", "Write `]`"],
  ["an open brace", "cars:\n  - { note: x\n  - CD2\n", "4:5", "The `{` bracket is not closed.", "Write `}`"],
  ["a wrong bracket", "cars: [AB1, CD2}\n", "3:16", "`[` is closed by the other kind", "Close `[` with `]`"],
  [
    "a missing comma",
    "cars: [{ licenseNumber: A1 note: x }]\n",
    "3:28",
    "A comma is missing before `note`.",
    "a comma after",
  ],
  [
    "a missing comma at the end of a line",
    "cars: [{ note: x\n licenseNumber: A1 }]\n",
    "4:2",
    "before `licenseN",
    "comma",
  ],
  [
    "a bracket at the start of its line",
    "cars:\n  - { note: [\n    x\n  ] }\n",
    "6:3",
    "stands too far to the left",
    "Indent it further",
  ],
  [
    "a quote that the next one closes",
    "cars: [{ note: 'x },\n { note: 'y' }]\n",
    "3:16",
    "A quoted text is",
    "Write ' at",
  ],
  ["a blank line above a line that is too deep", "cars:\n  - AB1\n\n    note: x\n", "6:5", "further", "by 2 spaces"],
  ["a hash in braces", "cars: [{ licenseNumber: A1, note: #1 }]\n", "3:35", "starts a comment", "in quotes"],
  ["text after a bracket", "cars: [AB1] CD2\n", "3:13", "follows after the closing bracket", "after a comma"],
  ["a file name for a list", "carsFrom: [cars.csv]\n", "3:12", "must be a mapping", "`{ file: cars.csv, column: … }`"],
  ["a file name alone", "carsFrom: a.csv\n", "3:11", "must be a list", "`carsFrom: [{ file: a.csv, column: … }]`"],
  ["the name of a text file", "carsFrom: [pool.txt]\n", "3:12", "must be a mapping", "Write `{ file: pool.txt }`."],
  ["a list without its dash", "carsFrom:\n  file: a.csv\n", "4:3", "must be a list, not a mapping", "`- ` in front"],
  ["a feature alone", "defaults: { features: LEASING }\ncars: []\n", "3:23", "must be a list", "Put it in brackets"],
];

it.each(SLIPS)("%s is one error, at its place, that says what to write", (_, text, at, message, fix) => {
  const [first, ...others] = diagnosticsOf(parseFleet(GLOBAL + text, "fleet.yaml"));
  expect(others).toEqual([]);
  expect(`${first?.source?.line}:${first?.source?.column}`).toBe(at);
  expect(first?.message).toContain(message);
  expect(first?.fix).toContain(fix);
  expect(`${first?.message} ${first?.fix}`).not.toMatch(/implicit|block|flow|scalar|token|collection|node\b/i);
});

it("a kind of list that is cut short is answered with the kind that it begins", () => {
  const found = diagnosticsOf(parseFleet("version: 1\nmode: billing\naccounts: []\n", "f"));
  expect(found.find(({ code }) => code === "wrong-value")?.fix).toBe("For example: `mode: billing-account`.");
});

it("several slips in one file are told at once, each on its line", () => {
  const text = `version:1\nmode: global\ncars:\n  - AB1\n  CD2\n\t- EF3\n  - 'GH4\n`;
  const places = diagnosticsOf(parseFleet(text, "f")).map(({ source }) => `${source?.line}:${source?.column}`);
  expect(places).toEqual(["1:9", "5:3", "6:1", "7:5"]);
});

it("an error far from every slip is told as well", () => {
  const text = `${GLOBAL}cars:\n\t- AB1\n${"# \n".repeat(5)}policy: { protect: { plates: [@x] } }\n`;
  expect(findingsIn(text)).toEqual(["yaml-tab-as-indent 4:1", "yaml-bad-scalar-start 10:31"]);
});

it("two plates without a comma between them are a warning, and a plate in groups is not", () => {
  expect(findingsIn(`${GLOBAL}cars: [AB12345 CD23456]\n`)).toEqual(["unusual-plate 3:8"]);
  expect(findingsIn(`${GLOBAL}cars: [CD 23 456, KÜN-E 77, B AB 1234E]\n`)).toEqual([]);
});

it("a list of plates under the name of a fleet file is told as that, once", () => {
  const [only, ...others] = diagnosticsOf(parseFleet("AB12345\nCD23456\n", "fleet.yaml"));
  expect(others).toEqual([]);
  expect(only).toMatchObject({ code: "not-a-fleet-file", fix: expect.stringContaining("platectl import FILE") });
});

it("what is valid stays valid: lists at the column of their key, notes over several lines, brackets over several lines", () => {
  const text = `${GLOBAL}cars:\n- AB1\n- licenseNumber: CD2\n  note: "one\n    two: 'three"\n- { licenseNumber: EF3,\n    note: "#1" }\ntimeZone:\n  UTC\n`;
  expect(platesOf(parseFleet(text, "f"))).toEqual(["AB1", "CD2", "EF3"]);
});

it("the reader of long lists and that of whole texts tell the same slips", () => {
  const piece = fc.constantFrom(
    ..."cars:|\n  - AB1|\n  CD2|\n\t- EF3|\n   - GH4|\n  - 'IJ5|\n  - [K6|\nmode:x|\n  -L7|: |, |}|note:y".split("|"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.boolean(), (pieces, isLong) => {
      const long = isLong ? `cars:\n${"  - AB12345\n".repeat(40)}` : "";
      const text = `${GLOBAL}${long}${pieces.join("")}\n`;
      expect(diagnosticsOf(parseFleet(text, "f"))).toEqual(diagnosticsOf(parseFleetWhole(text, "f")));
    }),
    { numRuns: cases(2000) },
  );
});
