/** Most requests of one client in flight, and most lists written, at once, unless configured. */
export const MOST_AT_ONCE = 16;

/** More than this cannot be configured. Readings start as many tasks, and the client's limiter lets their requests out. */
export const LARGEST_CONCURRENCY = 64;

/**
 * Runs a task for every item, at most `limit` at once, and gives the results in the items' order. When one rejects, no
 * further task starts, and the first rejection is passed on after those under way have ended.
 */
export async function mapConcurrent<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = numbered(items);
  const results: Result[] = [];
  const failures: unknown[] = [];
  // All workers draw from one queue; a worker that leaves its loop early closes the queue for all.
  const worker = async (): Promise<void> => {
    for (const { at, item } of queue) {
      try {
        results[at] = await task(item);
      } catch (failure) {
        failures.push(failure);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}

function* numbered<Item>(items: Iterable<Item>): Generator<{ readonly at: number; readonly item: Item }> {
  let at = 0;
  for (const item of items) yield { at: at++, item };
}

/** Items by a key, in the order of their first occurrence. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) valueAt(groups, keyOf(item), () => []).push(item);
  return groups;
}

/** The value of a key; a new one is put there where there is none. */
export function valueAt<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}

/** Adds one, or another number, to the count of a key. */
export function countUp<Key>(counts: Map<Key, number>, key: Key, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}
