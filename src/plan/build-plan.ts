import { byCodeUnit, carsAside, listDigest, type Scope } from "../allowlist/index.ts";
import { groupBy } from "../run/collections.ts";
import { differencesOf } from "./difference/differences.ts";
import { causesOf, type ListDifference, leftOutOf } from "./difference/list-difference.ts";
import { correctionTwins } from "./explain/correction.ts";
import { type ExplainContext, explainTripped, movesAmong, originsOf, otherList } from "./explain/explain-context.ts";
import { reasonsOf } from "./explain/reasons.ts";
import { graceNotes, warningsOf } from "./explain/warnings.ts";
import { judge } from "./judge/guards.ts";
import { changeIdentity, changesByIdentity, desiredDigest, sortByPlate } from "./model/fingerprints.ts";
import type { Change, Guard, Plan, ScopeCounts, ScopePlan } from "./model/plan.ts";
import type { HeldCars, PlanInputs } from "./model/plan-inputs.ts";

/** The plan of a run: what differs, whether it may be applied, and why it is so. Pure; linear in the cars. */
export function buildPlan(inputs: PlanInputs, differences = differencesOf(inputs)): Plan {
  return explain(differences, judge(differences, inputs), inputs);
}

/** The third step: the plan of the judged differences, with reasons, hints and warnings for its reviewers. Pure. */
function explain(differences: readonly ListDifference[], guards: readonly Guard[], inputs: PlanInputs): Plan {
  const { desired, day, target, choice } = inputs;
  const approved = inputs.source.plan;
  const digest = desiredDigest(desired);
  const lists = new Map(differences.map((one) => [one.scope, one.desired]));
  const commits: ExplainContext["commits"] = typeof inputs.origins === "object" ? inputs.origins.commits : new Map();
  const [commit = approved?.desired.commit] = commits.keys();
  const context = {
    moves: movesAmong(differences),
    lists,
    digest,
    origins: originsOf(differences, inputs.origins),
    commits,
    day,
    approved: changesByIdentity(approved?.scopes ?? []),
  };
  const holdings = groupBy(inputs.holdings ?? [], ({ scope }): Scope => scope);
  const scopes = differences.map((difference) => {
    const changes = explainedChanges(difference, context);
    const detaches = detachesFor(changes, holdings.get(difference.scope) ?? []);
    return scopePlan(difference, changes, detaches);
  });
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
    guards: explainTripped(guards, { differences, scopes }),
    warnings: warningsOf(inputs, { differences, guards, scopes }),
    ...graceNotes(differences),
  };
}

/** The changes of a list in the order of the plan, each with its cause and reason, and with what a reviewer should check. */
function explainedChanges(difference: ListDifference, context: ExplainContext): readonly Change[] {
  const adds = sortByPlate(difference.adds);
  const deletes = sortByPlate(difference.deletes);
  const ordered = adds.concat(sortByPlate(difference.updates), deletes);
  const twins = correctionTwins(adds, deletes);
  const causeOf = causesOf(difference, context.day);
  const { approved, moves } = context;
  const reasonOf = reasonsOf({ ...difference, ...context, twins });
  return ordered.map((change): Change => {
    const known = approved.size > 0 ? approved.get(changeIdentity(difference.scope, change)) : undefined;
    const cause = known ? known.cause : causeOf?.(change);
    const twin = twins.get(change.plateKey);
    const other = otherList(change, moves);
    const move = other && `moves ${change.action === "add" ? "from" : "to"} ${other}`;
    const hint = move && change.hint ? `${change.hint}; ${move}` : move;
    // The reason, which every change has, comes first: a new key behind a spread doubles time and memory of a large plan.
    return {
      reason: known?.reason ?? reasonOf(change, cause),
      ...change,
      ...(cause && { cause }),
      ...(hint && { hint }),
      ...(twin !== undefined && { twin }),
    };
  });
}

/**
 * Takes the cars that a list loses from the account's parking users who hold them, each by the spelling under which it is
 * held. Of the same cause and reason as the delete.
 */
function detachesFor(changes: readonly Change[], holdings: readonly HeldCars[]): Change[] {
  if (holdings.length === 0) return [];
  const deletes = new Map(
    changes.filter(({ action }) => action === "delete").map((change) => [change.plateKey, change]),
  );
  const detaches = holdings.flatMap(({ parkingUser, held }) =>
    [...held.entries.values()].flatMap(({ plateKey, licenseNumber, otherSpellings = [] }) => {
      const { cause, reason } = deletes.get(plateKey) ?? {};
      const spellings = deletes.has(plateKey) ? [licenseNumber, ...otherSpellings] : [];
      return spellings.map((spelling): Change => {
        const detach = { action: "detach", plateKey, licenseNumber: spelling, parkingUser } as const;
        return { ...detach, ...(cause && { cause }), ...(reason && { reason }) };
      });
    }),
  );
  return sortByPlate(detaches);
}

/** One list as the plan shows it. `changes` and `detaches`: explained, in the order of the plan. */
function scopePlan(difference: ListDifference, changes: readonly Change[], detaches: readonly Change[]): ScopePlan {
  const { scope, desired, live, adds, updates, deletes, unchanged, exempt } = difference;
  const { source, entries, baseline, older } = live;
  const digest = listDigest(entries.values());
  return {
    scope,
    ...(desired.name !== undefined && { name: desired.name }),
    live: { source, count: entries.size, digest, ...(baseline && { baseline }), ...(older && { older }) },
    changes: [...changes, ...detaches],
    exempt: sortByPlate(exempt),
    counts: {
      add: adds.length,
      update: updates.length,
      delete: deletes.length,
      ...(detaches.length > 0 && { detach: detaches.length }),
      unchanged,
      exempt: exempt.length,
    },
    ...leftOutOf(difference),
  };
}

/** The counts of all lists together. */
function totalCounts(scopes: readonly ScopePlan[]): ScopeCounts {
  const sum = (key: keyof ScopeCounts) => scopes.reduce((all, { counts }) => all + (counts[key] ?? 0), 0);
  const detach = sum("detach");
  return {
    add: sum("add"),
    update: sum("update"),
    delete: sum("delete"),
    unchanged: sum("unchanged"),
    exempt: sum("exempt"),
    ...(detach > 0 && { detach }),
  };
}
