import type { Respelled } from "../values/plate.ts";

/** How plates travel in a delete: repeated query parameters, a JSON body with one array field, or a body that is the array. */
export type DeleteParameter =
  | { readonly in: "query" | "body"; readonly name: string }
  | { readonly in: "body"; readonly shape: "array" };

/** Masks for the words with which a server refuses one car (`failures[].error`); see `matchesWords`. */
export interface FailureWords {
  /** Words that say that an added car is on the list already. */
  readonly alreadyListed: readonly string[];
  /** Words that say that a deleted car is not on the list. */
  readonly notListed: readonly string[];
}

/** What the interface document leaves open, as settings. Names follow `interface:` in the fleet file. */
export interface InterfaceSettings {
  readonly pageSize: number;
  readonly pageParam: string;
  readonly sizeParam: string;
  /** What the first page is called in requests and answers; the interface document says 0. */
  readonly firstPage: 0 | 1;
  /** Most cars in one request body. */
  readonly batchSize: number;
  /** Most bytes of a request line with its headers; common servers refuse above 8,192. */
  readonly requestHeadBytes: number;
  /** `false`: the global list takes no deletes; they are shown as blocked. */
  readonly globalDelete: DeleteParameter | false;
  readonly accountDelete: DeleteParameter;
  /** Whether an account's cars can be listed; `auto` tries. */
  readonly accountList: "auto" | boolean;
  readonly fromDateParam: string;
  readonly toDateParam: string;
  readonly userCarParam: string;
  readonly foldLookalikes: boolean;
  /** Plates that the server keeps in its own spelling. */
  readonly respelled?: readonly Respelled[];
  readonly failures: FailureWords;
  /** Masks of the types of billing records that are fees; absent: what has a place and a duration is a parking. */
  readonly feeTypes?: readonly string[];
}

/** What holds where the fleet file says nothing. */
export const DEFAULT_INTERFACE: InterfaceSettings = {
  pageSize: 1000,
  pageParam: "page",
  sizeParam: "size",
  firstPage: 0,
  batchSize: 500,
  requestHeadBytes: 6000,
  globalDelete: { in: "query", name: "ln" },
  accountDelete: { in: "query", name: "licenseNumbers" },
  accountList: "auto",
  fromDateParam: "fromDate",
  toDateParam: "toDate",
  userCarParam: "licenseNumber",
  foldLookalikes: false,
  failures: { alreadyListed: [], notListed: [] },
};

/**
 * Whether one of the masks of `interface.failures` fits the words of a server: `*` is any text, all else is literal,
 * case ignored. Backtracks to the last `*` only, so that no mask can be slow.
 */
export function matchesWords(masks: readonly string[], words: string): boolean {
  const text = comparable(words);
  return masks.some((mask) => fits(comparable(mask).split("*"), text));
}

function fits(parts: readonly string[], text: string): boolean {
  const [start = "", ...rest] = parts;
  const end = rest.pop();
  if (end === undefined) return text === start;
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  const last = text.length - end.length;
  let at = start.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > last) return false;
    at = found + part.length;
  }
  return true;
}

function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/**
 * Whether a server's words for one car say that its list is as the change wants it: already listed for an add, not listed
 * for a delete. Every one of the texts must say so, and there must be one.
 */
export function saysItIsDone(
  action: "add" | "delete" | "detach",
  words: readonly string[],
  masks: FailureWords,
): boolean {
  if (action === "detach" || words.length === 0) return false;
  const own = action === "add" ? masks.alreadyListed : masks.notListed;
  return words.every((text) => matchesWords(own, text));
}
