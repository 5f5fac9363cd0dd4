import fc from "fast-check";
import { expect, it } from "vitest";
import { parseFleet, parseFleetWhole } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { diagnosticsOf, findingsIn, GLOBAL, platesOf } from "./fleet-text.ts";

it.each(rowsOf(import.meta.url, "is one error", TEXT, TEXT, TEXT, TEXT, TEXT))(
  "%s is one error, at its place, that says what to write",
  (_, text, at, message, fix) => {
    const [first, ...others] = diagnosticsOf(parseFleet(GLOBAL + text, "fleet.yaml"));
    expect(others).toEqual([]);
    expect(`${first?.source?.line}:${first?.source?.column}`).toBe(at);
    expect(first?.message).toContain(message);
    expect(first?.fix).toContain(fix);
    expect(`${first?.message} ${first?.fix}`).not.toMatch(/implicit|block|flow|scalar|token|collection|node\b/i);
  },
);

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
