import { byCodeUnit } from "./text.ts";

/** One allowlist: the global one, or that of one billing account. */
export type Scope = "global" | `account:${string}`;

/** One allowlist, or all those of a plan together. */
export type ScopeOrAll = Scope | "all";

const ACCOUNT_PREFIX = "account:";
const INT64_MAX = "9223372036854775807";

/** Whether the text is a billing account id: an int64 (interface 4), written as plain digits without leading zeros. */
export function isAccountId(text: string): boolean {
  if (!/^[1-9][0-9]{0,18}$/.test(text)) return false;
  return text.length < INT64_MAX.length || text <= INT64_MAX;
}

/** The scope of a billing account. */
export function accountScope(baId: string): Scope {
  return `${ACCOUNT_PREFIX}${baId}`;
}

/** The billing account id of a scope, as digits; undefined for the global scope. */
export function accountIdOf(scope: Scope): string | undefined {
  return scope === "global" ? undefined : scope.slice(ACCOUNT_PREFIX.length);
}

/** Orders scopes: global first, then accounts by number. */
export function compareScopes(left: Scope, right: Scope): number {
  return compareIds(accountIdOf(left) ?? "", accountIdOf(right) ?? "");
}

/** Orders ids, whole numbers in digits, as numbers. */
export function compareIds(left: string, right: string): number {
  return left.length - right.length || byCodeUnit(left, right);
}
