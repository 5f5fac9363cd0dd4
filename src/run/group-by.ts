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
