import { expect, it } from "vitest";
import { CODES, ERRORS_PAGE, sectionsOf } from "./errors-page.ts";
import { WITHOUT_EXAMPLE } from "./example-output.ts";
import { readPage } from "./pages.ts";

const sections = sectionsOf(readPage(ERRORS_PAGE));

it("docs/errors.md has one section for each code of the program, and no other", () => {
  expect(sections.map(({ code }) => code).sort()).toEqual([...CODES].sort());
});

it("each section of docs/errors.md says what the code means, in sentences or by a message", () => {
  const said = sections.map(({ code, text }) => ({ code, words: text.split(/\s+/).length }));
  expect(said.filter(({ words }) => words < 8)).toEqual([]);
});

it("each section of docs/errors.md has a message of the program that names the code, or is listed without", () => {
  const names = (text: string, code: string) => text.replace(/\s+/g, " ").includes(`(${code})`);
  const examples = sections.map(({ code, text }) => ({ code, example: text.split("```text\n")[1] }));
  const without = examples.filter(({ example }) => example === undefined).map(({ code }) => code);
  expect(without.sort()).toEqual(Object.keys(WITHOUT_EXAMPLE).sort());
  const unnamed = examples.filter(({ code, example }) => example !== undefined && !names(example, code));
  // What is said of an option says all there is to say.
  expect(unnamed.map(({ code }) => code)).toEqual(["input"]);
});
