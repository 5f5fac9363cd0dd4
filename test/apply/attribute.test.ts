import { expect, it } from "vitest";
import { attributeFailures } from "../../src/apply/index.ts";
import { keyOf } from "../plan/support.ts";

const RULES = { foldLookalikes: false };

function attribute(sent: readonly string[], ...failures: readonly (readonly [string, string])[]) {
  const result = attributeFailures(
    failures.map(([licenseNumber, error]) => ({ licenseNumber, error })),
    sent.map((licenseNumber) => ({ licenseNumber, plateKey: keyOf(licenseNumber) })),
    RULES,
  );
  return result.kind === "ambiguous" ? `ambiguous: ${result.licenseNumber}` : Object.fromEntries(result.errors);
}

it.each([
  ["G5: none", ["AB1", "CD2"], [], {}],
  ["G1: named exactly", ["AB1", "CD2"], [["CD2", "no"]], { CD2: ["no"] }],
  [
    "G1: all of them",
    ["AB1", "CD2"],
    [
      ["CD2", "no"],
      ["AB1", "too old"],
    ],
    { CD2: ["no"], AB1: ["too old"] },
  ],
  [
    "G3: a car twice, once said",
    ["AB1"],
    [
      ["AB1", "no"],
      ["AB1", "no"],
    ],
    { AB1: ["no"] },
  ],
  [
    "G3: a car twice, contradicting",
    ["AB1"],
    [
      ["AB1", "no"],
      ["AB1", "maybe"],
    ],
    { AB1: ["no", "maybe"] },
  ],
  ["G4: in another case and spacing", ["AB 1", "CD2"], [["ab-1", "no"]], { "AB 1": ["no"] }],
  ["G4: exact beats alike", ["AB1", "AB 1"], [["AB1", "no"]], { AB1: ["no"] }],
  ["G4: alike with two", ["AB1", "AB 1"], [["ab1", "no"]], "ambiguous: ab1"],
  ["G2: a car that was not sent", ["AB1"], [["XY9", "no"]], "ambiguous: XY9"],
  ["G2: a text that is not a plate", ["AB1"], [["", "no"]], "ambiguous: "],
  ["S23: a name that objects inherit", ["AB1"], [["__proto__", "no"]], "ambiguous: __proto__"],
] as const)("the failures of a 207 are assigned to cars: %s", (_, sent, failures, expected) => {
  expect(attribute(sent, ...failures)).toEqual(expected);
});
