const HEAD = /^\{(?:"page":\{(?:"[A-Za-z]+":[0-9]+,?)+\},)?"content":\[/;

/** A page in two parts: its rows, and the page's text without them. */
export interface CutPage<Rows> {
  readonly rows: Rows;
  readonly rest: string;
}

/** The rows from a place of a text on, up to the first that is written otherwise, and where they end. */
export interface RowsRead<Rows> {
  readonly rows: Rows;
  readonly end: number;
}

/**
 * Takes the rows out of a page's text. Undefined unless `readRows` takes all of them: then the whole text must be parsed, and
 * whatever is wrong be named.
 */
export function cutPage<Rows>(
  text: string,
  readRows: (text: string, from: number) => RowsRead<Rows>,
): CutPage<Rows> | undefined {
  const head = HEAD.exec(text)?.[0];
  if (head === undefined) return undefined;
  const { rows, end } = readRows(text, head.length);
  const tail = text.slice(end);
  // Another `content` in the tail would be the one that counts.
  if (!tail.startsWith("]") || tail.includes("content") || tail.includes("\\")) return undefined;
  return { rows, rest: head + tail };
}
