import { ACCOUNT_ID, COUNT, NAME } from "../values/value-kinds.ts";
import type { List, Mapping, Pair, Tree } from "../yaml/tree.ts";
import { type ReadableAccount, WrittenCars } from "./shape.ts";

/** The accounts of a fleet file in their order, each as far as it is plain, and the file without the plain ones. */
export interface PlainAccounts {
  readonly accounts: readonly (ReadableAccount | undefined)[];
  readonly rest: Tree;
}

/**
 * Reads those accounts of a file by hand that have nothing but an id, a name, a count and cars, all of them right: zod takes ten
 * times as long, and files may have hundreds of thousands. It reads the others, and says what is wrong with them.
 */
export function takePlainAccounts(root: Tree): PlainAccounts {
  const pair = root.kind === "mapping" ? root.pairs.find(({ key }) => key === "accounts") : undefined;
  if (root.kind !== "mapping" || pair?.value.kind !== "list") return { accounts: [], rest: root };
  const accounts = pair.value.items.map(readPlainAccount);
  const items = pair.value.items.filter((_, at) => accounts[at] === undefined);
  const others: List = { ...pair.value, items };
  const pairs = root.pairs.map((one) => (one === pair ? { ...pair, value: others } : one));
  return { accounts, rest: { ...root, pairs } };
}

function readPlainAccount(node: Tree): ReadableAccount | undefined {
  return node.kind === "mapping" ? readPairs(node) : undefined;
}

type Draft = { -readonly [Key in keyof ReadableAccount]: ReadableAccount[Key] };

function readPairs({ pairs }: Mapping): ReadableAccount | undefined {
  const account: Draft = {};
  for (const pair of pairs) if (!readPair(pair, account)) return undefined;
  return account.baId === undefined ? undefined : account;
}

function readPair({ key, value }: Pair, account: Draft): boolean {
  if (key === "cars") {
    account.cars = new WrittenCars(value);
    return true;
  }
  if (value.kind !== "scalar") return false;
  switch (key) {
    case "baId":
      account.baId = ACCOUNT_ID.read(value.text);
      return account.baId !== undefined;
    case "name":
      account.name = NAME.read(value.text);
      return account.name !== undefined;
    case "count":
      account.count = COUNT.read(value.text);
      return account.count !== undefined;
    default:
      return false;
  }
}
