import { expect, it } from "vitest";
import { matchesWords } from "../../src/allowlist/index.ts";
import { FLAG, rowsOf, TEXT } from "../rows.ts";

it.each(rowsOf(import.meta.url, "a mask of interface.failures matches", TEXT, TEXT, FLAG))(
  "a mask of interface.failures matches: %s and %s: %s",
  (mask, words, expected) => {
    expect(matchesWords([mask], words)).toBe(expected);
  },
);

it("words match when one of several masks fits, and never without a mask", () => {
  expect(matchesWords(["exists", "*already*"], "already there")).toBe(true);
  expect(matchesWords([], "already there")).toBe(false);
});

it("a mask of interface.failures is matched fast, however hostile the words (S25)", () => {
  expect(matchesWords(["*a*a*a*a*a*a*a*a*a*b"], "a".repeat(500))).toBe(false);
});
