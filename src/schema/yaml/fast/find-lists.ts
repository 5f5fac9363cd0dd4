import { Seeker } from "../seeker.ts";
import type { LongList, Tree } from "../tree.ts";
import { AccountReader } from "./account-reader.ts";
import { type BlockList, headsOf, type Span, scanBlockList, visitCars } from "./car-list-scan.ts";
import { CarTemplates } from "./car-templates.ts";
import { type FlowList, flowCarList, scanFlowList } from "./flow-list-scan.ts";
import { LineCursor } from "./line-cursor.ts";

const OPEN_BRACKET = 91;

/** How far from the start of its line a key is looked for: no fleet file indents so deep, and no line is searched twice. */
const DEEPEST_COLUMN = 256;

/** A long list of which `yaml` is given a few items only. */
export interface ListRegion {
  readonly key: "cars" | "accounts";
  readonly keyAt: number;
  /** The items that `yaml` is not given, in the order of the text. */
  readonly elided: readonly Span[];
  /** Puts the elided items back into the list that `yaml` read from the others; undefined when it is not that list. */
  readonly join: (read: Tree) => Tree | undefined;
}

/** Finds what looks like the long lists of a fleet file; whether the word above one is a key indeed is for `yaml` to say. */
export function findLists(text: string): ListRegion[] {
  return new ListFinder(text).all();
}

class ListFinder {
  readonly #text: string;
  readonly #cursor: LineCursor;
  readonly #regions: ListRegion[] = [];
  /** By the column of the dashes. */
  readonly #templates = new Map<number, CarTemplates>();

  constructor(text: string) {
    this.#text = text;
    this.#cursor = new LineCursor(text);
  }

  all(): ListRegion[] {
    const cars = new Seeker(this.#text, "cars:");
    const accounts = new Seeker(this.#text, "accounts:");
    let elided: readonly Span[] = [];
    let passed = 0;
    for (let at = 0; at < this.#text.length; at = this.#cursor.at) {
      const span = elided[passed];
      const [carsAt, accountsAt] = [cars.from(at), accounts.from(at)];
      if (span && span.from <= carsAt) {
        this.#cursor.at = Math.max(at, span.to);
        passed += 1;
      } else if (carsAt < accountsAt || elided.length > 0) this.#readCars(carsAt);
      else elided = this.#readAccounts(accountsAt);
    }
    return this.#regions;
  }

  /** Reads the accounts, and gives what nobody needs to look through any more. */
  #readAccounts(keyAt: number): readonly Span[] {
    const start = keyAt + "accounts:".length;
    this.#cursor.at = start;
    if (columnOfKey(this.#text, keyAt) !== 0 || !this.#cursor.endLine()) return [];
    const reader = new AccountReader((indent) => this.#templatesAt(indent));
    const list = scanBlockList(this.#cursor, 0, (indent) => reader.at(indent));
    // Accounts that only `yaml` can read may hold long lists of their own.
    this.#cursor.at = start;
    const elided = list ? elidedIn(list) : [];
    if (!list || elided.length === 0) return [];
    this.#regions.push({ key: "accounts", keyAt, elided, join: (read) => reader.join(read, list) });
    return elided;
  }

  #readCars(keyAt: number): void {
    const cursor = this.#cursor;
    cursor.at = keyAt + "cars:".length;
    const column = keyAt < this.#text.length ? columnOfKey(this.#text, keyAt) : undefined;
    if (column === undefined) return;
    const { at } = cursor;
    if (cursor.endLine()) this.#readBlockList(keyAt, column);
    else {
      cursor.at = at;
      if (cursor.skipSpaces() > 0 && cursor.code === OPEN_BRACKET) this.#readFlowList(keyAt, column);
    }
  }

  #readBlockList(keyAt: number, column: number): void {
    const list = scanBlockList(this.#cursor, column, (indent) => this.#templatesAt(indent));
    const elided = list ? elidedIn(list) : [];
    if (!list || elided.length === 0) return;
    const templates = this.#templatesAt(list.indent);
    this.#regions.push({ key: "cars", keyAt, elided, join: (read) => blockCarList(read, list, templates) });
  }

  #readFlowList(keyAt: number, column: number): void {
    const { at } = this.#cursor;
    const list = scanFlowList(this.#cursor, column);
    // What is in brackets has no list below a key.
    if (!list) this.#cursor.at = Math.max(at + 1, this.#cursor.at);
    if (!list || list.items === 1) return;
    const join = (read: Tree) => (isHeadOf(read, list) ? flowCarList(list, column, this.#text) : undefined);
    this.#regions.push({ key: "cars", keyAt, elided: [list.tail], join });
  }

  #templatesAt(indent: number): CarTemplates {
    const known = this.#templates.get(indent) ?? new CarTemplates(this.#text, indent);
    this.#templates.set(indent, known);
    return known;
  }
}

/** The column of a key that has only blanks, and perhaps the dash of a list item, before it. */
function columnOfKey(text: string, at: number): number | undefined {
  const before = text.slice(Math.max(0, at - DEEPEST_COLUMN), at);
  const lineStart = before.lastIndexOf("\n") + 1;
  if (lineStart === 0 && before.length < at) return undefined;
  return /^ *(?:- +)?$/.test(before.slice(lineStart)) ? before.length - lineStart : undefined;
}

function elidedIn({ segments }: BlockList): Span[] {
  return segments.filter(({ headTo, to }) => headTo < to).map(({ headTo, to }) => ({ from: headTo, to }));
}

function isHeadOf(read: Tree, { at }: FlowList): boolean {
  return read.kind === "list" && read.items.length === 1 && read.at === at;
}

function blockCarList(read: Tree, { segments }: BlockList, templates: CarTemplates): LongList | undefined {
  const heads = headsOf(read, segments);
  if (!heads) return undefined;
  const forEach = (visit: (car: Tree) => void) => {
    segments.forEach(({ headTo, to }, at) => {
      const head = heads[at];
      if (head) visit(head);
      visitCars({ from: headTo, to }, templates, visit);
    });
  };
  return { kind: "long-list", length: segments.reduce((sum, { items }) => sum + items, 0), forEach, at: read.at };
}
