import { Composer, type Document, Lexer, Parser } from "yaml";
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

/** The text's first document, and where a second one starts, or the place where it exceeds a limit. */
export type DocumentReading =
  | {
      readonly kind: "document";
      readonly document: Document;
      readonly second: number | undefined;
      readonly lexemes: number;
    }
  | { readonly kind: "long-scalar" | "too-many" | "too-deep"; readonly at: number; readonly length: number };

/** Thrown out of the generators of `yaml`, which know no other way to stop. */
class Limit extends Error {
  readonly reading: DocumentReading;

  constructor(reading: DocumentReading) {
    super();
    this.reading = reading;
  }
}

/** What `parseDocument` of `yaml` does, within limits. */
export function readDocument(text: string): DocumentReading {
  const { stackTraceLimit } = Error;
  // Each error of a text that is not YAML would keep its stack: four times the memory, and eight times the time.
  Error.stackTraceLimit = 0;
  try {
    return firstDocument(text);
  } catch (error) {
    if (error instanceof Limit) return error.reading;
    throw error;
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
  return { kind: "document", document, second, ...counter };
}

function* tokensOf(text: string, counter: { lexemes: number }) {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    const { length } = lexeme;
    const at = parser.offset;
    if (length > LONGEST_SCALAR && !NO_SCALAR.test(lexeme)) throw new Limit({ kind: "long-scalar", at, length });
    counter.lexemes += 1;
    if (counter.lexemes > MOST_LEXEMES) throw new Limit({ kind: "too-many", at, length: MOST_LEXEMES });
    yield* parser.next(lexeme);
    if (parser.stack.length > DEEPEST) throw new Limit({ kind: "too-deep", at, length: DEEPEST });
  }
  yield* parser.end();
}
