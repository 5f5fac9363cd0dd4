import {
  type DesiredScope,
  foldedText,
  formatSource,
  type PlateKey,
  quoted,
  type RememberedUnclear,
  type ScopeMemory,
  type UnclearRow,
} from "../../allowlist/index.ts";
import { valueAt } from "../../run/collections.ts";
import type { Exemption } from "../model/plan.ts";

/** Unclear rows with one text in one list, and what earlier runs know of it. */
interface Doubt {
  readonly list: string;
  readonly text: string;
  readonly rows: readonly UnclearRow[];
  readonly known: RememberedUnclear | undefined;
}

/** Which unclear row holds the delete of a car; `isNew`: it became due, or vanished, in this run. */
export type HoldTest = (plateKey: PlateKey, isNew: boolean) => Exemption | undefined;

/**
 * Says which unclear row holds the delete of a car that no file names: the one whose text may be what is left of it; the one that
 * held it before; or one that is new, for a row that was damaged in this run may be any car that left in it. A row is new, too,
 * where a car is back that such a row held: now it may be another one.
 */
export function holdsOf(
  { unclear: rows = [], entries }: Pick<DesiredScope, "unclear" | "entries">,
  memory: ScopeMemory | undefined,
): HoldTest {
  const doubts = doubtsIn(rows, memory);
  const explaining = new Map<PlateKey, UnclearRow>();
  for (const row of rows)
    for (const plateKey of row.mayBe ?? []) if (!explaining.has(plateKey)) explaining.set(plateKey, row);
  const before = new Map<string, Doubt>();
  for (const doubt of doubts)
    for (const held of doubt.known?.held ?? []) if (!before.has(held)) before.set(held, doubt);
  const isBack = (held: string) => entries.has(held as PlateKey);
  const fresh = doubts.find(({ rows: own, known }) => own.length > (known?.count ?? 0) || known?.held.some(isBack));
  return (plateKey, isNew) => {
    const row = explaining.get(plateKey);
    if (row) return exemption(row, "may be this car", doubts);
    const doubt = before.get(plateKey) ?? (isNew ? fresh : undefined);
    const [first] = doubt?.rows ?? [];
    return first && exemption(first, "appeared when this car went", doubts);
  };
}

function exemption(row: UnclearRow, what: string, doubts: readonly Doubt[]): Exemption {
  const since = doubts.find((one) => one.rows.includes(row))?.known?.since;
  const days = since === undefined ? "" : `, since ${since}`;
  const text = row.text === "" ? "without a plate" : quoted(row.text);
  const reason = `held by an unclear row: ${formatSource(row.source)} ${text} ${what}${days}`;
  return { rule: "unclear-row", reason, unclear: { list: row.list, text: foldedText(row.text) } };
}

function doubtsIn(rows: readonly UnclearRow[], memory: ScopeMemory | undefined): readonly Doubt[] {
  const doubts = new Map<string, Omit<Doubt, "rows"> & { readonly rows: UnclearRow[] }>();
  for (const row of rows) {
    const text = foldedText(row.text);
    const key = JSON.stringify([row.list, text]);
    const known = memory?.unclear?.find((one) => one.list === row.list && one.text === text);
    valueAt(doubts, key, () => ({ list: row.list, text, rows: [], known })).rows.push(row);
  }
  return [...doubts.values()];
}

/**
 * What the state should remember of the unclear rows of a list once a run has judged all its deletes; undefined where it knows
 * that already. `held`: the cars that each of them holds, by list and folded text; `day`: today, YYYY-MM-DD.
 */
export function unclearNews(
  { unclear: rows = [] }: Pick<DesiredScope, "unclear">,
  held: readonly { readonly plateKey: PlateKey; readonly unclear?: { readonly list: string; readonly text: string } }[],
  memory: ScopeMemory | undefined,
  day: string,
): readonly RememberedUnclear[] | undefined {
  const news = doubtsIn(rows, memory).map(({ list, text, rows: own, known }) => ({
    list,
    text,
    count: own.length,
    since: known?.since ?? day,
    held: held.flatMap(({ plateKey, unclear }) => (unclear?.list === list && unclear.text === text ? [plateKey] : [])),
  }));
  return JSON.stringify(news) === JSON.stringify(memory?.unclear ?? []) ? undefined : news;
}
