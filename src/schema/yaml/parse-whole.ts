import type { Document, YAMLError } from "yaml";
import { withCommas } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { checkNotCorrupt, warnOfLastLine } from "./corruption-checks.ts";
import { SlipFinder } from "./find-slips.ts";
import type { Lines, Parsed } from "./tree.ts";
import { type DocumentReading, LONGEST_SCALAR, MOST_LEXEMES, readDocument } from "./yaml-document.ts";
import { explainYamlError, SECOND_DOCUMENT, TOO_DEEP } from "./yaml-errors.ts";
import { toTree } from "./yaml-tree.ts";

/** Syntax errors shown of one file; those after the first few are mostly echoes of them. */
const MAX_SYNTAX_ERRORS = 10;

/** A blank line, or one with a comment only. */
const IDLE_LINE = /[ \t]*(?:#.*)?\r?\n/y;

/** Reads a YAML text into a tree with positions, all scalars as written, and reports everything that is not plain YAML. */
export type Parse = (lines: Lines, diagnostics: DiagnosticCollector) => Parsed;

/** Reads a text with every car as a node: slow, and the reference for `parse`, which must give the same result. */
export function parseWhole(lines: Lines, diagnostics: DiagnosticCollector): Parsed {
  return check(lines, diagnostics) ? readYaml(lines.text, lines, diagnostics) : { kind: "broken" };
}

/** Whether a text may be read as YAML; what keeps it from that is reported. */
export function check(lines: Lines, diagnostics: DiagnosticCollector): boolean {
  const { text } = lines;
  if (!checkNotCorrupt(text, lines, diagnostics)) return false;
  warnOfLastLine(text, "]}\"'", lines, diagnostics);
  return checkDirectives(text, lines, diagnostics);
}

/** Reads a text by `yaml`; places are those of `lines`. */
export function readYaml(text: string, lines: Pick<Lines, "sourceAt">, diagnostics: DiagnosticCollector): Parsed {
  const reading = readDocument(text);
  if (reading.kind !== "document") return reportLimit(reading, lines, diagnostics);
  const { document, second, lexemes } = reading;
  if (!reportSyntax(text, document, second, lines, diagnostics)) return { kind: "broken" };
  if (document.contents === null) {
    const fix = "Start from `platectl export` or `platectl init`; for an empty list, write `cars: []`.";
    diagnostics.error("empty-file", "The file is empty apart from blanks and comments.", lines.sourceAt(0), fix);
    return { kind: "broken" };
  }
  return { kind: "tree", root: toTree(document.contents, text, lines, diagnostics), lexemes };
}

function checkDirectives(text: string, lines: Lines, diagnostics: DiagnosticCollector): boolean {
  let at = 0;
  for (IDLE_LINE.lastIndex = 0; IDLE_LINE.test(text); ) at = IDLE_LINE.lastIndex;
  if (text[at] !== "%") return true;
  const fix = "Remove the line; the file is always read as YAML 1.2 with plain text values.";
  diagnostics.error("yaml-directive", "YAML directives are not accepted.", lines.sourceAt(at), fix);
  return false;
}

function reportLimit(
  { kind, at, length }: Exclude<DocumentReading, { kind: "document" }>,
  lines: Pick<Lines, "sourceAt">,
  diagnostics: DiagnosticCollector,
): Parsed {
  const source = lines.sourceAt(at);
  if (kind === "too-deep") {
    diagnostics.error(TOO_DEEP.code, TOO_DEEP.message, source, TOO_DEEP.fix);
    return { kind: "broken" };
  }
  if (kind === "long-scalar") {
    const message = `A key or value of ${withCommas(length)} characters starts here; the limit is ${withCommas(LONGEST_SCALAR)}.`;
    diagnostics.error("yaml-long-value", message, source, "Look for a quote that is not closed, or shorten the value.");
    return { kind: "broken" };
  }
  const message = `The file is too large outside of plain lists of cars: more than ${withCommas(MOST_LEXEMES)} YAML tokens up to here.`;
  const fix =
    "Write one car per line below `cars:`, each after a dash, move cars to lists (`carsFrom`), or split the file.";
  diagnostics.error("yaml-too-long", message, source, fix);
  return { kind: "broken", isTooLong: true };
}

function reportSyntax(
  text: string,
  document: Document,
  second: number | undefined,
  lines: Pick<Lines, "sourceAt">,
  diagnostics: DiagnosticCollector,
): boolean {
  const tooDeep = document.errors.find((error) => error.code === "RESOURCE_EXHAUSTION");
  // A tag that `yaml` does not know is a warning to it; the tree walk names tags better.
  const warnings = document.warnings.filter((warning) => warning.code !== "TAG_RESOLVE_FAILED");
  const all: YAMLError[] = tooDeep ? [tooDeep] : [...document.errors, ...warnings].slice(0, MAX_SYNTAX_ERRORS);
  const none = { slips: [], others: all };
  const isWellFormed = all.length === 0 || tooDeep !== undefined;
  const { slips, others } = isWellFormed ? none : new SlipFinder(text, document.contents).explain(all, lines);
  for (const slip of slips) diagnostics.explained(slip, lines.sourceAt(slip.at));
  for (const error of others) diagnostics.explained(explainYamlError(error), lines.sourceAt(error.pos[0]));
  if (second === undefined || tooDeep || all.length === MAX_SYNTAX_ERRORS) return all.length === 0;
  diagnostics.explained(SECOND_DOCUMENT, lines.sourceAt(second));
  return false;
}
