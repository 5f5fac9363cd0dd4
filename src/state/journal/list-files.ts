import type { ListMemory } from "../../allowlist/index.ts";
import type { ListFileNews } from "../../ports/index.ts";

/** What is known of the list files of one scope while a journal is folded, by their names. */
export type ListFiles = Map<string, { cars: number | undefined }>;

/** Adds what a run has found out about a list file. */
export function foldListFile(lists: ListFiles, { list, forgotten, cars }: ListFileNews): void {
  if (forgotten) lists.delete(list);
  if (cars !== undefined) lists.set(list, { cars });
}

/** The same once the journal is folded; undefined when nothing is known. */
export function listMemories(lists: ListFiles): ReadonlyMap<string, ListMemory> | undefined {
  if (lists.size === 0) return undefined;
  return new Map([...lists].map(([name, { cars }]) => [name, { ...(cars !== undefined && { cars }) }]));
}

/** What a snapshot says of the list files: as much as the journal has told of them. */
export function listSnapshots(lists: ReadonlyMap<string, ListMemory>): ListFileNews[] {
  return [...lists].map(([list, { cars }]) => ({ list, ...(cars !== undefined && { cars }) }));
}
