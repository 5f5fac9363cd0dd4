import type { ListDifference } from "../difference/list-difference.ts";
import { COUNTED_BY } from "../judge/guard-verdict.ts";
import type { Change, ChangeAction, Guard, GuardedChange, GuardedEdit, ScopePlan } from "../model/plan.ts";

/** What of a plan explains the number that a guard has found. */
interface Planned {
  readonly differences: readonly ListDifference[];
  readonly scopes: readonly ScopePlan[];
}

/** Adds to each guard that stops the plan what changed since the last apply, and the edit behind most of it. */
export function withChanges(guards: readonly Guard[], { differences, scopes }: Planned): Guard[] {
  return guards.map((guard) => {
    if (!guard.tripped || guard.changed || guard.rule === "maxAge") return guard;
    const isCounted = ({ scope }: { readonly scope: string }) => guard.scope === "all" || guard.scope === scope;
    const lists = differences.filter(isCounted);
    const edit = editBehind(guard, scopes.filter(isCounted));
    return { ...guard, changed: { ...countsOf(lists), ...(edit && { edit }) } };
  });
}

function countsOf(lists: readonly ListDifference[]): Omit<GuardedChange, "edit"> {
  const sum = (count: (list: ListDifference) => number) => lists.reduce((all, list) => all + count(list), 0);
  const isKnown = lists.every(({ memory }) => memory?.lastCount !== undefined);
  return {
    ...(isKnown && { before: sum(({ memory }) => memory?.lastCount ?? 0) }),
    live: sum(({ live }) => live.entries.size),
    wanted: sum(({ wanted }) => wanted),
  };
}

// Of an export that was cut off, and of a commit that emptied a file, nearly all changes have one edit.
function editBehind({ rule, list }: Guard, scopes: readonly ScopePlan[]): GuardedEdit | undefined {
  const counted = COUNTED_BY[rule];
  const action: ChangeAction = counted === "adds" ? "add" : counted === "updates" ? "update" : "delete";
  const edits = new Map<string, GuardedEdit & { cars: number }>();
  for (const { changes } of scopes) {
    for (const change of changes) {
      const edit = change.action === action ? editOf(change) : undefined;
      if (!edit || (list && edit.file !== list.name)) continue;
      const key = `${edit.commit} ${edit.file}`;
      const known = edits.get(key);
      if (known) known.cars += 1;
      else edits.set(key, { ...edit, cars: 1 });
    }
  }
  return [...edits.values()].reduce<GuardedEdit | undefined>(
    (most, edit) => (most && most.cars >= edit.cars ? most : edit),
    undefined,
  );
}

function editOf({ reason, source = reason?.source }: Change): Omit<GuardedEdit, "cars"> | undefined {
  if (!reason || source === undefined) return undefined;
  const { commit } = reason;
  if (commit === undefined && reason.noCommit !== "uncommitted") return undefined;
  return { file: source.replace(/(?::\d+){1,2}$/, ""), ...(commit !== undefined && { commit }) };
}
