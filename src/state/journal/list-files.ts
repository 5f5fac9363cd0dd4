import { type ListMemory, type ListRow, type PlateKey, type PlateRules, plateKeyOf } from "../../allowlist/index.ts";
import { valueAt } from "../../run/collections.ts";
import type { ListFileNews } from "../../run/ports/index.ts";

interface ListFile {
  cars: number | undefined;
  skipped: number | undefined;
  readonly rows: Map<PlateKey, ListRow>;
  readonly gone: Map<PlateKey, string>;
}

/** What is known of the list files of one scope while a journal is folded, by their names. */
export type ListFiles = Map<string, ListFile>;

/** A row without a last day; most are. */
const PLAIN_ROW: ListRow = {};

/** Adds what a run has found out about a list file. */
export function foldListFile(lists: ListFiles, news: ListFileNews, rules: PlateRules): void {
  if (news.forgotten) lists.delete(news.list);
  const { rows = [], gone = [], dropped = [] } = news;
  if ((news.cars ?? news.skipped) === undefined && rows.length + gone.length + dropped.length === 0) return;
  const file = valueAt(lists, news.list, () => ({
    cars: undefined,
    skipped: undefined,
    rows: new Map(),
    gone: new Map(),
  }));
  file.cars = news.cars ?? file.cars;
  file.skipped = news.skipped ?? file.skipped;
  const set = (licenseNumber: string, row?: ListRow, since?: string): void => {
    const plateKey = plateKeyOf(licenseNumber, rules);
    if (plateKey === undefined) return;
    if (row) file.rows.set(plateKey, row);
    else file.rows.delete(plateKey);
    if (since === undefined) file.gone.delete(plateKey);
    else file.gone.set(plateKey, since);
  };
  for (const row of rows) {
    if (typeof row === "string") set(row, PLAIN_ROW);
    else set(row.licenseNumber, { validUntil: row.validUntil });
  }
  for (const { licenseNumber, since } of gone) set(licenseNumber, undefined, since);
  for (const licenseNumber of dropped) set(licenseNumber);
}

/** The same once the journal is folded; undefined when nothing is known. */
export function listMemories(lists: ListFiles): ReadonlyMap<string, ListMemory> | undefined {
  if (lists.size === 0) return undefined;
  return new Map([...lists].map(([name, { rows, gone, ...numbers }]) => [name, { ...known(numbers), rows, gone }]));
}

/** What a snapshot says of the list files: as much as the journal has said of them. */
export function listSnapshots(lists: ReadonlyMap<string, ListMemory>): ListFileNews[] {
  return [...lists].map(([list, { rows, gone, ...numbers }]) => ({
    list,
    ...known(numbers),
    ...(rows.size > 0 && { rows: [...rows].map(([plateKey, row]) => rowNews(plateKey, row)) }),
    ...(gone.size > 0 && { gone: [...gone].map(([licenseNumber, since]) => ({ licenseNumber, since })) }),
  }));
}

function known({ cars, skipped }: Partial<Pick<ListFile, "cars" | "skipped">>): Pick<ListMemory, "cars" | "skipped"> {
  return { ...(cars !== undefined && { cars }), ...(skipped !== undefined && { skipped }) };
}

function rowNews(licenseNumber: string, { validUntil }: ListRow): NonNullable<ListFileNews["rows"]>[number] {
  return validUntil === undefined ? licenseNumber : { licenseNumber, validUntil };
}
