import type { WriteRequest } from "../../ports/index.ts";
import type { BatchLimits } from "../run/scope-run.ts";

/** Items still to send, from `from` on. */
interface Group<Item> {
  readonly items: readonly Item[];
  from: number;
}

/** What waits to be sent to one list, in order. Groups stay apart. */
export class SendQueue<Item> {
  readonly #groups: Group<Item>[] = [];

  /** In the order of these groups. */
  constructor(groups: readonly (readonly Item[])[]) {
    for (const items of groups.toReversed()) this.putFirst(items);
  }

  /** What is to be sent next: at least one item and at most so many; none when nothing waits. */
  first(most: number): readonly Item[] {
    const group = this.#groups.at(-1);
    return group ? group.items.slice(group.from, group.from + Math.max(1, most)) : [];
  }

  /** Takes that many items out of the first group. */
  take(count: number): void {
    const group = this.#groups.at(-1);
    if (!group) return;
    group.from += count;
    if (group.from >= group.items.length) this.#groups.pop();
  }

  /** Puts a group before all others. */
  putFirst(items: readonly Item[]): void {
    if (items.length > 0) this.#groups.push({ items, from: 0 });
  }
}

/**
 * The request with as many of its cars, from the first on, as its head has room for; at least one. A car that is too long
 * on its own still gets its request: the server may judge otherwise.
 */
export function firstBatch(
  request: WriteRequest,
  { headBytes: limit }: Pick<BatchLimits, "headBytes">,
  headBytes: (request: WriteRequest) => number,
): WriteRequest {
  const firstCars = (count: number): WriteRequest => ({ ...request, cars: request.cars.slice(0, count) });
  if (headBytes(request) <= limit) return request;
  let fits = 1;
  let tooMany = request.cars.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (headBytes(firstCars(middle)) <= limit) fits = middle;
    else tooMany = middle;
  }
  return firstCars(fits);
}
