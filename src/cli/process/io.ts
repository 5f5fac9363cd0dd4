import { writeSync } from "node:fs";
import { type DocumentContent, type DocumentName, SCHEMA_VERSION } from "../../documents/index.ts";
import { FULL_PLATES, fitted, jsonText, type PlateView, type Style, type TerminalText } from "../../render/index.ts";

/** The streams of one invocation. Results go to stdout, everything else to stderr. */
export interface Io {
  /** Resolves once the text is handed over; rejects when the reader has gone or the disk is full. */
  readonly result: (text: string) => Promise<void>;
  /** A message for people; it may be lost when no one reads stderr. */
  readonly message: (text: TerminalText) => void;
  /** Called with every token before its first use, so that a log can mask it. */
  readonly secret?: (token: string) => void;
  /** How plates are shown in results and messages. */
  readonly plates: PlateView;
  /** How they are shown in documents for programs; whole where the program is ourselves. */
  readonly documentPlates: PlateView;
  readonly resultStyle: Style;
  readonly messageStyle: Style;
  readonly stdinIsTty: boolean;
  readonly stderrIsTty: boolean;
}

const NARROWEST = 40;
const USUAL_WIDTH = 80;

/** The real streams. `--no-color` and `NO_COLOR` win over `FORCE_COLOR`, which wins over the terminal's absence. */
export function processIo(noColor: boolean): Io {
  // A reader that leaves early must not end an apply under way.
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  return {
    result: (text) => writeResult(text),
    message: (text) => void process.stderr.write(fitToTerminal(text)),
    plates: FULL_PLATES,
    documentPlates: FULL_PLATES,
    resultStyle: styleOf(process.stdout, noColor),
    messageStyle: styleOf(process.stderr, noColor),
    stdinIsTty: process.stdin.isTTY === true,
    stderrIsTty: process.stderr.isTTY === true,
  };
}

/** The same streams, on which plates are shown so; results are made of documents that are. */
export function withPlates(io: Io, plates: PlateView): Io {
  if (plates.isFull) return io;
  return {
    ...io,
    plates,
    documentPlates: plates,
    message: (text) => io.message(plates.message(text)),
  };
}

function styleOf(stream: NodeJS.WriteStream, noColor: boolean): Style {
  const { env } = process;
  const forced = env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "" && env["FORCE_COLOR"] !== "0";
  const refused = noColor || (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "");
  const isCapable = stream.isTTY === true && env["TERM"] !== "dumb";
  const shown = { color: !refused && (forced || isCapable), width: widthOf(stream) };
  return stream.isTTY ? { ...shown, isTerminal: true } : shown;
}

// Some terminals say that they have no columns.
function widthOf({ columns }: NodeJS.WriteStream): number {
  return Math.max(NARROWEST, columns || USUAL_WIDTH);
}

// Through the stream, not console.log: only the stream's callback tells whether the text has arrived.
function writeResult(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** A message as the terminal shows it best; for other readers as it is: they look for lines. */
export function fitToTerminal(text: TerminalText): TerminalText {
  return process.stderr.isTTY ? fitted(text, widthOf(process.stderr)) : text;
}

/** Writes a message to stderr at once, for a program that is about to exit. */
export function writeBeforeExit(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // stderr is closed.
  }
}

/** A document of this name, as its schema says, with plates as they are to be shown; what has no schema does not compile. */
export function jsonDocument<Name extends DocumentName>(
  name: Name,
  content: DocumentContent<Name>,
  plates: PlateView,
): string {
  return jsonText(plates.document({ kind: `platectl/${name}`, schemaVersion: SCHEMA_VERSION, ...content }));
}

/** Prints what a command found: its document (`--json`), or its text; both with plates as they are to be shown. */
export async function printDocument<Name extends DocumentName, Content extends DocumentContent<Name>>(
  name: Name,
  content: Content,
  text: (shown: Content) => string,
  { json }: { readonly json?: boolean },
  io: Io,
): Promise<void> {
  if (json) return io.result(jsonDocument(name, content, io.documentPlates));
  const shown = text(io.plates.document(content));
  await io.result(io.resultStyle.isTerminal ? fitted(shown, io.resultStyle.width) : shown);
}
