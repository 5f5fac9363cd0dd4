import type { CommitGap } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../documents/index.ts";
import { counted, type ShownChange, shortCommit } from "../text/phrases.ts";

type Reason = NonNullable<ShownChange["reason"]>;

const GAP_WORDS: Record<CommitGap, string> = {
  uncommitted: "in the work tree, not committed",
  "no-repository": "commit not known: there is no git repository here",
  shallow: "commit not known: it is older than this shallow clone",
  "not-read": "commit not known: it is older than the commits that were read",
  "git-failed": "commit not known: git failed",
};

const DAY_LENGTH = "YYYY-MM-DD".length;
/** Most commits that a plan as text explains. */
const MOST_COMMITS = 20;

/** The reason of a change in a few words, for a row that also shows the change's hint: `edit 3f2a91c`, `drift since 2026-11-19`. */
export function reasonInShort({ reason, hint, twin, cause }: ShownChange): string {
  // With a base revision, the heading says as much.
  if (!reason || (reason.kind === cause && Object.keys(reason).every((key) => key === "kind" || key === "source")))
    return "";
  const words = kindInWords(reason);
  if (reason.commit !== undefined) return `${words} ${shortCommit(reason.commit)}`;
  if (reason.noCommit === "uncommitted") return `${words}, not committed`;
  if (reason.after !== undefined) return `${words} after ${dayOf(reason.after)}`;
  if (reason.at === undefined) return words;
  if (reason.kind === "drift") return `${words} since ${dayOf(reason.at)}`;
  return (hint ?? twin) === undefined ? `${words} ${dayOf(reason.at)}` : words;
}

/** The same in full, with who made the edit: `edit 3f2a91c by Ann Berg, 2026-11-20`. */
export function reasonInFull({ reason }: ShownChange): string {
  if (!reason) return "";
  const { commit, author, at, after, noCommit } = reason;
  return [
    kindInWords(reason),
    ...(commit === undefined ? [] : [` ${shortCommit(commit)}`]),
    ...(author === undefined ? [] : [` by ${author}`]),
    ...(at === undefined ? [] : [commit === undefined ? timeOf(reason, at) : `, ${dayOf(at)}`]),
    ...(after === undefined ? [] : [` after ${dayOf(after)}`]),
    ...(noCommit === undefined ? [] : [`, ${GAP_WORDS[noCommit]}`]),
  ].join("");
}

/** Where a change is written; for one that is in no file any more, where it was or is now. */
export function placeOf({ source, reason }: ShownChange): string {
  if (source !== undefined) return source;
  if (reason?.source === undefined) return "";
  return `${reason.kind === "move" ? "now" : "was"} ${reason.source}`;
}

/** The one reason that several changes share, in a few words; undefined when they do not share one. */
export function sharedReason(changes: readonly ShownChange[]): string | undefined {
  const [first, ...others] = changes;
  if (!first || others.length === 0) return undefined;
  const reason = reasonInShort(first);
  return reason !== "" && others.every((change) => reasonInShort(change) === reason) ? reason : undefined;
}

/** The commits that a plan's reasons name, each with who made it and when, newest first; and which could not be named. */
export function commitLines(plan: PlanDocument): string[] {
  const commits = new Map<string, Reason>();
  const gaps = new Set<CommitGap>();
  for (const { changes } of plan.scopes) {
    for (const { reason } of changes) {
      if (reason?.commit !== undefined) commits.set(reason.commit, reason);
      if (reason?.noCommit !== undefined && reason.noCommit !== "uncommitted") gaps.add(reason.noCommit);
    }
  }
  const newest = [...commits.values()].sort((left, right) => ((left.at ?? "") < (right.at ?? "") ? 1 : -1));
  const more = newest.length - MOST_COMMITS;
  return [
    ...newest
      .slice(0, MOST_COMMITS)
      .map(({ commit = "", at = "", author = "" }) => `${shortCommit(commit)}  ${dayOf(at)}  ${author}`),
    ...(more > 0 ? [`and ${counted(more, "more commit")} (--format json names them all)`] : []),
    ...[...gaps].map((gap) => GAP_WORDS[gap]),
  ];
}

// `row-gone`: row gone.
function kindInWords({ kind }: Reason): string {
  return kind.replaceAll("-", " ");
}

function timeOf({ kind }: Reason, at: string): string {
  return kind === "drift" ? ` since ${dayOf(at)}` : ` ${dayOf(at)}`;
}

function dayOf(at: string): string {
  return at.slice(0, DAY_LENGTH);
}
