/**
 * Runs a task for every item, at most `limit` at once, and gives the results in the items' order. When one rejects, no
 * further task starts, and the first rejection is passed on after those under way have ended.
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const at = next++;
      const item = items[at];
      if (item === undefined) continue;
      try {
        results.set(at, await task(item));
      } catch (failure) {
        failures.push(failure);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return items.flatMap((_, at) => {
    const result = results.get(at);
    return result === undefined ? [] : [result];
  });
}
