import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));
// The examples of docs/errors.md are what the program prints (test/docs).
const pages = ["README.md", ...filesIn("docs", /\.md$/).filter((path) => path !== "docs/errors.md")].sort();

/** Fewest words of a message that must stand together somewhere, unless the message is shorter. */
const FEWEST_TOGETHER = 2;

/** What the program says: the fixed parts of every text in its source, and the whole documents of the goldens. */
const said = [
  ...filesIn("src", /\.ts$/).flatMap((path) => fixedPartsOf(readFileSync(join(ROOT, path), "utf8"))),
  ...filesIn("test/golden/render", /\.(?:txt|md)$/).map((path) => readFileSync(join(ROOT, path), "utf8")),
]
  .map((text) => ` ${wordsOf(text).join(" ")} `)
  .join("\n");

function fixedPartsOf(source: string): string[] {
  const texts = source.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return texts.flatMap((text) =>
    text
      .slice(1, -1)
      .replace(/\\(.)/g, "$1")
      .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/),
  );
}

// What a run puts into a message is its own: quoted texts, numbers, paths, plates.
function wordsOf(message: string): string[] {
  return message
    .replace(/`[^`]*`|"[^"]*"/g, " ")
    .replace(/ \([a-z-]+\)$/, "")
    .split(/\s+/)
    .filter((word) => /^\(?[A-Za-z][a-z'-]*[.,:;)]*$/.test(word))
    .map((word) => word.replace(/[(.,:;)]/g, "").toLowerCase());
}

/** Whether the words are said, in this order, as pieces of messages. */
function isSaid(words: readonly string[]): boolean {
  const reached = [true];
  for (let end = 1; end <= words.length; end += 1) {
    reached[end] = words.slice(0, end).some((_, from) => {
      const isLongEnough = end - from >= Math.min(FEWEST_TOGETHER, words.length);
      return isLongEnough && reached[from] === true && said.includes(` ${words.slice(from, end).join(" ")} `);
    });
  }
  return reached[words.length] === true;
}

/** What stands behind `error:`, `warning` or `fix:`, with the lines that it is wrapped over; not the heading of a rule's findings. */
const MESSAGE =
  /(?:^|: )(?:error|warning):? +(?![a-z-]+ — )(\S[^\n]*(?:\n {11}\S[^\n]*)*)|^ *fix: (\S[^\n]*(?:\n {2}\S[^\n]*)*)/gm;

/** The messages that a page shows as output, each with the lines that it is wrapped over. */
function messagesOf(page: string): string[] {
  const blocks = page.split(/^ *```/m).filter((block, at) => at % 2 === 1 && /^(?:text|console|)\n/.test(block));
  const shown = blocks.flatMap((block) => [...block.matchAll(MESSAGE)]);
  return shown.map(([, message, fix]) => message ?? fix ?? "");
}

it.each(pages)("each message that %s shows is one that the program gives", (path) => {
  const messages = messagesOf(readFileSync(join(ROOT, path), "utf8"));
  expect(messages.filter((message) => !isSaid(wordsOf(message)))).toEqual([]);
});

it("a message that the program does not give is noticed", () => {
  const page =
    '```text\nfleet.yaml:8:1: error: Found an unknown key "carz" in the file\n  fix: Correct that line somehow, please.\n```\n';
  expect(messagesOf(page)).toHaveLength(2);
  expect(messagesOf(page).filter((message) => isSaid(wordsOf(message)))).toEqual([]);
});

it("the pages show messages at all", () => {
  expect(pages.flatMap((path) => messagesOf(readFileSync(join(ROOT, path), "utf8"))).length).toBeGreaterThan(0);
});
