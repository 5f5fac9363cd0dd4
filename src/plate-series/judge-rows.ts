import {
  type CandidateRow,
  type DesiredEntry,
  type DesiredScope,
  type DesiredState,
  formatSource,
  type OddRow,
  type PlateColumn,
  type PlateKey,
  type RowJudge,
  type Scope,
  type UnclearRow,
} from "../allowlist/index.ts";
import { type DoubtWords, doubtWords, oddWords, shownText, type WrongList, wrongListInWords } from "./doubt-words.ts";
import { explainer } from "./explains.ts";
import { judgeColumn, type PlateCell } from "./judge-column.ts";

/** The cars that are on the lists, or were sent, as far as is known. */
export interface KnownCars {
  /** How the car of a key is written there; undefined for one that is not known. */
  readonly textOf: (scope: Scope, plateKey: PlateKey) => string | undefined;
  readonly keysOf: (scope: Scope) => Iterable<PlateKey>;
}

/** What is known without a server. */
const NOTHING_KNOWN: KnownCars = { textOf: () => undefined, keysOf: () => [] };

/** More unclear rows, and such a share of a list, are the wrong column or the wrong file. */
const MOST_UNCLEAR = 2;
const SHARE_OF_KNOWN = 0.1;
const SHARE_OF_NEW = 0.5;
/** Where fewer cars of a list are known, it is new. */
const FEWEST_KNOWN = 3;
/** Unclear rows that are compared with the cars of a list; more of them offer nothing to paste. */
const MOST_COMPARED = 200;

/** Judges the rows of lists by what is known of the live lists. */
export const judgeByLists: RowJudge = (files, { scopes, memory }) => {
  const carOf = (scope: Scope, plateKey: PlateKey) =>
    scopes.get(scope)?.entries.get(plateKey) ?? memory.get(scope)?.entries.get(plateKey);
  const { unclear, wrongLists, ...rows } = judgeRows(files, {
    textOf: (scope, plateKey) => carOf(scope, plateKey)?.licenseNumber,
    keysOf: (scope) => (scopes.get(scope) ?? memory.get(scope))?.entries.keys() ?? [],
  });
  const { unclear: _, ...rest } = files;
  const [wrong] = wrongLists.map((list) => ({ ...wrongListInWords(list), source: list.unclear[0].source }));
  return {
    desired: { ...rest, scopes: rows.scopes, ...(unclear.length > 0 && { unclear }) },
    ...(wrong && { wrongList: `${formatSource(wrong.source)}: ${wrong.message}\n${wrong.fix}\nNothing was sent.` }),
  };
};

/** The rows of all lists, judged. */
export interface JudgedRows {
  /** With the rows for which something speaks, and no others. */
  readonly scopes: readonly DesiredScope[];
  readonly unclear: readonly UnclearRow[];
  readonly wrongLists: readonly WrongList[];
}

/** A row that is not a car, and why. */
interface Refused {
  readonly row: Pick<OddRow, "source" | "text" | "scope">;
  readonly plateKey?: PlateKey;
  readonly wordsFor: (mayBeCar: boolean) => DoubtWords;
}

/** Judges the rows of all lists: a car is what something speaks for, all other rows are unclear. Pure; linear in the rows. */
export function judgeRows(
  { scopes, columns = [] }: Pick<DesiredState, "scopes" | "columns">,
  known: KnownCars = NOTHING_KNOWN,
): JudgedRows {
  if (columns.length === 0) return { scopes, unclear: [], wrongLists: [] };
  const judged = columns.map((column) => ({ column, refused: refusedIn(column, known) }));
  const after = scopesWith(scopes, judged);
  const byScope = new Map(after.map((one) => [one.scope, one.entries]));
  const wrongLists: WrongList[] = [];
  const unclear = judged.flatMap(({ column, refused }) => {
    const rows = refused.map((one, at) => unclearRow(column, one, known, at < MOST_COMPARED ? byScope : undefined));
    const [first, ...others] = rows;
    if (first && isWrong(column, rows.length, known))
      wrongLists.push({ rows: column.rows.length + column.odd.length, unclear: [first, ...others] });
    return rows;
  });
  return { scopes: after.map((one) => withUnclear(one, unclear)), unclear, wrongLists };
}

function withUnclear({ unclear: _, ...rest }: DesiredScope, all: readonly UnclearRow[]): DesiredScope {
  const unclear = all.filter(({ scope = rest.scope }) => scope === rest.scope);
  return unclear.length > 0 ? { ...rest, unclear } : rest;
}

function refusedIn(column: PlateColumn, known: KnownCars): readonly Refused[] {
  const cellOf = ({ entry, isAlone = false }: CandidateRow): PlateCell => ({
    text: entry.licenseNumber,
    plateKey: entry.plateKey,
    country: entry.country,
    isNamed: column.named.has(entry.plateKey),
    isAlone,
  });
  const scopesOf = [...new Set(column.rows.map(({ scope }) => scope))];
  const [only] = scopesOf;
  const textOf = (plateKey: PlateKey) =>
    scopesOf.length === 1 && only
      ? known.textOf(only, plateKey)
      : firstOf(scopesOf, (scope) => known.textOf(scope, plateKey));
  const cells = column.rows.map(cellOf);
  const doubtOf = judgeColumn(cells, textOf);
  const rows = cells.flatMap((cell, at): Refused[] => {
    const { entry, scope } = column.rows[at] ?? {};
    const doubt = doubtOf(cell);
    if (!doubt || !entry || !scope) return [];
    const row = { source: entry.source, text: entry.licenseNumber, scope };
    return [{ row, plateKey: entry.plateKey, wordsFor: (mayBeCar) => doubtWords(cell, doubt, mayBeCar) }];
  });
  const byKey = new Map(rows.map((row) => [row.plateKey, row]));
  const repeated = column.repeated.flatMap(({ plateKey, source, scope }): Refused[] => {
    const first = byKey.get(plateKey);
    return first ? [{ ...first, row: { ...first.row, source, scope } }] : [];
  });
  const odd = column.odd.map((row): Refused => ({ row, wordsFor: (mayBeCar) => oddWords(row, mayBeCar) }));
  return [...odd, ...rows, ...repeated].sort((left, right) => left.row.source.line - right.row.source.line);
}

function firstOf<Item, Value>(items: readonly Item[], read: (item: Item) => Value | undefined): Value | undefined {
  for (const item of items) {
    const value = read(item);
    if (value !== undefined) return value;
  }
  return undefined;
}

function scopesWith(
  scopes: readonly DesiredScope[],
  judged: readonly { readonly column: PlateColumn; readonly refused: readonly Refused[] }[],
): readonly DesiredScope[] {
  const changed = new Map<Scope, Map<PlateKey, DesiredEntry>>();
  const byScope = new Map(scopes.map((one) => [one.scope, one.entries]));
  const entriesOf = (scope: Scope) => {
    const own = changed.get(scope) ?? new Map(byScope.get(scope));
    changed.set(scope, own);
    return own;
  };
  for (const { column, refused } of judged) {
    for (const { entry, scope } of column.rows)
      if (!byScope.get(scope)?.has(entry.plateKey)) entriesOf(scope).set(entry.plateKey, entry);
    for (const { row, plateKey } of refused) if (plateKey && row.scope) entriesOf(row.scope).delete(plateKey);
  }
  if (changed.size === 0) return scopes;
  return scopes.map((one) => ({ ...one, entries: changed.get(one.scope) ?? one.entries }));
}

function unclearRow(
  { list }: PlateColumn,
  { row, wordsFor }: Refused,
  known: KnownCars,
  wanted: ReadonlyMap<Scope, DesiredScope["entries"]> | undefined,
): UnclearRow {
  const { source, scope } = row;
  const scopes = scope ? [scope] : [...(wanted?.keys() ?? [])];
  const left = () => scopes.flatMap((one) => [...known.keysOf(one)].filter((key) => !wanted?.get(one)?.has(key)));
  const mayBe = wanted ? explainer(row.text)(left()) : [];
  return {
    source,
    list,
    text: shownText(row.text),
    ...wordsFor(mayBe.length > 0 || !wanted),
    ...(scope && { scope }),
    ...(mayBe.length > 0 && { mayBe }),
  };
}

function isWrong({ rows, odd }: PlateColumn, unclear: number, known: KnownCars): boolean {
  if (unclear <= MOST_UNCLEAR) return false;
  const all = rows.length + odd.length;
  let good = 0;
  for (const { entry, scope } of rows) if (known.textOf(scope, entry.plateKey) !== undefined) good += 1;
  return unclear > all * (good >= FEWEST_KNOWN ? SHARE_OF_KNOWN : SHARE_OF_NEW);
}
