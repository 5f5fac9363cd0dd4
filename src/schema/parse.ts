import { type Document, parseDocument, type YAMLError } from "yaml";
import { checkIntact, warnOfLastLine } from "./damage.ts";
import { parseExcerpt } from "./parse-excerpt.ts";
import type { Problems } from "./problems.ts";
import type { Lines, Parsed } from "./tree.ts";
import { treeOf } from "./yaml-tree.ts";

/** Syntax errors shown of one file; those after the first few are mostly echoes of them. */
const MAX_SYNTAX_ERRORS = 10;

/** The settings under which every scalar keeps its spelling and YAML's indirections are off (reliability 2.1). */
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

const FIX_OF: Partial<Record<YAMLError["code"], string>> = {
  MULTIPLE_DOCS: "Keep one document per file: remove `---` or `...` and what follows, or split the file.",
  TAB_AS_INDENT: "Indent with spaces.",
  BAD_INDENT: "Indent the lines of one list or mapping alike, and close every `[` and `{`.",
  MISSING_CHAR: "Add the missing character.",
  NON_STRING_KEY: "Use a plain word as the key.",
  BAD_SCALAR_START: "Put the value in quotes.",
  BAD_DQ_ESCAPE: "Use single quotes, or write the backslash twice.",
  RESOURCE_EXHAUSTION: "Remove the nested brackets; a fleet file needs few levels.",
};

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
    const fix = FIX_OF[error.code] ?? "Check the indentation and quotes here and on the line before.";
    problems.error(`yaml-${code}`, messageOf(error), lines.sourceAt(error.pos[0]), fix);
  }
  return all.length === 0;
}

function messageOf(error: YAMLError): string {
  switch (error.code) {
    case "MULTIPLE_DOCS":
      return "A second YAML document starts here.";
    case "RESOURCE_EXHAUSTION":
      return "The file is nested too deeply.";
    case "NON_STRING_KEY":
      return "A key must be plain text, without a tag, an alias, a list or a mapping.";
    default:
      return `Not valid YAML: ${error.message.replace(/\.?$/, ".")}`;
  }
}
