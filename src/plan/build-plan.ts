import {
  carsAside,
  type DesiredState,
  type LiveScope,
  listDigest,
  type PlateKey,
  type Scope,
} from "../allowlist/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import { type DifferenceInputs, differencesOf } from "./difference/differences.ts";
import { causesOf, type ListDifference, leftOutOf } from "./difference/list-difference.ts";
import {
  type Background,
  type FileHistory,
  type Moves,
  movesAmong,
  originsOf,
  withChanges,
} from "./explain/background.ts";
import { correctionTwins } from "./explain/correction.ts";
import { reasonsOf } from "./explain/reasons.ts";
import { graceNotes, type WarningInputs, warningsOf } from "./explain/warnings.ts";
import { type JudgeInputs, judge } from "./judge/guards.ts";
import { byCodeUnit, changeIdentity, desiredDigest, sortByPlate } from "./model/fingerprints.ts";
import type { Change, Guard, Plan, ScopeCounts, ScopePlan, Target, WholePlan } from "./model/plan.ts";

/** All that a plan is a function of. */
export type PlanInputs = DifferenceInputs & JudgeInputs & ExplainInputs;

/** The plan of a run: what differs, whether it may be applied, and why it is so. Pure; linear in the cars. */
export function buildPlan(inputs: PlanInputs, differences = differencesOf(inputs)): Plan {
  return explain(differences, judge(differences, inputs), inputs);
}

/** What differences are explained by. */
export interface ExplainInputs extends WarningInputs {
  readonly desired: DesiredState;
  readonly target: Target;
  /** Who holds cars in the accounts that lose some (`policy.onRemove: detach`): deleted cars are taken from them. */
  readonly holders?: readonly HeldCars[];
  /** What the history of the files says of the cars of the plan. */
  readonly origins?: FileHistory;
  /** The approved plan that is applied: its changes keep the reasons that its readers saw. */
  readonly whole?: WholePlan;
}

/** The third step: the plan of the judged differences, with reasons, hints and warnings for its reviewers. Pure. */
export function explain(differences: readonly ListDifference[], guards: readonly Guard[], inputs: ExplainInputs): Plan {
  const { desired, day, target, choice } = inputs;
  const digest = desiredDigest(desired);
  const lists = new Map(differences.map((one) => [one.scope, one.desired]));
  const commits: Background["commits"] = typeof inputs.origins === "object" ? inputs.origins.commits : new Map();
  const [commit = inputs.whole?.desired.commit] = commits.keys();
  const background = {
    moves: movesAmong(differences),
    lists,
    digest,
    origins: originsOf(differences, inputs.origins),
    commits,
    day,
    approved: approvedChanges(inputs.whole),
  };
  const holders = groupBy(inputs.holders ?? [], ({ scope }): Scope => scope);
  const scopes: ScopePlan[] = [];
  for (const difference of differences) {
    const changes = explainedChanges(difference, background);
    const detaches = detachesFor(changes, holders.get(difference.scope) ?? []);
    scopes.push(scopePlan(difference, [...changes, ...detaches]));
  }
  return {
    mode: desired.mode,
    target,
    desired: {
      digest,
      ...(commit !== undefined && { commit }),
      files: [...desired.files].sort((left, right) => byCodeUnit(left.path, right.path)),
      ...carsAside(desired, lists.values(), day),
    },
    ...(choice && { choice }),
    scopes,
    counts: totalCounts(scopes),
    guards: withChanges(guards, { differences, scopes }),
    warnings: warningsOf(inputs, { differences, guards, scopes }),
    ...graceNotes(differences),
  };
}

/** The changes of a list in the order of the plan, each with its cause and reason, and with what a reviewer should check. */
export function explainedChanges(difference: ListDifference, background: Background): readonly Change[] {
  const adds = sortByPlate(difference.adds);
  const deletes = sortByPlate(difference.deletes);
  const ordered = adds.concat(sortByPlate(difference.updates), deletes);
  const twins = correctionTwins(adds, deletes);
  const hintOf = hintsFrom(background.moves);
  const causeOf = causesOf(difference, background.day);
  const { approved } = background;
  const reasonOf = reasonsOf({ ...difference, ...background, twins });
  return ordered.map((change): Change => {
    const said = approved.size > 0 ? approved.get(changeIdentity(difference.scope, change)) : undefined;
    const cause = said ? said.cause : causeOf?.(change);
    const reason = said?.reason ?? reasonOf(change, cause);
    // New keys stand first: behind a spread, V8 gives every single object a hidden class of its own, which costs more time
    // and memory than all the rest, here and wherever the changes are read.
    const caused = cause === undefined ? { reason, ...change } : { cause, reason, ...change };
    const twin = twins.get(change.plateKey);
    const explained = twin === undefined ? caused : { twin, ...caused };
    const hint = hintOf?.(change);
    if (hint === undefined) return explained;
    return change.hint === undefined ? { hint, ...explained } : { ...explained, hint: `${change.hint}; ${hint}` };
  });
}

/** The changes of a plan that was approved, each by its identity. */
export function approvedChanges(whole: WholePlan | undefined): Background["approved"] {
  return new Map(
    whole?.scopes.flatMap(({ scope, changes }) =>
      changes.map((change) => [changeIdentity(scope, change), change] as const),
    ),
  );
}

type Hint = (change: Change) => string | undefined;

function hintsFrom({ left, entered }: Moves): Hint | undefined {
  if (left.size + entered.size === 0) return undefined;
  return ({ action, plateKey }) => {
    const other = (action === "add" ? left : entered).get(plateKey);
    return other === undefined || action === "update"
      ? undefined
      : `moves ${action === "add" ? "from" : "to"} ${other}`;
  };
}

/** A parking user of an account and the cars that they hold. */
export interface HeldCars {
  readonly scope: Scope;
  readonly parkingUser: string;
  readonly held: LiveScope;
}

/**
 * Takes the cars that a list loses from the account's parking users who hold them, each by the spelling under which it is
 * held. Of the same cause and reason as the delete.
 */
export function detachesFor(changes: readonly Change[], holders: readonly HeldCars[]): Change[] {
  if (holders.length === 0) return [];
  const deletes = new Map(
    changes.filter(({ action }) => action === "delete").map((change) => [change.plateKey, change]),
  );
  const detaches = holders.flatMap((holder) => detachesFrom(holder, deletes));
  return sortByPlate(detaches);
}

function detachesFrom({ parkingUser, held }: HeldCars, deletes: ReadonlyMap<PlateKey, Change>): Change[] {
  return [...held.entries.values()].flatMap(({ plateKey, licenseNumber, otherSpellings = [] }) => {
    const deletion = deletes.get(plateKey);
    if (!deletion) return [];
    const { cause, reason } = deletion;
    return [licenseNumber, ...otherSpellings].map(
      (spelling): Change => ({
        action: "detach",
        plateKey,
        licenseNumber: spelling,
        parkingUser,
        ...(cause && { cause }),
        ...(reason && { reason }),
      }),
    );
  });
}

/** One list as it stands in the plan. `changes`: explained, in the order of the plan. */
export function scopePlan(difference: ListDifference, changes: readonly Change[]): ScopePlan {
  const { scope, desired, live, exempt } = difference;
  const { source, entries, baseline, older } = live;
  const digest = listDigest(entries.values());
  return {
    scope,
    ...(desired.name !== undefined && { name: desired.name }),
    live: { source, count: entries.size, digest, ...(baseline && { baseline }), ...(older && { older }) },
    changes,
    exempt: sortByPlate(exempt),
    counts: countsOf(difference, changes),
    ...leftOutOf(difference),
  };
}

function countsOf(
  { adds, updates, deletes, unchanged, exempt }: ListDifference,
  changes: readonly Change[],
): ScopeCounts {
  const detach = changes.length - adds.length - updates.length - deletes.length;
  return {
    add: adds.length,
    update: updates.length,
    delete: deletes.length,
    ...(detach > 0 && { detach }),
    unchanged,
    exempt: exempt.length,
  };
}

/** The counts of all lists together. */
export function totalCounts(scopes: readonly ScopePlan[]): ScopeCounts {
  const total = { add: 0, update: 0, delete: 0, unchanged: 0, exempt: 0 };
  let detach = 0;
  for (const { counts } of scopes) {
    total.add += counts.add;
    total.update += counts.update;
    total.delete += counts.delete;
    total.unchanged += counts.unchanged;
    total.exempt += counts.exempt;
    detach += counts.detach ?? 0;
  }
  return detach === 0 ? total : { ...total, detach };
}
