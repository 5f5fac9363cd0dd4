import { adoptHint } from "../../allowlist/index.ts";
import type { PlanDocument } from "../../documents/index.ts";
import { visible } from "../escape/terminal.ts";
import {
  counted,
  deletesInFleet,
  type PlannedDeletes,
  type PlannedGuard,
  type PlannedScope,
  scopeInWords,
  shortCommit,
  withCommas,
} from "./phrases.ts";

/** A guard for people, in the order in which it should be read. Commands are between backticks. */
interface GuardWords {
  /** What changed, and which limit that exceeds. */
  readonly found: string;
  /** What to do unless it is meant; absent for a guard that does not stop the plan. */
  readonly remedy?: string;
}

/** The lists of the plan that the guard is of. */
type GuardedLists = readonly (Pick<PlannedScope, "scope" | "live"> &
  PlannedDeletes & { readonly counts: Pick<PlannedScope["counts"], "kept"> })[];

type GuardQuote = (name: string) => string;

/** How to let the plan pass this guard, as a label before the option. It comes last: most often, it is the file that is wrong. */
export const TO_ALLOW = "to allow this:";

// Not of the window: it counts deletes of earlier days, and comes beside the guard of this plan.
const COUNTS_DELETES: ReadonlySet<PlannedGuard["rule"]> = new Set<PlannedGuard["rule"]>([
  ...(["maxDeletes", "maxDeletes.total", "noOverlap", "emptyDesired"] as const),
]);

/** What a guard has to say. `quote` escapes names of files. */
function guardWords(guard: PlannedGuard, lists: GuardedLists, quote: GuardQuote = (name) => name): GuardWords {
  const changed = isCounted(guard, lists) ? changedInWords(guard, lists, quote) : "";
  const fleet = COUNTS_DELETES.has(guard.rule) ? deletesInFleet(listsOf(guard.scope, lists)) : undefined;
  const inFleet = fleet === undefined ? "" : `; ${fleet}`;
  const found = `${scopeInWords(guard.scope)}: ${changed}${limitInWords(guard, quote)}${inFleet} (${guard.rule})`;
  return guard.tripped ? { found, remedy: remedyFor(guard, lists) } : { found };
}

/**
 * The guards that stop a plan, with what to do unless an earlier one has the same remedy; and those that were let pass over their
 * limit. `quote` escapes names of files.
 */
export function guardsInWords({ guards, scopes }: Pick<PlanDocument, "guards" | "scopes">, quote?: GuardQuote) {
  const remedies = new Set<string>();
  const tripped = guards
    .filter((guard) => guard.tripped)
    .map((guard) => {
      const { found, remedy = "" } = guardWords(guard, scopes, quote);
      const isNew = !remedies.has(remedy);
      remedies.add(remedy);
      return { override: guard.override, found, remedy: isNew ? remedy : "" };
    });
  const passed = guards.flatMap(({ overriddenBy, ...guard }) =>
    guard.tripped || overriddenBy === undefined
      ? []
      : [{ overriddenBy, found: guardWords(guard, scopes, quote).found }],
  );
  return { tripped, passed };
}

/** A guard in one line, the option last. */
export function guardInFull(guard: PlannedGuard, lists: GuardedLists): string {
  const { found, remedy } = guardWords(guard, lists);
  return [found, ...(remedy === undefined ? [] : [remedy]), `${TO_ALLOW} ${guard.override}`].join("; ");
}

/** A part of it as a sentence of its own. */
export function sentence(part: string, end = "."): string {
  return part === "" ? "" : `${part.charAt(0).toUpperCase()}${part.slice(1)}${end}`;
}

// Of a list that cannot be read, cars are counted from the last apply on, or since a user declared what is on it.
function isCounted({ scope, changed }: PlannedGuard, lists: GuardedLists): boolean {
  return changed?.before !== undefined || listsOf(scope, lists).every(({ live }) => live.baseline !== "unknown");
}

function listsOf(scope: PlannedGuard["scope"], lists: GuardedLists): GuardedLists {
  return lists.filter((list) => scope === "all" || list.scope === scope);
}

function changedInWords({ changed, rule, scope }: PlannedGuard, lists: GuardedLists, quote: GuardQuote): string {
  if (!changed) return "";
  const { before, live, wanted, edit } = changed;
  const last = before === undefined ? "" : `${counted(before, "car")} at the last apply, `;
  // Cars that stay although no file names them are on the list, too, and not lost.
  const isAll = listsOf(scope, lists).every(({ counts }) => counts.kept === 0);
  const now =
    before === live
      ? `${withCommas(wanted)}${isAll ? "" : " in the fleet file"} now`
      : `${withCommas(live)} on the list now, ${withCommas(wanted)} in the fleet file`;
  const change = rule === "maxAdds" || rule === "emptyLive" ? "got" : rule === "maxUpdates" ? "changed" : "lost";
  const when = edit?.commit === undefined ? "since its last commit" : `in ${shortCommit(edit.commit)}`;
  const why = edit ? `; ${quote(edit.file)} ${change} ${withCommas(edit.cars)} ${when}` : "";
  return `${last}${now}${why}; `;
}

function limitInWords(guard: PlannedGuard, quote: GuardQuote): string {
  switch (guard.rule) {
    case "maxDeletes":
      return tooMany(guard, "delete");
    case "maxDeletes.total": {
      const earlier = guard.planned === undefined ? "" : "with the earlier deletes of today, ";
      return `${earlier}${tooMany(guard, "delete")}`;
    }
    case "maxDeletes.window":
      return `with the deletes of the last days, ${tooMany(guard, "delete")}`;
    case "maxAdds":
      return tooMany(guard, "add");
    case "maxUpdates":
      return tooMany(guard, "update");
    case "noOverlap":
      return `no car of the fleet file is on the list, and ${counted(guard.actual, "delete")} would empty it of its own: it may be the wrong file, column or account`;
    case "maxShrink": {
      const { name = "a list", before = 0, now = 0, skippedBefore = 0, skipped } = guard.list ?? {};
      if (skipped !== undefined)
        return `the skip of ${quote(name)} left out ${counted(skippedBefore, "row")} when it was last applied and leaves out ${withCommas(skipped)} now; it may leave out ${withCommas(guard.limit)} more`;
      const cars = `${counted(before, "car")} when it was last applied and has ${withCommas(now)} now`;
      return `${quote(name)} had ${cars}; it may lose ${withCommas(guard.limit)}`;
    }
    case "maxAge": {
      const { name = "a list", changedOn = "an unknown day", changedBy = "time stamp" } = guard.list ?? {};
      const limit = counted(guard.limit, "day");
      return `${quote(name)} is older than ${limit}: it was last changed on ${changedOn}, by its ${changedBy === "commit" ? "last commit" : "time stamp"}`;
    }
    case "emptyDesired":
      return `the list holds ${counted(guard.actual, "car")}, and the fleet file names none`;
    case "emptyLive":
      return `the list is empty, but held cars when it was last read; the plan would send ${counted(guard.actual, "add")}`;
  }
}

function remedyFor({ rule, scope, changed }: PlannedGuard, lists: GuardedLists): string {
  if (rule === "maxAge") return "if this is not meant, run the export of the list again";
  if (rule === "emptyLive") return "if this is not meant, check the address, the account and the server first";
  const isUnknown = ({ live }: GuardedLists[number]) => live.baseline === "unknown";
  if (rule === "maxAdds" && listsOf(scope, lists).some(isUnknown)) {
    // One command for all lists, so that it is read, and run, once.
    const unknown = lists.filter(isUnknown);
    const older = unknown.find(({ live }) => live.older)?.live.older;
    const names = unknown.map((list) => list.scope);
    return adoptHint(names, older);
  }
  if (changed && !changed.edit) {
    const adds = rule === "maxAdds" || rule === "maxUpdates";
    if (changed.before === undefined && listsOf(scope, lists).every(({ live }) => live.source !== "list"))
      return "if this is not meant, correct the fleet file, or what the state knows: see `platectl state show`";
    if (changed.before === undefined && adds)
      return "if this is not meant, it may be the wrong file, column or account";
    if (changed.before === undefined)
      return "if this is not meant, start from the list as it is: `platectl export --output FILE` writes it as a fleet file";
    if (!adds && changed.wanted >= changed.before)
      return "if this is not meant, name the cars that are to stay in the fleet file";
  }
  return `if this is not meant, restore the file${fromWhere(changed?.edit)}`;
}

function fromWhere(edit: NonNullable<PlannedGuard["changed"]>["edit"]): string {
  if (!edit) return " that was applied last";
  const { commit, file } = edit;
  const revision = commit === undefined ? "HEAD" : `${commit.slice(0, COMMIT_DIGITS)}~1`;
  return `: \`git restore --source=${revision} -- ${isSafeToPaste(file) ? file : "FILE"}\``;
}

/** Whether a shell takes a path for nothing but a path, and people see all of it. */
function isSafeToPaste(path: string): boolean {
  return /^[\p{L}\p{N}_./@-]+$/u.test(path) && visible(path) === path;
}

function tooMany({ actual, limit }: PlannedGuard, one: string): string {
  return `${counted(actual, one)} ${actual === 1 ? "exceeds" : "exceed"} the limit of ${withCommas(limit)}`;
}

/** In a command, so that no other commit begins so. */
const COMMIT_DIGITS = 12;
