import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { anchorsOf, PAGES, proseOf, ROOT, readPage } from "./pages.ts";

const LINKING = [
  ...PAGES,
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CODE_OF_CONDUCT.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "test/README.md",
];

/** The targets of the links and pictures of a page. */
function targetsOf(page: string): readonly string[] {
  const prose = proseOf(page).replace(/`[^`\n]*`/g, "");
  const inline = [...prose.matchAll(/\]\(([^()\s]+(?:\([^()]*\))?)\)/g)].map(([, target = ""]) => target);
  const html = [...prose.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)].map(([, target = ""]) => target);
  return [...inline, ...html];
}

/** What is wrong with a link; undefined for nothing. */
function flawOf(target: string, path: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return URL.canParse(target) && /^(?:https|mailto):/.test(target) ? undefined : target;
  const [file = "", anchor] = target.split("#");
  const linked = file === "" ? join(ROOT, path) : join(ROOT, dirname(path), file);
  if (!existsSync(linked)) return `${target}: no such file`;
  if (anchor === undefined) return undefined;
  if (!linked.endsWith(".md") || statSync(linked).isDirectory()) return `${target}: not a page with headings`;
  return anchorsOf(readFileSync(linked, "utf8")).has(anchor) ? undefined : `${target}: no such heading`;
}

it.each(LINKING)("every link of %s leads to a file and heading that exist, or is an address", (path) => {
  expect(targetsOf(readPage(path)).flatMap((target) => flawOf(target, path) ?? [])).toEqual([]);
});

it.each(LINKING.filter((path) => !path.startsWith("test/")))(
  "what is packed with %s holds the pages that it links",
  (path) => {
    const packed = /^(?:docs\/.*|examples\/.*|[A-Z_]+\.md)$/;
    const pages = targetsOf(readPage(path)).filter((target) => /^[^:#]+\.md(?:#|$)/.test(target));
    expect(pages.filter((target) => !packed.test(join(dirname(path), target.split("#")[0] ?? "")))).toEqual([]);
  },
);

it("every page of docs is linked from the index", () => {
  const linked = new Set(targetsOf(readPage("docs/README.md")).map((target) => target.split("#")[0]));
  const pages = PAGES.filter((path) => path.startsWith("docs/") && path !== "docs/README.md");
  expect(pages.map((path) => relative("docs", path)).filter((name) => !linked.has(name))).toEqual([]);
});
