/** A part of a text and what replaces it. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What goes into a text at one place. */
export function insertion(at: number, text: string): Splice {
  return { from: at, to: at, text };
}

/** The text with all parts replaced; they do not overlap. Every other character stays. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let result = "";
  let done = 0;
  for (const { from, to, text: instead } of [...splices].sort((left, right) => left.from - right.from)) {
    result += text.slice(done, from) + instead;
    done = to;
  }
  return result + text.slice(done);
}
