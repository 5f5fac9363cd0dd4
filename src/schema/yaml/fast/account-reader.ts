import type { List, Mapping, Tree } from "../tree.ts";
import { MOST_LEXEMES } from "../yaml-document.ts";
import { type BlockList, headsOf, type ItemReader, plainCarList, scanBlockList } from "./car-list-scan.ts";
import type { CarTemplates } from "./car-templates.ts";
import type { LineCursor } from "./line-cursor.ts";
import { readPlainItem } from "./plain-node.ts";

/** What a key with its value takes in memory, in words and marks of YAML, and what an account takes beside its keys. */
const PAIR_WEIGHT = 2;
const ACCOUNT_WEIGHT = 2;

/** Reads accounts that are written in the plain way as nodes, but for their cars. */
export class AccountReader {
  readonly #templatesAt: (indent: number) => CarTemplates;
  readonly #accounts: Mapping[] = [];
  #weight = 0;

  constructor(templatesAt: (indent: number) => CarTemplates) {
    this.#templatesAt = templatesAt;
  }

  /** The way to pass accounts whose dashes stand in that column. */
  at(indent: number): ItemReader {
    const readCars = (cursor: LineCursor, keyColumn: number) => this.#readCars(cursor, keyColumn);
    const skip = (cursor: LineCursor) => {
      const account = readPlainItem(cursor, indent, readCars);
      if (account?.kind !== "mapping" || this.#weight > MOST_LEXEMES) return false;
      this.#accounts.push(account);
      this.#weight += ACCOUNT_WEIGHT + PAIR_WEIGHT * account.pairs.length;
      return true;
    };
    return { skip, skipRun: () => 0 };
  }

  /** All accounts, those that `yaml` read included. */
  join(read: Tree, { segments }: BlockList): List | undefined {
    const heads = headsOf(read, segments);
    if (!heads) return undefined;
    const items: Tree[] = [];
    let next = 0;
    segments.forEach(({ headTo, to }, at) => {
      const head = heads[at];
      if (head) items.push(head);
      for (let own = this.#accounts[next]; own && own.at < to; own = this.#accounts[next]) {
        if (own.at >= headTo) items.push(own);
        next += 1;
      }
    });
    return { kind: "list", items, at: read.at };
  }

  #readCars(cursor: LineCursor, keyColumn: number) {
    const list = scanBlockList(cursor, keyColumn, this.#templatesAt);
    return list && plainCarList(list, this.#templatesAt(list.indent));
  }
}
