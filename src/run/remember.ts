import {
  carsIn,
  type DesiredScope,
  type DesiredState,
  dayIn,
  daysBetween,
  type ListMemory,
  type LiveState,
  type PlateKey,
  type Scope,
  type WatchedList,
} from "../allowlist/index.ts";
import type { ApplyResult } from "../apply/index.ts";
import { changesShownLate, isDeleteGuard, type Plan, unclearNews } from "../plan/index.ts";
import type { JournalEntry, ListFileNews, Memory } from "./ports/index.ts";

/** For this many days after its grace a car that left a list file is remembered: an old export brings it back. */
const DAYS_REMEMBERED = 31;

const NOTHING: ListMemory = { rows: new Map(), gone: new Map() };

/** What the journal learns of the lists (`lists`: as they were read) before the first request of a run leaves. */
export function openingEntries(plan: Plan, memory: Memory, lists: LiveState["scopes"]): readonly JournalEntry[] {
  const allowed = plan.guards.filter((guard) => isDeleteGuard(guard) && guard.overriddenBy !== undefined);
  return plan.scopes.flatMap(({ scope, live, counts, changes }): JournalEntry[] => {
    const list = lists.get(scope);
    const late = list ? changesShownLate(list, memory.get(scope), changes) : [];
    const isAllowed = allowed.some((guard) => guard.scope === scope || guard.scope === "all");
    return [
      ...(live.source === "list" && !memory.get(scope)?.wasRead ? [{ kind: "list-read", scope } as const] : []),
      ...(["add", "delete"] as const).flatMap((action): JournalEntry[] => {
        const done = late.filter((one) => one.action === action);
        const cars = done.map(({ licenseNumber }) => ({ licenseNumber, outcome: "verified" as const }));
        return cars.length > 0 ? [{ kind: "outcome", scope, action, cars }] : [];
      }),
      ...(counts.delete > 0
        ? [{ kind: "deletes-planned", scope, count: live.count, ...(isAllowed && { allowed: true as const }) } as const]
        : []),
    ];
  });
}

/**
 * What the state should remember of how large the lists are. A list counts as seen once a run has ended with every outcome
 * known; only then can the next run see that it shrank.
 */
export function listSnapshot(
  plan: Plan,
  { scopes, lastLive }: ApplyResult,
  before: Memory,
  readMemory: () => Memory,
): JournalEntry[] {
  // A list that was read says what it holds; to read the whole journal once more takes as long as the rest of the run.
  const memory = plan.scopes.every(({ live }) => live.source === "list") ? before : readMemory();
  const snapshots: JournalEntry[] = [];
  const { digest, commit } = plan.desired;
  for (const [at, { scope, counts, changedMeanwhile, taken }] of scopes.entries()) {
    if (counts.unknown > 0 || counts.notSent > 0 || changedMeanwhile || taken.size > 0) continue;
    const known = memory.get(scope);
    const isListed = plan.scopes[at]?.live.source === "list";
    const entries = isListed ? lastLive.get(scope)?.entries : known?.entries;
    if (!entries || entries.size === known?.lastCount) continue;
    const inPart = plan.scopes[at]?.leftOut && { inPart: true as const };
    snapshots.push({
      kind: "seen",
      scope,
      count: entries.size,
      digest,
      ...(commit !== undefined && { commit }),
      ...inPart,
    });
  }
  return snapshots;
}

/**
 * What the journal learns of the list files of the scopes of a run, in comparison with what it knew. `now`: milliseconds since
 * the epoch. The number of cars is remembered where every outcome is known and nothing was left out; rows always, as a
 * car that is back must not be taken for one that is still gone.
 */
export function listEntries(
  desired: DesiredState,
  { plan, result }: { readonly plan: Plan; readonly result: ApplyResult },
  memory: Memory,
  now: number,
): readonly JournalEntry[] {
  const day = dayIn(desired.timeZone, now);
  const byScope = new Map<Scope, DesiredScope>(desired.scopes.map((one) => [one.scope, one]));
  return result.scopes.flatMap(({ scope, counts }, at): JournalEntry[] => {
    const wanted = byScope.get(scope);
    if (!wanted) return [];
    const known = memory.get(scope)?.lists ?? new Map<string, ListMemory>();
    const isComplete = counts.unknown === 0 && counts.notSent === 0 && !plan.scopes[at]?.leftOut;
    const news = (wanted.lists ?? []).map((list): ListFileNews => {
      const before = known.get(list.name) ?? NOTHING;
      const isCounted = list.maxShrink !== undefined && isComplete;
      const numbers = {
        ...(list.cars !== before.cars && { cars: list.cars }),
        ...(list.skipped !== undefined && list.skipped !== before.skipped && { skipped: list.skipped }),
      };
      return { list: list.name, ...(isCounted && numbers), ...rowNews(list, wanted, before, day) };
    });
    const planned = plan.scopes[at];
    // A run that was to leave some deletes out has not judged them.
    const rows = planned?.leftOut ? undefined : unclearNews(wanted, planned?.exempt ?? [], memory.get(scope), day);
    return [
      ...[...forgottenLists(wanted, known), ...news]
        .filter((one) => Object.keys(one).length > 1)
        .map((one) => ({ kind: "list-file" as const, scope, ...one })),
      ...(rows ? [{ kind: "unclear-rows" as const, scope, rows }] : []),
    ];
  });
}

// What is taken out of the fleet file on purpose starts afresh when it comes back.
function forgottenLists({ lists = [] }: DesiredScope, known: ReadonlyMap<string, ListMemory>): ListFileNews[] {
  const names = new Set(lists.map(({ name }) => name));
  return [...known.keys()].filter((list) => !names.has(list)).map((list) => ({ list, forgotten: true }));
}

function rowNews(
  { grace, files }: WatchedList,
  { entries, absent }: DesiredScope,
  { rows, gone }: ListMemory,
  day: string,
): Omit<ListFileNews, "list"> {
  if (grace === undefined) {
    const dropped = [...rows.keys(), ...gone.keys()];
    return dropped.length > 0 ? { dropped } : {};
  }
  const current = carsIn(files, entries);
  const added = [...current.values()].flatMap(({ plateKey, validUntil }) => {
    const before = rows.get(plateKey);
    if (before && before.validUntil === validUntil) return [];
    return [validUntil === undefined ? plateKey : { licenseNumber: plateKey, validUntil }];
  });
  const lost = [...rows].filter(([plateKey]) => !current.has(plateKey));
  // Named elsewhere, or ended: no longer a car that only its row kept on the list.
  const isExplained = ([plateKey, { validUntil }]: readonly [PlateKey, { readonly validUntil?: string }]) =>
    entries.has(plateKey) || absent?.has(plateKey) || (validUntil !== undefined && validUntil < day);
  const left = lost.filter((row) => !isExplained(row)).map(([licenseNumber]) => ({ licenseNumber, since: day }));
  const old = [...gone].filter(([, since]) => daysBetween(since, day) > grace + DAYS_REMEMBERED);
  const dropped = [...lost.filter(isExplained), ...old].map(([plateKey]) => plateKey);
  return {
    ...(added.length > 0 && { rows: added }),
    ...(left.length > 0 && { gone: left }),
    ...(dropped.length > 0 && { dropped }),
  };
}
