import { expect, it } from "vitest";
import { PAGES, proseOf, readPage } from "./pages.ts";

/** A sentence of more words says a fact; shorter ones may well stand on two pages. */
const MOST_WORDS = 12;

/** What a page says: its paragraphs, items and cells, cut into sentences. Parts that are made from the program are left out. */
function sentencesOf(page: string): readonly string[] {
  const prose = proseOf(page.replace(/<!-- made by [\s\S]*?<!-- end -->/g, ""));
  return prose
    .split(/\n\n+|\n(?=- |\d+\. |\| )|(?<=[^\\]) \| /)
    .flatMap((text) => text.replace(/\s+/g, " ").split(/(?<=[.!?:;]) /))
    .map((text) => text.replace(/^[-|*\d. ]+|[-|*. ]+$/g, "").replace(/\]\([^)]*\)/g, "]"))
    .filter((text) => text.split(" ").length > MOST_WORDS);
}

it("no paragraph and no sentence of more than twelve words stands twice in the pages", () => {
  const sentences = PAGES.flatMap((path) => sentencesOf(readPage(path)));
  expect(sentences.length).toBeGreaterThan(500);
  expect(sentences.filter((one, at) => sentences.indexOf(one) < at)).toEqual([]);
});
