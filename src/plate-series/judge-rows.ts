import {
  type DesiredEntry,
  type DesiredScope,
  formatSource,
  type LiveScope,
  type OddRow,
  type PlateKey,
  type RowJudge,
  type Scope,
  type Source,
  type UnclearRow,
} from "../allowlist/index.ts";
import { FEWEST_KNOWN } from "./column-countries.ts";
import { type DoubtWords, doubtWords, oddWords, shownText, type WrongList, wrongListInWords } from "./doubt-words.ts";
import { explainer } from "./explains.ts";
import { isOfOthers, judgeColumn, type PlateCells } from "./judge-column.ts";
import { ownDoubt } from "./plate-cell.ts";

/** Another row with the plate of a row above. */
export interface RepeatedRow {
  readonly plateKey: PlateKey;
  readonly source: Source;
  readonly scope: Scope;
}

/** The column of plates of one list file: the rows that may be cars are judged beside each other, and by what is known. */
export interface PlateColumn {
  readonly list: string;
  /** The rows that may be cars; of each, also its list and the columns with something in them, one bit each. */
  readonly entries: readonly DesiredEntry[];
  readonly scopes: readonly Scope[];
  readonly filled: readonly number[];
  /** Where a row is unclear, so are those that repeat it. */
  readonly repeated: readonly RepeatedRow[];
  /** Cars that the fleet file says are plates (`plates`). */
  readonly named: ReadonlySet<PlateKey>;
  /** Rows that are no cars whatever is known. */
  readonly odd: readonly OddRow[];
  /** The columns that nearly all rows have filled, one bit each. */
  readonly usual: number;
}

/** The cars that are on a list, and those that were sent, as far as is known; what counts more comes first. */
type ListedCars = (scope: Scope) => readonly LiveScope["entries"][];

/** What is known without a server. */
const NOTHING_KNOWN: ListedCars = () => [];

/** More unclear rows, and such a share of a list, are the wrong column or the wrong file. */
const MOST_UNCLEAR = 2;
const SHARE_OF_KNOWN = 0.1;
const SHARE_OF_NEW = 0.5;
/** Unclear rows that are compared with the cars of a list; more of them offer nothing to paste. */
const MOST_COMPARED = 200;

/** The rows of all lists, judged. */
export interface JudgedRows {
  /** With the rows for which something speaks, and no others. */
  readonly scopes: readonly DesiredScope[];
  readonly unclear: readonly UnclearRow[];
  readonly wrongLists: readonly WrongList[];
  /** Judges them again by what is known of the live lists; absent where there are no lists. */
  readonly judge?: RowJudge;
}

/** A row that is not a car, and why. */
interface Refused {
  readonly row: Pick<OddRow, "source" | "text" | "scope">;
  /** Undefined for a row that is none whatever is known, and for one that repeats another. */
  readonly candidate?: { readonly entry: DesiredEntry; readonly scope: Scope };
  readonly wordsFor: (mayBeCar: boolean) => DoubtWords;
}

/** A column with what is seen in its cells, and the rows that were refused when it was judged by the files alone. */
interface SeenColumn {
  readonly column: PlateColumn;
  readonly plates: PlateCells;
  readonly refused: readonly Refused[];
}

/**
 * Judges the rows of all lists by the files alone, and gives what judges them again by what is known of the live lists: a car is
 * what something speaks for, all other rows are unclear. Pure; linear in the rows.
 */
export function judgeRows(scopes: readonly DesiredScope[], columns: readonly PlateColumn[]): JudgedRows {
  const first = columns.map((column) => ({ column, plates: cellsOf(column), refused: [] }));
  const { judged, ...rows } = judgeAll(scopes, first, NOTHING_KNOWN);
  const judge: RowJudge = (files, { scopes: live, memory }) => {
    const { scopes, unclear, wrongLists } = judgeAll(files.scopes, judged, (scope) =>
      [live.get(scope), memory.get(scope)].flatMap((list) => list?.entries ?? []),
    );
    const { unclear: _, ...rest } = files;
    const [wrong] = wrongLists.map((list) => ({ ...wrongListInWords(list), source: list.unclear[0].source }));
    return {
      desired: { ...rest, scopes, ...(unclear.length > 0 && { unclear }) },
      ...(wrong && { wrongList: `${formatSource(wrong.source)}: ${wrong.message}\n${wrong.fix}\nNothing was sent.` }),
    };
  };
  return { ...rows, judge };
}

function judgeAll(
  scopes: readonly DesiredScope[],
  columns: readonly SeenColumn[],
  known: ListedCars,
): JudgedRows & { readonly judged: readonly SeenColumn[] } {
  const judged = columns.map((one) => ({ ...one, refused: refusedIn(one, known) }));
  const after = scopesWith(scopes, columns, judged);
  const byScope = new Map(after.map((one) => [one.scope, one.entries]));
  const wrongLists: WrongList[] = [];
  const unclear = judged.flatMap(({ column, refused }) => {
    const rows = refused.map((one, at) => unclearRow(column, one, known, at < MOST_COMPARED ? byScope : undefined));
    const [first, ...others] = rows;
    if (first && isWrong(column, rows.length, known))
      wrongLists.push({ rows: column.entries.length + column.odd.length, unclear: [first, ...others] });
    return rows;
  });
  return { scopes: after.map((one) => withUnclear(one, unclear)), unclear, wrongLists, judged };
}

function withUnclear({ unclear: _, ...rest }: DesiredScope, all: readonly UnclearRow[]): DesiredScope {
  const unclear = all.filter(({ scope = rest.scope }) => scope === rest.scope);
  return unclear.length > 0 ? { ...rest, unclear } : rest;
}

function cellsOf({ entries, filled, named, usual }: PlateColumn): PlateCells {
  const isAlone = (at: number) => usual !== 0 && ((filled[at] ?? 0) & usual) === 0;
  const declared = new Set<string>();
  for (const { country } of entries) if (country !== undefined) declared.add(country);
  return { cells: entries, doubts: entries.map(ownDoubt), declared, named, isAlone };
}

function refusedIn({ column, plates }: SeenColumn, known: ListedCars): readonly Refused[] {
  const scopes = scopesOf(column);
  const doubts = judgeColumn(plates, {
    textOf: textsIn(scopes.flatMap(known)),
    keys: () => scopes.flatMap((scope) => keysIn(known(scope))),
  });
  const rows: Refused[] = [];
  doubts.forEach((doubt, at) => {
    const [entry, scope] = [column.entries[at], column.scopes[at]];
    if (!doubt || !entry || !scope) return;
    const row = { source: entry.source, text: entry.licenseNumber, scope };
    rows.push({ row, candidate: { entry, scope }, wordsFor: (mayBeCar) => doubtWords(entry, doubt, mayBeCar) });
  });
  const byKey = new Map(rows.map((row) => [row.candidate?.entry.plateKey, row]));
  const repeated = column.repeated.flatMap(({ plateKey, source, scope }): Refused[] => {
    const first = byKey.get(plateKey);
    return first ? [{ row: { ...first.row, source, scope }, wordsFor: first.wordsFor }] : [];
  });
  const odd = column.odd.map((row): Refused => ({ row, wordsFor: (mayBeCar) => oddWords(row, mayBeCar) }));
  return [...odd, ...rows, ...repeated].sort((left, right) => left.row.source.line - right.row.source.line);
}

function scopesOf({ scopes }: PlateColumn): readonly Scope[] {
  return [...new Set(scopes)];
}

/** How the car of a key is written on the first of these lists that has it. */
function textsIn(lists: readonly LiveScope["entries"][]): (plateKey: PlateKey) => string | undefined {
  return (plateKey) => {
    for (const list of lists) {
      const text = list.get(plateKey)?.licenseNumber;
      if (text !== undefined) return text;
    }
    return undefined;
  };
}

function keysIn([cars]: readonly LiveScope["entries"][]): readonly PlateKey[] {
  return [...(cars?.keys() ?? [])];
}

/** The lists without the rows that are refused now, and with those that were refused before and are not. */
function scopesWith(
  scopes: readonly DesiredScope[],
  before: readonly SeenColumn[],
  now: readonly SeenColumn[],
): readonly DesiredScope[] {
  const changed = new Map<Scope, Map<PlateKey, DesiredEntry>>();
  const byScope = new Map(scopes.map((one) => [one.scope, one.entries]));
  const entriesOf = (scope: Scope) => {
    const own = changed.get(scope) ?? new Map(byScope.get(scope));
    changed.set(scope, own);
    return own;
  };
  const candidatesIn = ({ refused }: SeenColumn) => refused.flatMap(({ candidate }) => candidate ?? []);
  before.forEach((column, at) => {
    for (const { scope, entry } of candidatesIn(column)) entriesOf(scope).set(entry.plateKey, entry);
    for (const { scope, entry } of candidatesIn(now[at] ?? column)) entriesOf(scope).delete(entry.plateKey);
  });
  if (changed.size === 0) return scopes;
  return scopes.map((one) => ({ ...one, entries: changed.get(one.scope) ?? one.entries }));
}

function unclearRow(
  { list }: PlateColumn,
  { row, wordsFor }: Refused,
  known: ListedCars,
  wanted: ReadonlyMap<Scope, DesiredScope["entries"]> | undefined,
): UnclearRow {
  const { source, scope } = row;
  const scopes = scope ? [scope] : [...(wanted?.keys() ?? [])];
  const left = () => scopes.flatMap((one) => keysIn(known(one)).filter((key) => !wanted?.get(one)?.has(key)));
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

function isWrong(column: PlateColumn, unclear: number, known: ListedCars): boolean {
  if (unclear <= MOST_UNCLEAR) return false;
  const { entries, scopes, odd } = column;
  const good = entries.filter(({ plateKey }, at) => {
    const scope = scopes[at];
    return scope !== undefined && known(scope).some((cars) => cars.has(plateKey));
  }).length;
  const listed = scopesOf(column).reduce((sum, scope) => sum + (known(scope)[0]?.size ?? 0), 0);
  const isNew = good < FEWEST_KNOWN && !isOfOthers({ known: good, cells: entries.length, listed });
  return unclear > (entries.length + odd.length) * (isNew ? SHARE_OF_NEW : SHARE_OF_KNOWN);
}
