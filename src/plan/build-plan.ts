import {
  type Choice,
  type DesiredScope,
  type DesiredState,
  type Diagnostic,
  type LiveScope,
  type LiveState,
  listDigest,
  type Scope,
  type ScopeMemory,
} from "../allowlist/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import { causesOf } from "./difference/causes.ts";
import { choose } from "./difference/choice.ts";
import { diffScope, type ScopeDiff } from "./difference/compare-list.ts";
import { exemptionFrom } from "./difference/exempt.ts";
import { waitingForMove } from "./difference/half-moves.ts";
import { departuresFrom } from "./difference/list-grace.ts";
import type { ScopeDifference } from "./difference/scope-difference.ts";
import { leftOutOf } from "./explain/choice-warnings.ts";
import { detachesFor, type HeldCars } from "./explain/detaches.ts";
import { withChanges } from "./explain/guard-changes.ts";
import { correctionTwins, movesAmong, withHints } from "./explain/hints.ts";
import { graceNotes } from "./explain/list-warnings.ts";
import { warningsOf } from "./explain/plan-warnings.ts";
import { type FileHistory, originsOf, type ReasonInputs, reasonsOf } from "./explain/reasons.ts";
import { countsOf, guardedCounts, totalCounts } from "./explain/scope-counts.ts";
import type { Allowances, GuardedScope } from "./judge/guard-verdict.ts";
import { losesNothing, newAddsLeftOut } from "./judge/guarded-list.ts";
import { guardsFor } from "./judge/guards.ts";
import { daysSentBefore } from "./judge/joint-guards.ts";
import { partOf } from "./judge/part.ts";
import { desiredDigest } from "./model/fingerprints.ts";
import { byCodeUnit, sortByPlate } from "./model/order.ts";
import type { Change, Plan, ScopePlan, Target, WholePlan } from "./model/plan.ts";

/** All that a plan is a function of. */
export interface PlanInputs {
  readonly desired: DesiredState;
  readonly live: LiveState;
  readonly target: Target;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Send every desired car of lists that cannot be read, to learn what is on them. */
  readonly reassert?: boolean;
  readonly allowances: Allowances;
  /** The sealed plan of which the scopes are a part, or all. */
  readonly whole?: WholePlan;
  /** Which of the changes to plan; absent: all. */
  readonly choice?: Choice;
  /** The scopes to plan; those of the desired state that live knows. */
  readonly scopes: readonly Scope[];
  /** What loading and reading warned of. */
  readonly diagnostics: readonly Diagnostic[];
  /** The fleet files as of a base revision: with it, every change names its cause. */
  readonly base?: DesiredState;
  /** Who holds cars in the accounts that lose some (`policy.onRemove: detach`): deleted cars are taken from them. */
  readonly holders?: readonly HeldCars[];
  /** What the history of the files says of the cars of the plan. */
  readonly origins?: FileHistory;
}

/** Compares desired with live, scope by scope. Pure. */
export function differencesOf(inputs: PlanInputs): readonly ScopeDifference[] {
  const before = new Map(inputs.base?.scopes.map((one) => [one.scope, one]));
  const differences: ScopeDifference[] = [];
  for (const list of listsToPlan(inputs)) {
    differences.push(differenceOf(list, before.get(list.desired.scope), inputs));
  }
  return differences;
}

/** The same without what the run is not to do. */
export function chosenDifferences(inputs: PlanInputs): readonly ScopeDifference[] {
  return choose(differencesOf(inputs), inputs);
}

/**
 * Compares desired with live, scope by scope, and judges the result. Pure; linear in the cars. `known`: the chosen differences
 * of these inputs, holders apart.
 */
export function buildPlan(inputs: PlanInputs, known?: readonly ScopeDifference[]): Plan {
  const { desired, day } = inputs;
  const differences = known ?? chosenDifferences(inputs);
  const guards = guardsFor(differences.map(guardedScope), {
    policy: desired.policy,
    day,
    now: inputs.now,
    allowances: inputs.allowances,
    others: listsLeftOut(inputs),
    part: partOf(inputs.whole, inputs.scopes),
  });
  const context = contextFor(differences, inputs);
  const holders = groupBy(inputs.holders ?? [], ({ scope }) => scope);
  const scopes: ScopePlan[] = [];
  for (const difference of differences) {
    const changes = changesOf(difference, context);
    const detaches = detachesFor(changes, holders.get(difference.scope) ?? []);
    scopes.push(planOf(difference, detaches.length === 0 ? changes : [...changes, ...detaches], inputs));
  }
  return {
    mode: desired.mode,
    target: inputs.target,
    desired: {
      digest: context.digest,
      files: [...desired.files].sort((left, right) => byCodeUnit(left.path, right.path)),
    },
    ...(inputs.choice && { choice: inputs.choice }),
    scopes,
    counts: totalCounts(scopes),
    guards: withChanges(guards, { differences, scopes }),
    warnings: warningsOf(inputs, { differences, guards, scopes }),
    ...graceNotes(differences),
  };
}

/** The accounts that lose cars: the cars may be held by parking users. */
export function scopesWithDeletes(differences: readonly ScopeDifference[]): Scope[] {
  return differences.filter(({ diff }) => diff.deletes.length > 0).map(({ scope }) => scope);
}

interface ListToPlan {
  readonly desired: DesiredScope;
  readonly live: LiveScope;
}

function listsToPlan({ desired, live, scopes }: PlanInputs): ListToPlan[] {
  const chosen = new Set(scopes);
  return desired.scopes
    .filter(({ scope }) => chosen.has(scope))
    .flatMap((one) => {
      const there = live.scopes.get(one.scope);
      return there ? [{ desired: one, live: there }] : [];
    });
}

function differenceOf(
  { desired, live }: ListToPlan,
  before: DesiredScope | undefined,
  inputs: PlanInputs,
): ScopeDifference {
  const memory = inputs.live.memory.get(desired.scope);
  const diff = diffOf(desired, live, inputs.desired, inputs);
  const difference = { scope: desired.scope, desired, live, memory, diff };
  if (!inputs.base) return difference;
  const base = before && { desired: before, diff: diffOf(before, live, inputs.base, inputs) };
  return { ...difference, comparison: { desired, diff, base, memory, day: inputs.day } };
}

function diffOf(desired: DesiredScope, live: LiveScope, state: DesiredState, inputs: PlanInputs): ScopeDiff {
  const { policy, mode, interface: settings } = state;
  const memory = inputs.live.memory.get(desired.scope);
  const deletesOffered = mode === "billing-account" || settings.globalDelete !== false;
  const waiting = waitingForMove(inputs.desired, inputs.live);
  const departure = departuresFrom(desired, memory, inputs.day);
  const exemption = exemptionFrom({ policy, plates: settings, deletesOffered, memory, departure, waiting });
  const reassert = inputs.reassert ?? false;
  return diffScope(desired, live, {
    mode,
    day: inputs.day,
    exemption,
    departure,
    fleet: inputs.live.fleet,
    memory,
    reassert,
  });
}

function guardedScope(difference: ScopeDifference): GuardedScope {
  const { scope, desired, live, memory, diff } = difference;
  const { newAdds: adds, updates, deletes, desired: wanted } = diff;
  return {
    scope,
    adds,
    updates: updates.length,
    deletes: deletes.length,
    sentBefore: daysSentBefore(memory, deletes),
    desired: wanted,
    shared: wanted - adds - newAddsLeftOut(difference),
    losesNothing: losesNothing(difference),
    live,
    memory,
    lists: desired.lists ?? [],
  };
}

function listsLeftOut({ live, scopes }: PlanInputs): ScopeMemory[] {
  const chosen = new Set(scopes);
  return [...live.memory].flatMap(([scope, memory]) => (chosen.has(scope) ? [] : [memory]));
}

/** What all lists of a plan share. */
type ChangeContext = Pick<ReasonInputs, "moves" | "scopes" | "origins" | "digest">;

function contextFor(differences: readonly ScopeDifference[], inputs: PlanInputs): ChangeContext {
  return {
    moves: movesAmong(differences),
    scopes: new Map(differences.map(({ scope, desired }) => [scope, desired])),
    digest: desiredDigest(inputs.desired),
    origins: originsOf(
      differences.map(({ diff }) => diff),
      inputs.origins,
    ),
  };
}

// In the order of the plan.
function changesOf(difference: ScopeDifference, context: ChangeContext): readonly Change[] {
  const { diff, comparison } = difference;
  const causeOf = comparison && causesOf(comparison);
  const spelling = ({ licenseNumber }: Change) => licenseNumber;
  const adds = sortByPlate(diff.adds, spelling);
  const updates = sortByPlate(diff.updates, spelling);
  const deletes = sortByPlate(diff.deletes, spelling);
  const ordered = adds.concat(updates, deletes);
  const twins = correctionTwins(adds, deletes);
  const reasonOf = reasonsOf({ ...difference, ...context, twins });
  const explained = ordered.map((change): Change => {
    const cause = causeOf?.(change);
    if (cause === undefined) {
      change.reason = reasonOf(change);
      return change;
    }
    // New keys stand first: behind a spread, V8 gives every single object a hidden class of its own, which costs more time
    // and memory than all the rest, here and wherever the changes are read.
    const caused = { cause, ...change };
    return { ...caused, reason: reasonOf(caused) };
  });
  return withHints(explained, context.moves, twins);
}

function planOf(difference: ScopeDifference, changes: readonly Change[], inputs: PlanInputs): ScopePlan {
  const { scope, desired, live, diff } = difference;
  const { source, entries, baseline, older } = live;
  const digest = listDigest(entries.values());
  return {
    scope,
    ...(desired.name !== undefined && { name: desired.name }),
    live: { source, count: entries.size, digest, ...(baseline && { baseline }), ...(older && { older }) },
    changes,
    exempt: sortByPlate(diff.exempt, ({ licenseNumber }) => licenseNumber),
    counts: countsOf(diff, changes.length - diff.adds.length - diff.updates.length - diff.deletes.length),
    ...leftOutOf(difference),
    ...guardedCounts(difference, inputs.desired.policy, inputs.day),
  };
}
