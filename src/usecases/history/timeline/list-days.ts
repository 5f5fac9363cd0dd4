import type { JournalChange } from "./journal.ts";

/** A car that a list has now. */
export interface ListedNow {
  /** The day on which the server put it there, YYYY-MM-DD; absent where it does not say. */
  readonly since?: string;
}

/** Whether a list had a car on a day, by readings and by what platectl did. */
export type OnList =
  /** `until`: the delete that took it off. By the list itself where the journal does not say. */
  | { readonly kind: "on"; readonly by: "journal" | "list"; readonly until?: JournalChange }
  /** The list was read back without it, and nothing says that somebody put it there again. */
  | { readonly kind: "off"; readonly left: JournalChange }
  /** `left`: the server said that it took the car off. */
  | { readonly kind: "not-known"; readonly left?: JournalChange };

/**
 * How a list had a car on a day (YYYY-MM-DD); `changes` are in their order, `now` is the car where the list has it. A day on
 * which something was done to the car counts as one on which it was there.
 */
export function onList(changes: readonly JournalChange[], day: string, now: ListedNow | undefined): OnList {
  const own = changes.findLast((change) => change.day === day && change.action !== "unclear");
  if (own) return on(own);
  const left = changes.findLast((change) => change.day < day);
  const next = changes.find((change) => change.day > day);
  // A server that keeps the day of an earlier stay says nothing of this one.
  const isRowOfThen = now?.since !== undefined && now.since <= day && !(left && isGone(left) && now.since <= left.day);
  if (isRowOfThen) return { kind: "on", by: "list" };
  if (!left) return next && next.action !== "add" && next.action !== "unclear" ? on(next) : { kind: "not-known" };
  if (!isGone(left)) return next?.action === "add" ? { kind: "not-known" } : on(next);
  const isPutBack = next ? next.action !== "add" && next.action !== "unclear" : (now?.since ?? left.day) <= left.day;
  if ((isPutBack && (next ?? now)) || left.action === "unclear") return { kind: "not-known" };
  return left.readBackAt === undefined ? { kind: "not-known", left } : { kind: "off", left };
}

function isGone({ action }: JournalChange): boolean {
  return action === "delete" || action === "unclear";
}

function on(next: JournalChange | undefined): OnList {
  return { kind: "on", by: "journal", ...(next?.action === "delete" && { until: next }) };
}
