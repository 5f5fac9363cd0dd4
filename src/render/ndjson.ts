/** A value as one line of NDJSON: ASCII alone, so no character of it ends a line or hides; a parser reads the very same value. */
export function ndjsonLine(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\u007f-\uffff]|#(?=#)/g, escaped);
  return `${text}\n`;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
