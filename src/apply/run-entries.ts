import { isDeepStrictEqual } from "node:util";
import {
  type InterfaceSettings,
  listDigest,
  TIMES_TO_SKIP,
  type UndoneChange,
  type UndoneOrPlate,
  undoneChangeOf,
} from "../allowlist/index.ts";
import {
  type Change,
  type ChangeHistory,
  isDeleteGuard,
  type Plan,
  type ScopePlan,
  settingsDigest,
  timesUndone,
  undoneBefore,
} from "../plan/index.ts";
import type { JournalEntry, Memory } from "../ports/index.ts";
import { eachInSteps, type Steps } from "../runtime/steps.ts";
import type { ApplyResult } from "./apply-plan.ts";
import type { ChangeResult, NoEffect, ScopeReport } from "./report.ts";

/** What the journal learns of the lists before the first request of a run leaves. */
export function openingEntries(plan: Plan, memory: Memory): readonly JournalEntry[] {
  const allowed = plan.guards.filter((guard) => isDeleteGuard(guard) && guard.overriddenBy !== undefined);
  return plan.scopes.flatMap(({ scope, live, counts }): JournalEntry[] => {
    const isAllowed = allowed.some((guard) => guard.scope === scope || guard.scope === "all");
    return [
      ...(live.source === "list" && !memory.get(scope)?.wasRead ? [{ kind: "list-read", scope } as const] : []),
      ...(counts.delete > 0
        ? [{ kind: "deletes-planned", scope, count: live.count, ...(isAllowed && { allowed: true as const }) } as const]
        : []),
    ];
  });
}

/**
 * What the state should remember of how large the lists are. A list counts as seen once a run has ended with every outcome
 * known; only then can the next run tell that it shrank.
 */
export function* listSnapshot(
  plan: Plan,
  { scopes, lastLive }: ApplyResult,
  before: Memory,
  readMemory: () => Memory,
): Steps<JournalEntry[]> {
  // A list that was read says what it holds; to read the whole journal once more takes as long as the rest of the run.
  const memory = plan.scopes.every(({ live }) => live.source === "list") ? before : readMemory();
  const snapshots: JournalEntry[] = [];
  for (const [at, { scope, counts }] of scopes.entries()) {
    if (counts.unknown > 0 || counts.notSent > 0) continue;
    const known = memory.get(scope);
    const isListed = plan.scopes[at]?.live.source === "list";
    const entries = isListed ? lastLive.get(scope)?.entries : known?.entries;
    if (!entries || entries.size === known?.lastCount) continue;
    snapshots.push({ kind: "seen", scope, count: entries.size, digest: listDigest(entries.values()) });
  }
  return snapshots;
}

interface Moment {
  readonly settings: InterfaceSettings;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * What the state should remember of changes that do not last: for each list that has or had such, all of them. A change
 * counts once for every time that it was confirmed and found undone, be it by the next run or, where the list was read and
 * its settle time is over, by the same one. Refusals and unknown outcomes do not count.
 */
export function* undoneEntries(plan: Plan, result: ApplyResult, memory: Memory, moment: Moment): Steps<JournalEntry[]> {
  const settings = settingsDigest(moment.settings);
  const entries: JournalEntry[] = [];
  for (const [at, report] of result.scopes.entries()) {
    const planned = plan.scopes[at];
    if (!planned) continue;
    const { scope, live } = planned;
    const known = memory.get(scope);
    const history = { memory: known, settings };
    const cars = live.source === "list" ? yield* undoneCars(planned, report, history, moment) : [];
    const before = known?.undone?.cars;
    const isSame =
      cars.length === (before?.size ?? 0) && isDeepStrictEqual(cars.map(undoneChangeOf), [...(before?.values() ?? [])]);
    if (isSame && (cars.length === 0 || known?.undone?.settings === settings)) continue;
    entries.push({ kind: "undone", scope, settings, cars });
  }
  return entries;
}

function* undoneCars(
  { changes, counts }: ScopePlan,
  { results, noEffect }: ScopeReport,
  history: ChangeHistory,
  { now }: Moment,
): Steps<UndoneOrPlate[]> {
  const withoutEffect = new Map(noEffect.map((one) => [identity(one), one]));
  const telling = yield* tellingChanges(changes, withoutEffect, history);
  if (telling.size === 0 && counts.delete === 0) return [];
  const done = new Set<"add" | "delete">();
  yield* eachInSteps(withoutEffect.size > 0 ? results : [], ({ action, outcome }) => {
    if (outcome === "verified") done.add(wireAction(action));
  });
  const undone: UndoneOrPlate[] = [];
  yield* eachInSteps(results, (result) => {
    const { action, outcome, licenseNumber } = result;
    const change = telling.size > 0 ? telling.get(identity(result)) : undefined;
    if (!change) {
      const isConfirmedDelete = action === "delete" && outcome === "verified";
      if (isConfirmedDelete) undone.push(licenseNumber);
      return;
    }
    const before = { earlier: undoneBefore(change, history), times: timesUndone(change, history) };
    const evidence = { noEffect: withoutEffect.get(identity(result)), didOthers: done.has(wireAction(action)) };
    const next = nextCount(change, result, before, evidence);
    const isWorthIt =
      next.times > 0 || next.isIdle || next.twin !== undefined || (next.confirmed && action === "delete");
    if (!isWorthIt) return;
    const isSent = change.skipped === undefined && outcome !== "not-sent";
    const sentAt = isSent || next.sentAt === undefined ? Math.floor(now) : next.sentAt;
    undone.push(next.times >= TIMES_TO_SKIP - 1 ? { ...next, sentAt } : next);
  });
  return undone;
}

// The changes of which something was known, or became so: of many cars, few. To look each of a million up by its name takes
// as long as the rest of what an interrupted run has to do.
function* tellingChanges(
  changes: readonly Change[],
  withoutEffect: ReadonlyMap<string, NoEffect>,
  history: ChangeHistory,
): Steps<Map<string, Change>> {
  const telling = new Map<string, Change>();
  const { memory } = history;
  if (withoutEffect.size === 0 && !memory?.undone && !memory?.entries.size) return telling;
  yield* eachInSteps(changes, (change) => {
    if (change.action === "detach") return;
    const isKnown = undoneBefore(change, history) !== undefined || timesUndone(change, history) > 0;
    const isTelling = isKnown || change.skipped !== undefined;
    if (isTelling || (withoutEffect.size > 0 && withoutEffect.has(identity(change))))
      telling.set(identity(change), change);
  });
  return telling;
}

interface Before {
  readonly earlier: UndoneChange | undefined;
  readonly times: number;
}

/** What the run found out besides the outcome. */
interface Evidence {
  readonly noEffect: NoEffect | undefined;
  /** The server did the same for another car of this list. */
  readonly didOthers: boolean;
}

function nextCount(
  change: Change,
  result: ChangeResult,
  before: Before,
  { noEffect, didOthers }: Evidence,
): UndoneChange {
  const { earlier, times } = before;
  const { licenseNumber, outcome, error } = result;
  const action = wireAction(change.action);
  const twin = noEffect?.twin ?? earlier?.twin;
  const words = error ?? earlier?.words;
  const features = change.features?.to ?? [];
  const asked = action === "add" && features.length > 0 ? { features } : {};
  const about = { ...asked, ...(twin !== undefined && { twin }) };
  const lastWords = words === undefined ? {} : { words };
  if (change.skipped !== undefined || outcome === "not-sent") {
    const skipped = (earlier?.skipped ?? 0) + (change.skipped === undefined ? 0 : 1);
    const sentAt = earlier?.sentAt === undefined ? {} : { sentAt: earlier.sentAt };
    const earlierWords = earlier?.words === undefined ? {} : { words: earlier.words };
    return { licenseNumber, action, ...about, times, ...earlierWords, ...(skipped > 0 && { skipped }), ...sentAt };
  }
  if (outcome === "verified") return { licenseNumber, action, ...about, times, confirmed: true };
  // A server that did nothing of the kind for this list is at fault itself, and may heal: no car is to blame.
  const isUndone = noEffect !== undefined && didOthers;
  const idle = noEffect && { isIdle: true as const };
  return { licenseNumber, action, ...about, times: times + (isUndone ? 1 : 0), ...idle, ...lastWords };
}

// A feature update is an add on the wire.
function wireAction(action: Change["action"]): "add" | "delete" {
  return action === "delete" ? "delete" : "add";
}

function identity({ action, licenseNumber }: Pick<Change, "action" | "licenseNumber">): string {
  return `${action} ${licenseNumber}`;
}
