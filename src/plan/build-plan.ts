import {
  type DesiredScope,
  type DesiredState,
  type Diagnostic,
  type LiveScope,
  type LiveState,
  listDigest,
  type PlateKey,
  type Scope,
} from "../allowlist/index.ts";
import { correctionPairs } from "./correction.ts";
import { desiredDigest } from "./desired-digest.ts";
import { diffScope, type KeyedChange, type ScopeDiff } from "./diff-scope.ts";
import { exemptionFrom } from "./exempt.ts";
import { type Allowances, type GuardedScope, guardsFor } from "./guards.ts";
import type { Change, Plan, ScopeCounts, ScopePlan, Target } from "./plan.ts";
import { acknowledgementWarnings, liveWarnings, planWarning } from "./warnings.ts";

/** All that a plan is a function of. */
export interface PlanInputs {
  readonly desired: DesiredState;
  readonly live: LiveState;
  readonly target: Target;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly allowances: Allowances;
  /** The scopes to plan; those of the desired state that live knows. */
  readonly scopes: readonly Scope[];
  /** What loading and reading warned of. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares desired with live, scope by scope, and judges the result. Pure; linear in the cars. */
export function buildPlan(inputs: PlanInputs): Plan {
  const { desired, live, day } = inputs;
  const chosen = new Set(inputs.scopes);
  const planned = desired.scopes
    .filter(({ scope }) => chosen.has(scope))
    .flatMap((scope) => {
      const there = live.scopes.get(scope.scope);
      return there ? [planScope(scope, there, inputs)] : [];
    });
  const guards = guardsFor(
    planned.map(({ guarded }) => guarded),
    { policy: desired.policy, day, allowances: inputs.allowances },
  );
  const scopes = planned.map(({ plan }) => plan);
  return {
    mode: desired.mode,
    target: inputs.target,
    desired: { digest: desiredDigest(desired), files: desired.files },
    scopes,
    counts: totalCounts(scopes),
    guards,
    warnings: [
      ...inputs.diagnostics.map(planWarning),
      ...liveWarnings(
        live,
        scopes.map(({ scope }) => scope),
      ),
      ...acknowledgementWarnings(desired, guards, day),
    ],
  };
}

function planScope(
  desired: DesiredScope,
  live: LiveScope,
  inputs: PlanInputs,
): { plan: ScopePlan; guarded: GuardedScope } {
  const { policy, mode, interface: settings } = inputs.desired;
  const memory = inputs.live.memory.get(desired.scope);
  const deletesOffered = mode === "billing-account" || settings.globalDelete !== false;
  const exemption = exemptionFrom({ policy, deletesOffered, source: live.source, memory });
  const diff = diffScope(desired, live, { mode, day: inputs.day, exemption, fleet: inputs.live.fleet });
  const counts = countsOf(diff);
  return {
    plan: {
      scope: desired.scope,
      ...(desired.name !== undefined && { name: desired.name }),
      live: { source: live.source, count: live.entries.size, digest: listDigest(live.entries.values()) },
      changes: orderedChanges(diff),
      kept: sortByKey(diff.kept, (car) => car.licenseNumber).map(({ licenseNumber, reason }) => ({
        licenseNumber,
        reason,
      })),
      counts,
    },
    guarded: { scope: desired.scope, adds: counts.add, deletes: counts.delete, desired: diff.desired, live, memory },
  };
}

function orderedChanges(diff: ScopeDiff): Change[] {
  const pairs = correctionPairs(diff.adds.map(keyOf), diff.deletes.map(keyOf));
  const twins = new Map([...diff.adds, ...diff.deletes].map((one) => [one.plateKey, one.change.licenseNumber]));
  const hinted = ({ plateKey, change }: KeyedChange): Change => {
    const twin = pairs.get(plateKey);
    const spelling = twin === undefined ? undefined : twins.get(twin);
    if (spelling === undefined) return change;
    const hint = change.action === "add" ? `correction? deletes ${spelling}` : `correction? adds ${spelling}`;
    return { ...change, hint: change.hint ? `${change.hint}; ${hint}` : hint };
  };
  return [diff.adds, diff.updates, diff.deletes].flatMap((changes) => sortByKey(changes, spellingOf).map(hinted));
}

function spellingOf(one: KeyedChange): string {
  return one.change.licenseNumber;
}

function keyOf(one: KeyedChange): PlateKey {
  return one.plateKey;
}

// By code unit, never by locale: the same plan on every machine.
function sortByKey<Keyed extends { readonly plateKey: PlateKey }>(
  items: readonly Keyed[],
  spelling: (item: Keyed) => string,
): Keyed[] {
  return [...items].sort(
    (left, right) => byCodeUnit(left.plateKey, right.plateKey) || byCodeUnit(spelling(left), spelling(right)),
  );
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function countsOf(diff: ScopeDiff): ScopeCounts {
  return {
    add: diff.adds.length,
    update: diff.updates.length,
    delete: diff.deletes.length,
    unchanged: diff.unchanged,
    kept: diff.kept.length,
  };
}

function totalCounts(scopes: readonly ScopePlan[]): ScopeCounts {
  const total = { add: 0, update: 0, delete: 0, unchanged: 0, kept: 0 };
  for (const { counts } of scopes) {
    total.add += counts.add;
    total.update += counts.update;
    total.delete += counts.delete;
    total.unchanged += counts.unchanged;
    total.kept += counts.kept;
  }
  return total;
}
