import { type Document, parseDocument, type YAMLError } from "yaml";
import { checkIntact, warnOfLastLine } from "./damage.ts";
import { parseExcerpt } from "./parse-excerpt.ts";
import type { Problems } from "./problems.ts";
import type { Lines, Parsed } from "./tree.ts";
import { wordsFor } from "./yaml-errors.ts";
import { treeOf } from "./yaml-tree.ts";

/** Syntax errors shown of one file; those after the first few are mostly echoes of them. */
const MAX_SYNTAX_ERRORS = 10;

/** The settings under which every scalar keeps its spelling and YAML's indirections are off (reliability A1, A2). */
const OPTIONS = {
  version: "1.2",
  schema: "failsafe",
  strict: true,
  stringKeys: true,
  merge: false,
  resolveKnownTags: false,
  logLevel: "error",
  prettyErrors: false,
  // `yaml` compares each key with each other one: 100,000 keys would take minutes. yaml-tree.ts looks them up instead.
  uniqueKeys: false,
} as const;

const BROKEN: Parsed = { kind: "broken" };

/** Reads a YAML text into a tree with positions, all scalars as written, and reports everything that is no plain YAML. */
export type Parse = (lines: Lines, problems: Problems) => Parsed;

/** Reads a text whose car lists may be long. */
export function parse(lines: Lines, problems: Problems): Parsed {
  if (!check(lines, problems)) return BROKEN;
  return parseExcerpt(lines, problems, readYaml) ?? readYaml(lines.text, lines, problems);
}

/** Reads a text with every car as a node: all that `parse` says must be what this says. */
export function parseWhole(lines: Lines, problems: Problems): Parsed {
  return check(lines, problems) ? readYaml(lines.text, lines, problems) : BROKEN;
}

function check(lines: Lines, problems: Problems): boolean {
  const { text } = lines;
  if (!checkIntact(text, lines, problems)) return false;
  warnOfLastLine(text, "]}\"'", lines, problems);
  return checkDirectives(text, lines, problems);
}

function readYaml(text: string, lines: Pick<Lines, "sourceAt">, problems: Problems): Parsed {
  const document = parseDocument(text, OPTIONS);
  const syntax = reportSyntax(document, lines, problems);
  if (!syntax) return BROKEN;
  if (document.contents === null) {
    const fix = "Start from `platectl init`; to mean an empty list, write `cars: []`.";
    problems.error("empty-file", "The file holds nothing but blanks or comments.", lines.sourceAt(0), fix);
    return BROKEN;
  }
  return { kind: "tree", root: treeOf(document.contents, text, lines, problems) };
}

function checkDirectives(text: string, lines: Lines, problems: Problems): boolean {
  const directive = /^(?:[ \t]*(?:#.*)?\r?\n)*%/.exec(text);
  if (!directive) return true;
  const at = directive[0].length - 1;
  const fix = "Remove the line; the file is always read as YAML 1.2 with plain text values.";
  problems.error("yaml-directive", "YAML directives are not accepted.", lines.sourceAt(at), fix);
  return false;
}

function reportSyntax(document: Document, lines: Pick<Lines, "sourceAt">, problems: Problems): boolean {
  const tooDeep = document.errors.find((error) => error.code === "RESOURCE_EXHAUSTION");
  // A tag that `yaml` does not know is a warning to it; the tree walk names tags better.
  const warnings = document.warnings.filter((warning) => warning.code !== "TAG_RESOLVE_FAILED");
  const all: YAMLError[] = tooDeep ? [tooDeep] : [...document.errors, ...warnings].slice(0, MAX_SYNTAX_ERRORS);
  for (const error of all) {
    const code = error.code.toLowerCase().replaceAll("_", "-");
    const { message, fix } = wordsFor(error);
    problems.error(`yaml-${code}`, message, lines.sourceAt(error.pos[0]), fix);
  }
  return all.length === 0;
}
