import { EMPTY, own, type TerminalText } from "../escape/terminal.ts";

/** How text may look. `width` is in columns. */
export interface Style {
  readonly color: boolean;
  readonly width: number;
  /** Read by a person: rows of a table may take several lines. Programs count on one. */
  readonly isTerminal?: true;
}

/** What a piece of text is, for its colour. */
export type Tone = "add" | "update" | "delete" | "detach" | "alarm" | "strong" | "faint" | "place";

const SGR: Record<Tone, string> = {
  add: "32",
  update: "33",
  delete: "31",
  detach: "31",
  alarm: "1;31",
  strong: "1",
  faint: "2",
  place: "36",
};

/** Colours a text. Colour never carries meaning alone: signs and words do. */
export function paint(style: Style, tone: Tone, text: TerminalText): TerminalText {
  return style.color ? own(`\u001b[${SGR[tone]}m${text}\u001b[0m`) : text;
}

const NARROW = /^[ -~]*$/;
const COMBINING = /\p{M}/u;
// What Unicode calls wide or full-width, in the blocks that it fills with such characters, and what it shows as a picture.
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

const COLOUR = /\u001b\[[\d;]*m/g;

/** Columns that a text takes on a terminal, its colours aside: two for a wide character, none for an accent that is a character of its own. */
export function columns(text: string): number {
  if (NARROW.test(text)) return text.length;
  return [...text.replace(COLOUR, "")].reduce((sum, character) => sum + columnsOf(character), 0);
}

function columnsOf(character: string): number {
  if (COMBINING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Fills a text with spaces up to a number of columns. */
export function pad(text: TerminalText, width: number): TerminalText {
  return own(text + spaces(width - columns(text)));
}

/** The same with the spaces before it. */
export function padStart(text: TerminalText, width: number): TerminalText {
  return own(spaces(width - columns(text)) + text);
}

/** Without the blanks at its end. */
export function trimmed(text: TerminalText): TerminalText {
  return own(text.trimEnd());
}

/** This number of spaces; none for a negative count. */
export function spaces(count: number): TerminalText {
  return own(" ".repeat(Math.max(0, count)));
}

/**
 * Breaks a text at its spaces into lines no wider than asked, words longer than that aside. Commands between backticks stay in
 * one piece, to be copied.
 */
export function wrap(text: TerminalText, width: number): TerminalText[] {
  const lines: string[] = [];
  let line = "";
  const joined = text.replace(COMMAND, (command) => command.replaceAll(" ", NO_BREAK));
  for (const word of joined.split(" ")) {
    if (line !== "" && columns(line) + 1 + columns(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].map((one) => own(one.replaceAll(NO_BREAK, " ")));
}

// Longer texts are the words of servers.
const COMMAND = /`[^`]{1,90}`/g;
// In no text that is shown: Unicode gives it no character.
const NO_BREAK = "\uffff";

/** The same with blanks before each line, none behind it: `indent` before the first, `hang` before the others. */
export function wrapIndented(text: TerminalText, width: number, indent: number, hang = indent): TerminalText[] {
  return wrap(text, width - Math.max(indent, hang)).map((line, at) =>
    own(`${spaces(at === 0 ? indent : hang)}${line.trimEnd()}`),
  );
}

/** A message of whole lines, in which lines that are wider than a terminal are broken at their blanks, below their beginning. */
export function fitted(text: TerminalText, width: number): TerminalText;
/** The same of a result, whose parts were escaped one by one. */
export function fitted(text: string, width: number): string;
/** The same of both. */
export function fitted(text: string, width: number): TerminalText {
  const fit = (line: string) =>
    columns(line) <= width ? [line] : wrapIndented(own(line.trimStart()), width, indentOf(line));
  return own(text.split("\n").flatMap(fit).join("\n"));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Short texts side by side, as many as a line holds: none is broken. */
export function inColumns(texts: readonly TerminalText[], width: number): TerminalText[] {
  const widest = texts.reduce((most, text) => Math.max(most, columns(text)), 0) + 2;
  const perLine = Math.max(1, Math.floor(width / widest));
  const rows = Array.from({ length: Math.ceil(texts.length / perLine) }, (_, at) =>
    texts.slice(at * perLine, (at + 1) * perLine),
  );
  return rows.map((row) => own(`  ${row.map((text) => pad(text, widest)).join("")}`.trimEnd()));
}

/** Texts behind a label, which is `indent` columns from the left; all lines but the first begin under the first text. */
export function labelled(
  label: TerminalText,
  texts: readonly TerminalText[],
  width: number,
  indent = 0,
): TerminalText[] {
  const hang = indent + columns(label) + 2;
  const [first = EMPTY, ...more] = texts.flatMap((text) => wrapIndented(text, width, hang));
  return [own(`${spaces(indent)}${label}  ${first.slice(hang)}`), ...more];
}
