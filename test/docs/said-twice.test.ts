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

/** The sentences that stand in several places, with their pages. */
function saidTwice(pages: readonly (readonly [path: string, text: string])[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const [path, text] of pages) {
    for (const sentence of sentencesOf(text)) places.set(sentence, [...(places.get(sentence) ?? []), path]);
  }
  return [...places].filter(([, paths]) => paths.length > 1).map(([text, paths]) => `${paths.join(", ")}: ${text}`);
}

it("no paragraph and no sentence of more than twelve words stands twice in the pages", () => {
  expect(saidTwice(PAGES.map((path) => [path, readPage(path)]))).toEqual([]);
});

it("a sentence that stands on two pages, in other lines, is noticed", () => {
  const fact = "A car that is deleted by mistake comes back when its line is put back.";
  const pages = [
    ["a.md", `${fact} Else not.`] as const,
    ["b.md", `| x | ${fact.replace("back when", "back\nwhen")} |`] as const,
  ];
  expect(saidTwice(pages)).toEqual([`a.md, b.md: ${fact.slice(0, -1)}`]);
});
