import { isAccountId } from "../../allowlist/index.ts";

/** The billing accounts, below an address (interface 4.12). */
export const ACCOUNTS_PATH = "/api/billing-accounts";

/** A query as names with their values, in order; a name is repeated for each of several values. */
export type Query = readonly (readonly [name: string, values: string | readonly string[]])[];

/** The address of a call: the server's base path is kept. */
export function endpoint(base: URL, path: string, query: Query = []): URL {
  const pairs = query.map(([name, values]) => pairsOf(name, typeof values === "string" ? [values] : values));
  return new URL(`${base.href.replace(/\/$/, "")}${path}${pairs.length > 0 ? "?" : ""}${pairs.join("&")}`);
}

function pairsOf(name: string, values: readonly string[]): string {
  const start = `${encodeURIComponent(name)}=`;
  const all = values.join("");
  // Most plates stand for themselves, and one long text is looked through in less time than many short ones.
  const encoded = encodeURIComponent(all) === all ? values : values.map((value) => encodeURIComponent(value));
  return start + encoded.join(`&${start}`);
}

/** What belongs to a billing account. Throws a RangeError for an id that is not one. */
export function accountPath(baId: string): string {
  return `${ACCOUNTS_PATH}/${segment(baId)}`;
}

/** An id as a part of a path: checked, so that a path has its own segments and no others. */
export function segment(id: string): string {
  if (!isAccountId(id))
    throw new RangeError(`${JSON.stringify(id.slice(0, 40))} is not an id: expected an int64 in plain digits.`);
  return encodeURIComponent(id);
}
