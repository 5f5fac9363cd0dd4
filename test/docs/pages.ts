import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the repository. */
export const ROOT = join(import.meta.dirname, "../..");

/** The pages for readers, by their paths from the root. */
export const PAGES: readonly string[] = [
  "README.md",
  ...["docs", "docs/dev"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`)
      .sort(),
  ),
];

/** A fenced block of a page. */
export interface Block {
  /** What stands behind the fence, `""` for nothing. */
  readonly language: string;
  readonly text: string;
  /** The line of the fence, counted from 1. */
  readonly line: number;
  /** The heading above it. */
  readonly heading: string;
}

/** The text of a page. */
export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** All fenced blocks of a text, those in lists and those with longer fences too. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let heading = "";
  let open:
    | { readonly fence: string; readonly indent: number; readonly language: string; readonly line: number }
    | undefined;
  let lines: string[] = [];
  for (const [at, line] of page.split("\n").entries()) {
    const fence = /^( *)(`{3,})([^`]*)$/.exec(line);
    if (open) {
      if (fence?.[2] === open.fence && fence[3] === "") {
        blocks.push({ language: open.language, text: `${lines.join("\n")}\n`, line: open.line, heading });
        open = undefined;
      } else lines.push(line.slice(open.indent));
    } else if (fence) {
      const [, indent = "", mark = "", language = ""] = fence;
      open = { fence: mark, indent: indent.length, language: language.trim(), line: at + 1 };
      lines = [];
    } else heading = /^#{1,6} (.*)$/.exec(line)?.[1] ?? heading;
  }
  return blocks;
}

/** A page without its fenced blocks, line for line. */
export function proseOf(page: string): string {
  let fence: string | undefined;
  return page
    .split("\n")
    .map((line) => {
      const mark = /^ *(`{3,})[^`]*$/.exec(line)?.[1];
      if (mark !== undefined && (fence === undefined || mark === fence)) {
        fence = fence === undefined ? mark : undefined;
        return "";
      }
      return fence === undefined ? line : "";
    })
    .join("\n");
}

/** The anchors of a page: those that GitHub gives its headings, and those that are written. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Map<string, number>();
  for (const [, heading = ""] of proseOf(page).matchAll(/^#{1,6} +(.*?) *$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");
    const times = anchors.get(anchor) ?? 0;
    anchors.set(anchor, times + 1);
    if (times > 0) anchors.set(`${anchor}-${times}`, 1);
  }
  const written = [...proseOf(page).matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, anchor = ""]) => anchor);
  return new Set([...anchors.keys(), ...written]);
}

/** What a page says: its paragraphs, items and cells, cut at the end of sentences. Parts that are made from the program are left out. */
export function sentencesOf(page: string, end: RegExp): readonly string[] {
  return proseOf(page.replace(/<!-- made by [\s\S]*?<!-- end -->/g, ""))
    .split(/\n\n+|\n(?= *(?:- |\d+\. |\| |#))|(?<=[^\\]) \| /)
    .flatMap((text) => text.replace(/\s+/g, " ").split(end))
    .map((text) => text.replace(/^[-|*\d. ]+|[-|*. ]+$/g, "").replace(/\]\([^)]*\)/g, "]"));
}
