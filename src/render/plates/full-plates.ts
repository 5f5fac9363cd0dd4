import type { Diagnostic, PlateRules } from "../../allowlist/index.ts";
import type { TerminalText } from "../escape/terminal.ts";
import type { TableColumn } from "../text/table.ts";

/** How plates are shown to whoever reads an output (reliability S27). */
export interface PlateView {
  /** Whether everything is shown as it is. */
  readonly isFull: boolean;
  /** Spellings are compared so from now on. */
  compareBy(rules: PlateRules): void;
  /** From now on these plates are found in free text, too. */
  learn(plates: Iterable<string>): void;
  /** A text that is a plate, or should be one. */
  plate(text: string): string;
  /** Free text, which may name plates. */
  text(text: TerminalText): TerminalText;
  text(text: string): string;
  /** Text that a server wrote: it may name plates that were never read, so whatever looks like one counts. */
  foreign(text: string): string;
  /** A whole output, whose numbers and words are to stay: a last look at what is unlike anything but a plate. */
  output(text: TerminalText): TerminalText;
  output(text: string): string;
  /** A document or a row of one; its plates are learnt first. What is made from plates without a key is left out. */
  document(value: unknown): unknown;
  /** Learns the plates of a document, or of a part of one. */
  learnFrom(value: unknown): void;
  /** A part of a document whose plates were learnt. */
  part(value: unknown): unknown;
  /** Problems in fleet files, which quote what is written there. */
  diagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[];
  /** Columns whose cells are shown by their names. */
  columns<Row>(columns: readonly TableColumn<Row>[]): readonly TableColumn<Row>[];
}

/** Shows everything as it is. */
export const FULL_PLATES: PlateView = {
  isFull: true,
  compareBy: () => undefined,
  learn: () => undefined,
  plate: (text) => text,
  text: <Text>(text: Text) => text,
  foreign: (text) => text,
  output: <Text>(text: Text) => text,
  document: (value) => value,
  learnFrom: () => undefined,
  part: (value) => value,
  diagnostics: (diagnostics) => diagnostics,
  columns: (columns) => columns,
};
