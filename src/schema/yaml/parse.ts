import type { Document, YAMLError } from "yaml";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import { checkNotCorrupt, warnOfLastLine } from "./corruption-checks.ts";
import { parseSparseText } from "./fast/parse-sparse-text.ts";
import type { Lines, Parsed } from "./tree.ts";
import { type DocumentReading, LONGEST_SCALAR, MOST_LEXEMES, readDocument } from "./yaml-document.ts";
import { SECOND_DOCUMENT, TOO_DEEP, wordsFor } from "./yaml-errors.ts";
import { treeOf } from "./yaml-tree.ts";

/** Syntax errors shown of one file; those after the first few are mostly echoes of them. */
const MAX_SYNTAX_ERRORS = 10;

/** A blank line or a comment. */
const IDLE_LINE = /[ \t]*(?:#.*)?\r?\n/y;

/** Reads a YAML text into a tree with positions, all scalars as written, and reports everything that is no plain YAML. */
export type Parse = (lines: Lines, problems: DiagnosticCollector) => Parsed;

/** Reads a text whose car lists may be long. */
export function parse(lines: Lines, problems: DiagnosticCollector): Parsed {
  if (!check(lines, problems)) return { kind: "broken" };
  return parseSparseText(lines, problems, readYaml) ?? readYaml(lines.text, lines, problems);
}

/** Reads a text with every car as a node: all that `parse` says must be what this says. */
export function parseWhole(lines: Lines, problems: DiagnosticCollector): Parsed {
  return check(lines, problems) ? readYaml(lines.text, lines, problems) : { kind: "broken" };
}

function check(lines: Lines, problems: DiagnosticCollector): boolean {
  const { text } = lines;
  if (!checkNotCorrupt(text, lines, problems)) return false;
  warnOfLastLine(text, "]}\"'", lines, problems);
  return checkDirectives(text, lines, problems);
}

function readYaml(text: string, lines: Pick<Lines, "sourceAt">, problems: DiagnosticCollector): Parsed {
  const reading = readDocument(text);
  if (reading.kind !== "document") return reportLimit(reading, lines, problems);
  const { document, second, lexemes } = reading;
  if (!reportSyntax(document, second, lines, problems)) return { kind: "broken" };
  if (document.contents === null) {
    const fix = "Start from `platectl init`; to mean an empty list, write `cars: []`.";
    problems.error("empty-file", "The file holds nothing but blanks or comments.", lines.sourceAt(0), fix);
    return { kind: "broken" };
  }
  return { kind: "tree", root: treeOf(document.contents, text, lines, problems), lexemes };
}

function checkDirectives(text: string, lines: Lines, problems: DiagnosticCollector): boolean {
  let at = 0;
  for (IDLE_LINE.lastIndex = 0; IDLE_LINE.test(text); ) at = IDLE_LINE.lastIndex;
  if (text[at] !== "%") return true;
  const fix = "Remove the line; the file is always read as YAML 1.2 with plain text values.";
  problems.error("yaml-directive", "YAML directives are not accepted.", lines.sourceAt(at), fix);
  return false;
}

function reportLimit(
  { kind, at, length }: Exclude<DocumentReading, { kind: "document" }>,
  lines: Pick<Lines, "sourceAt">,
  problems: DiagnosticCollector,
): Parsed {
  const source = lines.sourceAt(at);
  if (kind === "too-deep") {
    problems.error("yaml-resource-exhaustion", TOO_DEEP.message, source, TOO_DEEP.fix);
    return { kind: "broken" };
  }
  if (kind === "long-scalar") {
    const message = `A key or value of ${length} characters starts here; at most ${LONGEST_SCALAR} are read.`;
    problems.error("yaml-long-value", message, source, "Look for a quote that is not closed, or shorten the value.");
    return { kind: "broken" };
  }
  const message = `The file says too much outside of plain lists of cars: more than ${MOST_LEXEMES} words and marks up to here.`;
  const fix =
    "Write one car a line below `cars:`, each after a dash, put cars into lists (`carsFrom`), or split the file.";
  problems.error("yaml-too-long", message, source, fix);
  return { kind: "broken", isTooLong: true };
}

function reportSyntax(
  document: Document,
  second: number | undefined,
  lines: Pick<Lines, "sourceAt">,
  problems: DiagnosticCollector,
): boolean {
  const tooDeep = document.errors.find((error) => error.code === "RESOURCE_EXHAUSTION");
  // A tag that `yaml` does not know is a warning to it; the tree walk names tags better.
  const warnings = document.warnings.filter((warning) => warning.code !== "TAG_RESOLVE_FAILED");
  const all: YAMLError[] = tooDeep ? [tooDeep] : [...document.errors, ...warnings].slice(0, MAX_SYNTAX_ERRORS);
  for (const error of all) {
    const code = error.code.toLowerCase().replaceAll("_", "-");
    const { message, fix } = wordsFor(error);
    problems.error(`yaml-${code}`, message, lines.sourceAt(error.pos[0]), fix);
  }
  if (second === undefined || tooDeep || all.length === MAX_SYNTAX_ERRORS) return all.length === 0;
  const { message, fix } = SECOND_DOCUMENT;
  problems.error("yaml-multiple-docs", message, lines.sourceAt(second), fix);
  return false;
}
