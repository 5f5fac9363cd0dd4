import type { DesiredScope, PlateKey, Scope } from "../../allowlist/index.ts";
import { valueAt } from "../../run/collections.ts";
import { allChanges, type ListDifference } from "../difference/list-difference.ts";
import { COUNTED_BY } from "../judge/guard-verdict.ts";
import type {
  Change,
  ChangeAction,
  Guard,
  GuardedChange,
  GuardedEdit,
  PlannedChange,
  ScopePlan,
} from "../model/plan.ts";
import type { EditOrigin, EditOrigins, FileHistory } from "../model/plan-inputs.ts";

/** Nothing certain is known. */
export type UnknownOrigin = Extract<EditOrigin, { kind: "unknown" }>;

/** What the changes of all lists are explained by. */
export interface ExplainContext {
  readonly moves: Moves;
  /** By scope, what the files want: where a moving car is written on the other list. */
  readonly lists: ReadonlyMap<Scope, DesiredScope>;
  /** Of what is desired now. */
  readonly digest: string;
  /** Without a history: the answer for every edit. */
  readonly origins: EditOrigins | UnknownOrigin;
  /** As in the history; none without one. */
  readonly commits: ReadonlyMap<string, number>;
  /** Today in the fleet file's time zone, YYYY-MM-DD. */
  readonly day: string;
  /** By `changeIdentity`, the changes of the plan that was approved; none where this run makes its own. */
  readonly approved: ReadonlyMap<string, PlannedChange>;
}

/** Cars that leave one list and enter another in the same plan: the first list, in the order of scopes, on either side. */
export interface Moves {
  readonly left: ReadonlyMap<PlateKey, Scope>;
  readonly entered: ReadonlyMap<PlateKey, Scope>;
}

/** Finds the moves among the differences of all lists, which come in the order of scopes. */
export function movesAmong(differences: readonly ListDifference[]): Moves {
  const left = new Map<PlateKey, Scope>();
  const entered = new Map<PlateKey, Scope>();
  if (differences.length < 2) return { left, entered };
  for (const { scope, deletes } of differences) {
    for (const { plateKey } of deletes) if (!left.has(plateKey)) left.set(plateKey, scope);
  }
  for (const { scope, adds } of differences) {
    for (const { plateKey } of adds) if (left.has(plateKey) && !entered.has(plateKey)) entered.set(plateKey, scope);
  }
  return { left, entered };
}

/** The list on the other side of a car's move; undefined where it does not move. */
export function otherList({ action, plateKey }: Change, { left, entered }: Moves): Scope | undefined {
  return action === "update" ? undefined : (action === "add" ? left : entered).get(plateKey);
}

/** What the history says of the cars that these differences are about. */
export function originsOf(
  differences: readonly ListDifference[],
  history: FileHistory | undefined,
): EditOrigins | UnknownOrigin {
  if (typeof history !== "object") return { kind: "unknown", ...(history !== undefined && { why: history }) };
  const plates = new Set(differences.flatMap((one) => allChanges(one).map(({ plateKey }) => plateKey)));
  return plates.size > 0 ? history.originsOf(plates) : { kind: "unknown" };
}

/** What of a plan explains the number that a guard has found. */
interface Planned {
  readonly differences: readonly ListDifference[];
  readonly scopes: readonly ScopePlan[];
}

/** Adds to each guard that stops the plan what changed since the last apply, and the edit behind most of it. */
export function explainTripped(guards: readonly Guard[], { differences, scopes }: Planned): Guard[] {
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
  // What a human stated about a list is not what an apply saw.
  const known = lists.flatMap(({ memory }) => (memory?.seen || !memory?.baseline ? (memory?.lastCount ?? []) : []));
  return {
    ...(known.length === lists.length && { before: known.reduce((all, cars) => all + cars, 0) }),
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
      valueAt(edits, `${edit.commit} ${edit.file}`, () => ({ ...edit, cars: 0 })).cars += 1;
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
