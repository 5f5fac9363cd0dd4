import type { Tree } from "../tree.ts";
import { MOST_LEXEMES } from "../yaml-document.ts";
import { LineCursor } from "./line-cursor.ts";
import { PlainCars, type PlainList, type Run, scanBlockList } from "./plain-list.ts";

/** A key with only blanks, and perhaps the dash of a list item, before it; no fleet file indents as deep as the bounds. */
const KEY = /^( {0,255}(?:- {1,255})?)(cars|accounts):(?=[ \r\n])/gm;

/** What a key with its value takes in memory, in words and marks of YAML, and what an account takes beside its keys. */
const PAIR_WEIGHT = 2;
const ACCOUNT_WEIGHT = 2;

/** A long list of which `yaml` sees the ends of each run only. */
export interface ListRegion {
  readonly key: "cars" | "accounts";
  readonly keyAt: number;
  readonly runs: readonly Run[];
  /** Joins the other items to those that `yaml` read, which are the first ones of the runs. */
  readonly join: (heads: readonly Tree[], at: number) => Tree;
}

/** Finds what looks like the long lists of a fleet file; whether the word above one is a key indeed is for `yaml` to say. */
export function findLists(text: string): ListRegion[] {
  const pattern = new RegExp(KEY);
  const regions: ListRegion[] = [];
  /** Accounts that were read, which nobody needs to look through any more. */
  let known: readonly Run[] = [];
  let passed = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { length: column } = match[1] ?? "";
    const keyAt = match.index + column;
    const cursor = new LineCursor(text, pattern.lastIndex);
    while ((known[passed]?.to ?? text.length) <= keyAt) passed += 1;
    const run = known[passed];
    if (run && run.headTo <= keyAt && keyAt < run.lastFrom) pattern.lastIndex = run.lastFrom;
    else if (match[2] === "cars") {
      regions.push(...carsAt(cursor, keyAt, column));
      pattern.lastIndex = cursor.at;
    } else if (column === 0 && known.length === 0) {
      const region = accountsAt(cursor, keyAt);
      if (region) regions.push(region);
      known = region?.runs ?? [];
    }
  }
  return regions;
}

/** The cars behind a key; the cursor ends where the next key may stand. */
function carsAt(cursor: LineCursor, keyAt: number, column: number): ListRegion[] {
  const list = cursor.endLine() ? scanBlockList(cursor, column) : undefined;
  if (!list || !isLong(list)) return [];
  const join = (heads: readonly Tree[]) => new PlainCars(cursor.text, list, heads);
  return [{ key: "cars", keyAt, runs: list.runs, join }];
}

/** The accounts below a key: nodes, but for their cars. */
function accountsAt(cursor: LineCursor, keyAt: number): ListRegion | undefined {
  if (!cursor.endLine()) return undefined;
  const accounts: Tree[] = [];
  let weight = 0;
  const keep = (item: Tree) => {
    if (item.kind !== "mapping" || weight > MOST_LEXEMES) return false;
    weight += ACCOUNT_WEIGHT + PAIR_WEIGHT * item.pairs.length;
    accounts.push(item);
    return true;
  };
  const list = scanBlockList(cursor, 0, keep, readCarsOfAccount);
  if (!list || !isLong(list)) return undefined;
  const join = (heads: readonly Tree[], at: number): Tree => {
    let next = 0;
    const items = list.runs.flatMap(({ isPlain, items: number }, run) => {
      const own = isPlain ? accounts.slice(next, next + number) : [];
      next += own.length;
      return heads.slice(run, run + 1).concat(own.slice(1));
    });
    return { kind: "list", items, at };
  };
  return { key: "accounts", keyAt, runs: list.runs, join };
}

function readCarsOfAccount(cursor: LineCursor, keyColumn: number): PlainCars | undefined {
  const list = scanBlockList(cursor, keyColumn);
  return list?.runs.every(({ isPlain }) => isPlain) ? new PlainCars(cursor.text, list) : undefined;
}

/** Whether there is anything that `yaml` need not see. */
function isLong({ runs }: PlainList): boolean {
  return runs.some(({ headTo, lastFrom }) => headTo < lastFrom);
}
