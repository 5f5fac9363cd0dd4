import type { TerminalText } from "../escape/terminal.ts";

/** How plates, and what may name some, are shown to the readers of an output (reliability S27). */
export interface PlateView {
  /** Whether everything is shown as it is. */
  readonly isFull: boolean;
  /** A text that is a plate, or should be one. */
  plate(text: string): string;
  /** Sentences of platectl: what files, servers and people wrote is in backticks there. */
  message(text: TerminalText): TerminalText;
  message(text: string): string;
  /** A document, or rows of one, by the names of its fields: the one place where documents are masked. */
  document<Document>(document: Document): Document;
}

/** Written in place of a digest. */
export const NO_DIGEST = "masked";

/** Shows everything as it is. */
export const FULL_PLATES: PlateView = {
  isFull: true,
  plate: (text) => text,
  message: <Text>(text: Text) => text,
  document: (document) => document,
};
