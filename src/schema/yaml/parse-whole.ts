import type { YAMLError, ErrorCode as YamlErrorCode } from "yaml";
import type { DiagnosticCollector, Explanation } from "../diagnostics/diagnostic-collector.ts";
import { check, DIRECTIVE, type Lines } from "../files/index.ts";
import { explainFaults } from "./find-slips.ts";
import { parsePlain } from "./parse-plain.ts";
import type { Parse, Parsed } from "./tree.ts";
import { type DocumentReading, Limit, readDocument, TOO_DEEP } from "./yaml-document.ts";
import { toTree } from "./yaml-tree.ts";

/** Syntax errors shown of one file; those after the first few are mostly echoes of them. */
const MAX_SYNTAX_ERRORS = 10;

/** Reads a text: by `yaml` where it is not written in the plain way all through. */
export const parse: Parse = (lines, diagnostics) => (parsePlain(lines.text) ?? parseWhole)(lines, diagnostics);

/** Reads a text by `yaml`: slow, and the reference for `parsePlain`, which must give the same tree. */
export function parseWhole(lines: Lines, diagnostics: DiagnosticCollector): Parsed {
  if (!check(lines, diagnostics)) return { kind: "broken" };
  const { text } = lines;
  const reading = limited(() => readDocument(text), lines, diagnostics);
  if (!reading || !reportSyntax(text, reading, lines, diagnostics)) return { kind: "broken" };
  const { document, lexemes } = reading;
  if (document.contents === null) {
    const fix = "Start from `platectl export` or `platectl init`; for an empty list, write `cars: []`.";
    diagnostics.error("empty-file", "The file is empty apart from blanks and comments.", lines.sourceAt(0), fix);
    return { kind: "broken" };
  }
  return { kind: "tree", root: toTree(document.contents, text, lines, diagnostics), lexemes };
}

function limited<Reading>(read: () => Reading, lines: Lines, diagnostics: DiagnosticCollector): Reading | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Limit)) throw error;
    return diagnostics.explained(error.explanation, lines.sourceAt(error.at));
  }
}

function reportSyntax(
  text: string,
  { document, second }: DocumentReading,
  lines: Lines,
  diagnostics: DiagnosticCollector,
): boolean {
  const tooDeep = document.errors.find((error) => error.code === "RESOURCE_EXHAUSTION");
  // A tag that `yaml` does not know is a warning to it; the tree walk names tags better.
  const warnings = document.warnings.filter((warning) => warning.code !== "TAG_RESOLVE_FAILED");
  const all: YAMLError[] = tooDeep ? [tooDeep] : [...document.errors, ...warnings].slice(0, MAX_SYNTAX_ERRORS);
  const none = { slips: [], others: all };
  const isWellFormed = all.length === 0 || tooDeep !== undefined;
  const { slips, others } = isWellFormed ? none : explainFaults(text, document.contents, all, lines);
  for (const slip of slips) diagnostics.explained(slip, lines.sourceAt(slip.at));
  for (const error of others) diagnostics.explained(EXPLANATIONS[error.code], lines.sourceAt(error.pos[0]));
  if (second === undefined || tooDeep || all.length === MAX_SYNTAX_ERRORS) return all.length === 0;
  diagnostics.explained(SECOND_DOCUMENT, lines.sourceAt(second));
  return false;
}

const CHECK_LINES = "Check the indentation and quotes here and on the line before.";
const ONE_KEY = "Write each key on one line, as `key: value`, with a space after the colon.";
const INDENT = "Give all lines of a list or mapping the same indentation, and close every `[` and `{`.";
const NO_NAMES = {
  message: "YAML anchors (`&`), aliases (`*`) and tags (`!`) are not accepted.",
  fix: "Write the value in full; to use these characters as text, put it in quotes.",
};

/** A second document in a file. */
const SECOND_DOCUMENT: Explanation = {
  code: "yaml-multiple-docs",
  message: "A second YAML document starts here.",
  fix: "Keep one document per file: remove `---` or `...` and all that follows, or split the file.",
};

/** A message for each code of `yaml`, whose own messages quote the file, which may be something else than a fleet file (S2, S24). */
const EXPLANATIONS: Readonly<Record<YamlErrorCode, Explanation>> = {
  ALIAS_PROPS: { code: "yaml-alias", ...NO_NAMES },
  BAD_ALIAS: { code: "yaml-alias", ...NO_NAMES },
  BAD_COLLECTION_TYPE: { code: "yaml-tag", ...NO_NAMES },
  BAD_PROP_ORDER: { code: "yaml-tag", ...NO_NAMES },
  MULTIPLE_ANCHORS: { code: "yaml-anchor", ...NO_NAMES },
  MULTIPLE_TAGS: { code: "yaml-tag", ...NO_NAMES },
  TAG_RESOLVE_FAILED: { code: "yaml-tag", ...NO_NAMES },
  BAD_DIRECTIVE: DIRECTIVE,
  BAD_DQ_ESCAPE: {
    code: "yaml-bad-dq-escape",
    message: "A backslash in double quotes starts an escape sequence that YAML does not know.",
    fix: "Use single quotes, or write the backslash twice.",
  },
  BAD_INDENT: {
    code: "yaml-bad-indent",
    message: "The indentation does not match the lines around it, or a bracket is not closed.",
    fix: INDENT,
  },
  BAD_SCALAR_START: {
    code: "yaml-bad-scalar-start",
    message: "A value cannot start with this character unless it is in quotes.",
    fix: "Put the value in quotes.",
  },
  BLOCK_AS_IMPLICIT_KEY: {
    code: "yaml-block-as-implicit-key",
    message: "A second `key: value` or a list starts on the same line here.",
    fix: ONE_KEY,
  },
  BLOCK_IN_FLOW: {
    code: "yaml-block-in-flow",
    message: "Inside brackets, lists and mappings must be in brackets as well.",
    fix: "Write `[a, b]` and `{ key: value }`.",
  },
  DUPLICATE_KEY: { code: "duplicate-key", message: "A key appears twice.", fix: "Keep one of the two." },
  IMPOSSIBLE: { code: "yaml-unexpected-token", message: "Not valid YAML.", fix: CHECK_LINES },
  KEY_OVER_1024_CHARS: {
    code: "yaml-long-value",
    message: "A key is longer than 1,024 characters.",
    fix: ONE_KEY,
  },
  MISSING_CHAR: {
    code: "yaml-missing-char",
    message: "A quote, a bracket, a comma, a colon or a space is missing here.",
    fix: "Add the missing character.",
  },
  MULTILINE_IMPLICIT_KEY: {
    code: "yaml-missing-char",
    message: "A key spans several lines; a colon may be missing, or a quote is not closed.",
    fix: ONE_KEY,
  },
  MULTIPLE_DOCS: SECOND_DOCUMENT,
  NON_STRING_KEY: {
    code: "yaml-non-string-key",
    message: "A key must be plain text, without a tag, an alias, a list or a mapping.",
    fix: "Use a plain word as the key.",
  },
  RESOURCE_EXHAUSTION: TOO_DEEP,
  TAB_AS_INDENT: {
    code: "yaml-tab-as-indent",
    message: "The indentation contains a tab.",
    fix: "Indent with spaces.",
  },
  UNEXPECTED_TOKEN: {
    code: "yaml-unexpected-token",
    message: "There is unexpected text after the value.",
    fix: CHECK_LINES,
  },
};
