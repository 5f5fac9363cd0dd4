/** A calculation in steps: each `yield` is a point where others may have a turn. */
export type Steps<Result> = Generator<void, Result, void>;

/** So many items are worked on between two such points: some thousandths of a second, to which a turn adds little. */
export const ITEMS_A_STEP = 5_000;

/** Takes all steps at once. */
export function takeSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Works on each item in turn. */
export function* eachInSteps<Item extends Given>(items: Iterable<Item>, work: (item: Item) => void): Steps<void> {
  if (Array.isArray(items)) return yield* eachOfList(items, work);
  const iterator = items[Symbol.iterator]();
  while (!workOnSome(iterator, work)) yield;
}

/** What a list holds; `undefined` stands for its end. */
type Given = NonNullable<unknown>;

// Most items come in arrays, and to ask an iterator for each takes longer than what is done with many.
function* eachOfList<Item extends Given>(items: readonly Item[], work: (item: Item) => void): Steps<void> {
  for (let from = 0; from < items.length; from += ITEMS_A_STEP) {
    workOnPart(items, from, work);
    // After the last full one, too: another pass may follow at once.
    if (from + ITEMS_A_STEP <= items.length) yield;
  }
}

// A function of its own: V8 compiles it once for all lists.
function workOnPart<Item extends Given>(items: readonly Item[], from: number, work: (item: Item) => void): void {
  const to = Math.min(from + ITEMS_A_STEP, items.length);
  for (let at = from; at < to; at += 1) {
    const item = items[at];
    if (item !== undefined) work(item);
  }
}

/** What `work` makes of each item, in their order. */
export function* mapInSteps<Item extends Given, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Steps<Result[]> {
  const results: Result[] = [];
  yield* eachInSteps(items, (item) => {
    results.push(work(item));
  });
  return results;
}

/** A sorted copy; of equal items the earlier one comes first. */
export function* sortInSteps<Item extends object>(items: readonly Item[], compare: Compare<Item>): Steps<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += ITEMS_A_STEP) {
    if (from > 0) yield;
    runs.push(items.slice(from, from + ITEMS_A_STEP).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

type Compare<Item> = (left: Item, right: Item) => number;

/** Whether nothing is left. */
function workOnSome<Item>(iterator: Iterator<Item>, work: (item: Item) => void): boolean {
  for (let count = 0; count < ITEMS_A_STEP; count += 1) {
    const next = iterator.next();
    if (next.done) return true;
    work(next.value);
  }
  return false;
}

function* merge<Item extends object>(left: Item[], right: Item[], compare: Compare<Item>): Steps<Item[]> {
  const [last, first] = [left.at(-1), right[0]];
  // Lists are often kept in order.
  if (!last || !first || compare(last, first) <= 0) return left.concat(right);
  const merge = new Merge(left, right, compare);
  while (!merge.takeSome()) yield;
  return merge.into;
}

class Merge<Item extends object> {
  readonly into: Item[] = [];
  readonly #left: readonly Item[];
  readonly #right: readonly Item[];
  readonly #compare: Compare<Item>;
  #fromLeft = 0;
  #fromRight = 0;

  constructor(left: readonly Item[], right: readonly Item[], compare: Compare<Item>) {
    this.#left = left;
    this.#right = right;
    this.#compare = compare;
  }

  /** Whether nothing is left. */
  takeSome(): boolean {
    for (let count = 0; count < ITEMS_A_STEP; count += 1) {
      const one = this.#left[this.#fromLeft];
      const other = this.#right[this.#fromRight];
      if (one && (!other || this.#compare(one, other) <= 0)) {
        this.into.push(one);
        this.#fromLeft += 1;
      } else if (other) {
        this.into.push(other);
        this.#fromRight += 1;
      } else return true;
    }
    return false;
  }
}
