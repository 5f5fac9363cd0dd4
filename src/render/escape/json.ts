import { UNSEEN } from "./visible.ts";

/**
 * A value as JSON, indented by two spaces, with a line break at the end. Unseen characters and runner commands are
 * spelt as JSON's own escapes, so a log that shows the text is safe and a parser reads the very same value.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.replace(NOT_PLAIN, (part) => part.replace(UNSEEN, escaped)).replace(/#(?=#)/g, escaped)}\n`;
}

// All that is unseen is beyond ASCII. The line breaks are the indentation's: inside strings JSON has escaped them already.
const NOT_PLAIN = /[^\n -~]+/g;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** A value as one line of NDJSON: ASCII alone, so no character of it ends a line or hides; a parser reads the very same value. */
export function ndjsonLine(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\u007f-\uffff]|#(?=#)/g, escapedUnit);
  return `${text}\n`;
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
