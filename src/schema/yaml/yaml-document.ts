import { Composer, type Document, Lexer, Parser } from "yaml";
import { withCommas } from "../../allowlist/index.ts";
import type { Explanation } from "../diagnostics/diagnostic-collector.ts";
import { LONGEST_SCALAR, MOST_LEXEMES } from "./tree.ts";

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
  // `yaml` compares every two keys: 100,000 keys would take minutes. yaml-tree.ts uses a map instead.
  uniqueKeys: false,
} as const;

/**
 * The deepest nesting that `yaml` is given; a fleet file has some ten levels. At some thousands the stack ends, which
 * `yaml` reports as long as the engine does not compile a regular expression there: then the process aborts.
 */
const DEEPEST = 400;

const NO_SCALAR = /^[\s#]/;

/** The text's first document, the number of its tokens, and where a second document starts. */
export interface DocumentReading {
  readonly document: Document;
  readonly second: number | undefined;
  readonly lexemes: number;
}

/** A text exceeds a limit at a place. It is thrown out of the generators of `yaml`, which know no other way to stop. */
export class Limit extends Error {
  readonly at: number;
  readonly explanation: Explanation;

  constructor(at: number, explanation: Explanation) {
    super();
    this.at = at;
    this.explanation = explanation;
  }
}

/** What `parseDocument` of `yaml` does, within limits. Throws `Limit` beyond them. */
export function readDocument(text: string): DocumentReading {
  const { stackTraceLimit } = Error;
  // Each error of a text that is not YAML would keep its stack: four times the memory, and eight times the time.
  Error.stackTraceLimit = 0;
  try {
    return firstDocument(text);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function firstDocument(text: string): DocumentReading {
  let document: Document | undefined;
  let second: number | undefined;
  const counter = { lexemes: 0 };
  for (const next of new Composer(OPTIONS).compose(tokensOf(text, counter), true, text.length)) {
    if (document) second = next.range[0];
    if (document) break;
    document = next;
  }
  if (!document) throw new TypeError("yaml gave no document");
  return { document, second, ...counter };
}

function* tokensOf(text: string, counter: { lexemes: number }) {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    const at = parser.offset;
    if (lexeme.length > LONGEST_SCALAR && !NO_SCALAR.test(lexeme)) throw new Limit(at, longScalar(lexeme.length));
    counter.lexemes += 1;
    if (counter.lexemes > MOST_LEXEMES) throw new Limit(at, TOO_MANY);
    yield* parser.next(lexeme);
    if (parser.stack.length > DEEPEST) throw new Limit(at, TOO_DEEP);
  }
  yield* parser.end();
}

function longScalar(length: number): Explanation {
  return {
    code: "yaml-long-value",
    message: `A key or value of ${withCommas(length)} characters starts here; the limit is ${withCommas(LONGEST_SCALAR)}.`,
    fix: "Look for a quote that is not closed, or shorten the value.",
  };
}

const TOO_MANY: Explanation = {
  code: "yaml-too-long",
  message: `The file is too large to be read as YAML: more than ${withCommas(MOST_LEXEMES)} YAML tokens up to here.`,
  fix: "Move cars to lists (`carsFrom`), or write the file plainly all through: one car per line, each text on one line without escapes.",
};

/** A file with too many levels. */
export const TOO_DEEP: Explanation = {
  code: "yaml-resource-exhaustion",
  message: "The file is nested too deeply.",
  fix: "Remove the nested brackets and dashes; a fleet file needs few levels.",
};
