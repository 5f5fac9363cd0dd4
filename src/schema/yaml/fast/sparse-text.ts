import type { Source } from "../../../allowlist/index.ts";
import type { Lines, Tree } from "../tree.ts";
import type { Span } from "./car-list-scan.ts";

/** A text without most items of its long lists, and the way back to the places in the whole text. */
export class SparseText {
  readonly text: string;
  readonly #lines: Lines;
  /** Where each kept piece starts, in the whole text and in the sparse one. */
  readonly #pieces: readonly { readonly from: number; readonly at: number }[];

  constructor(lines: Lines, elided: readonly Span[]) {
    const kept = keptSpans(lines.text, elided);
    let at = 0;
    this.#pieces = kept.map(({ from, to }) => {
      const piece = { from, at };
      at += to - from;
      return piece;
    });
    this.text = kept.map(({ from, to }) => lines.text.slice(from, to)).join("");
    this.#lines = lines;
  }

  /** The offset in the whole text. */
  originOf(offset: number): number {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pieces[middle]?.at ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const piece = this.#pieces[low] ?? { from: 0, at: 0 };
    return piece.from + offset - piece.at;
  }

  /** The place in the whole text. */
  sourceAt(offset: number): Source {
    return this.#lines.sourceAt(this.originOf(offset));
  }

  /** A tree of the sparse text with the offsets of the whole text. */
  restore(tree: Tree): Tree {
    const at = this.originOf(tree.at);
    switch (tree.kind) {
      case "scalar":
      case "long-list":
      case "unusable":
        return { ...tree, at };
      case "list":
        return { ...tree, items: tree.items.map((item) => this.restore(item)), at };
      case "mapping": {
        const pairs = tree.pairs.map(({ key, keyAt, value }) => {
          return { key, keyAt: this.originOf(keyAt), value: this.restore(value) };
        });
        return { ...tree, pairs, at };
      }
    }
  }
}

function keptSpans(text: string, elided: readonly Span[]): Span[] {
  const kept: Span[] = [];
  let from = 0;
  for (const span of elided) {
    kept.push({ from, to: span.from });
    from = span.to;
  }
  return [...kept, { from, to: text.length }];
}
