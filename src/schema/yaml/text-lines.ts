/** Where the line of an offset begins. */
export function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** How many characters stand before an offset on its line. */
export function columnOf(text: string, at: number): number {
  return at - startOfLine(text, at);
}

/** Where the line of an offset ends: its line feed, or the end of the text. */
export function endOfLine(text: string, at: number): number {
  const lineFeed = text.indexOf("\n", at);
  return lineFeed < 0 ? text.length : lineFeed;
}

/** Where the line after that of an offset begins; the end of the text where there is none. */
export function nextLine(text: string, at: number): number {
  return Math.min(endOfLine(text, at) + 1, text.length);
}
