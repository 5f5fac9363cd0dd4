import { expect, it } from "vitest";
import { PAGES, readPage, sentencesOf } from "./pages.ts";

/** A sentence of more words says a fact; shorter ones may well stand on two pages. */
const MOST_WORDS = 12;

it("no paragraph and no sentence of more than twelve words stands twice in the pages", () => {
  const sentences = PAGES.flatMap((path) => sentencesOf(readPage(path), /(?<=[.!?:;]) /)).filter(
    (text) => text.split(" ").length > MOST_WORDS,
  );
  expect(sentences.length).toBeGreaterThan(500);
  expect(sentences.filter((one, at) => sentences.indexOf(one) < at)).toEqual([]);
});

it.each([...PAGES.filter((path) => !path.startsWith("docs/dev/")), "SECURITY.md"])(
  "no sentence of %s has more than 30 words",
  (path) => {
    const sentences = sentencesOf(readPage(path), /(?<=[.!?][)"*_`]*) (?=\[|platectl |["(*_`]*[\p{Lu}\d`])| · /u);
    const words = (text: string) => text.replace(/`[^`]*`/g, "code").split(" ").length;
    expect(sentences.filter((text) => words(text) > 30)).toEqual([]);
  },
);
