/** The sign before a change wherever it is shown, by its action. */
export const CHANGE_SIGNS = { add: "+", update: "~", delete: "-", detach: "x" } as const;

/**
 * What can be the reason of a change: a file was edited; a row is gone from a list file; a day of `validFrom` or
 * `validUntil` came; the list on the server was changed by others; the file names the car as absent; the car changes
 * lists; its plate was corrected; a vanished row's grace is over; or no earlier run of the list is known.
 */
export const REASON_KINDS = [
  "edit",
  "row-gone",
  "date",
  "drift",
  "absent",
  "move",
  "respelled",
  "grace-over",
  "first-run",
] as const;

/** One of them. */
export type ReasonKind = (typeof REASON_KINDS)[number];

/**
 * Why the commit of an edit is not named: the edit is not committed; there is no git repository; older commits are not
 * in this shallow clone, or were not read; or git could not be asked.
 */
export const COMMIT_GAPS = ["uncommitted", "no-repository", "shallow", "not-read", "git-failed"] as const;

/** One of them. */
export type CommitGap = (typeof COMMIT_GAPS)[number];

/** What exempts a live car that is in no file from being deleted. */
export const EXEMPTION_RULES = [
  "customer-care",
  "protected",
  "prune",
  "grace",
  "absent-later",
  "no-deletes",
  "waits-for-move",
  "unclear-row",
] as const;

/** What can be chosen of the changes of a plan: actions, and causes, which come from a base revision. */
export const CHOICES = ["add", "update", "delete", "drift", "edit"] as const;

/** Which of the changes a run is to do; the others are left out, and named. */
export interface Choice {
  /** Those of which one of these is true; absent: all. */
  readonly only?: readonly (typeof CHOICES)[number][];
  /** Plates of cars to leave alone, as given. */
  readonly skip?: readonly string[];
}

/** Whether it is a cause. */
export function isCause(word: (typeof CHOICES)[number]): boolean {
  return word === "drift" || word === "edit";
}
