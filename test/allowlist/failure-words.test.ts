import { expect, it } from "vitest";
import { matchesWords } from "../../src/allowlist/index.ts";

it.each([
  ["*already*", "License number AB1 is ALREADY on the list", true],
  ["license number * is already on the list", "License number AB1 is already on the list", true],
  ["License number * is already on the list", "License number AB1 is already on the list.", false],
  ["*already*", "License number is not valid", false],
  ["duplicate", "duplicate", true],
  ["duplicate", "duplicate car", false],
  ["*är redan*", "Bilen A\u0308R REDAN upptagen", true],
  ["*ar redan*", "Bilen är redan upptagen", false],
  ["a*a", "a", false],
  ["ab*ba*ab", "abbab", false],
  ["ab*ba*ab", "abbaab", true],
  ["(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false],
])("a mask of interface.failures matches: %s and %s: %s", (mask, words, expected) => {
  expect(matchesWords([mask], words)).toBe(expected);
});

it("words match when one of several masks fits, and never without a mask", () => {
  expect(matchesWords(["exists", "*already*"], "already there")).toBe(true);
  expect(matchesWords([], "already there")).toBe(false);
});

it("a mask of interface.failures is matched fast, however hostile the words (S25)", () => {
  expect(matchesWords(["*a*a*a*a*a*a*a*a*a*b"], "a".repeat(500))).toBe(false);
});
