import { type CommitGap, formatSource, type LastWrite, type PlateKey } from "../../allowlist/index.ts";
import type { ListDifference } from "../difference/list-difference.ts";
import type { Change, ChangeReason } from "../model/plan.ts";
import type { EditOrigin } from "../model/plan-inputs.ts";
import { type ExplainContext, otherList } from "./explain-context.ts";

/** Nothing distinguishes one change from another. */
const FIRST_RUN: ChangeReason = { kind: "first-run" };

/** What the reasons of one list's changes are a function of. */
interface ReasonInputs extends ListDifference, Omit<ExplainContext, "day" | "approved"> {
  /** The other plate of each likely correction. */
  readonly twins: ReadonlyMap<PlateKey, string>;
}

type Cause = Change["cause"];

/** Why each change of a list is planned. What a base revision says of a change holds before what is concluded from times. */
export function reasonsOf(inputs: ReasonInputs): (change: Change, cause: Cause) => ChangeReason {
  // No run of the list is known, and it holds none of the desired cars.
  const isFirst = inputs.memory === undefined && inputs.unchanged + inputs.updates.length === 0;
  return (change, cause) => {
    if (change.reason !== undefined) return change.reason;
    const moved = moveReason(change, inputs);
    if (moved) return moved;
    if (isFirst && cause === undefined) return FIRST_RUN;
    return respelledReason(change, concludedReason(change, cause, inputs), inputs);
  };
}

function moveReason(change: Change, { moves, lists }: ReasonInputs): ChangeReason | undefined {
  const other = otherList(change, moves);
  if (other === undefined) return undefined;
  const source = change.action === "delete" ? lists.get(other)?.entries.get(change.plateKey)?.source : undefined;
  return { kind: "move", ...(source && { source: formatSource(source) }) };
}

// A correction is an edit: a car that others put on the list, or took off it, only looks like one.
function respelledReason({ plateKey }: Change, reason: ChangeReason, { twins }: ReasonInputs): ChangeReason {
  const isEdit = reason.kind === "edit" || reason.kind === "row-gone";
  return isEdit && twins.has(plateKey) ? { ...reason, kind: "respelled" } : reason;
}

function concludedReason(change: Change, cause: Cause, inputs: ReasonInputs): ChangeReason {
  const { memory } = inputs;
  const origin = originOf(change, inputs);
  const firstDay = change.action === "add" ? inputs.firstDays.get(change.plateKey) : undefined;
  const facts = { firstDay, origin, last: memory?.lastWrites?.get(change.plateKey) };
  switch (cause ?? causeFrom(change, facts, inputs)) {
    case "drift":
      return { kind: "drift", ...driftTime(change, facts.last, inputs) };
    case "date":
      return { kind: "date", ...(facts.firstDay !== undefined && { at: facts.firstDay }), ...sourceOf(change) };
    case "first-run":
      return FIRST_RUN;
    case "edit":
      return editReason(change, origin);
  }
}

// Without a history no car is looked up: the desired ones lie far apart in memory.
function originOf({ action, plateKey }: Change, { origins, desired }: ReasonInputs): EditOrigin {
  if ("kind" in origins) return origins;
  const wanted = action === "delete" ? undefined : desired.entries.get(plateKey);
  return wanted ? origins.wrote(plateKey, wanted.source.file) : origins.removed(plateKey);
}

/** What is known of one change. */
interface Facts {
  /** Of a car to add. */
  readonly firstDay: string | undefined;
  readonly origin: EditOrigin;
  readonly last: LastWrite | undefined;
}

/** Where the commit of an edit is older than those that were read. */
const HAS_HISTORY: ReadonlySet<CommitGap | undefined> = new Set(["shallow", "not-read"]);

// Only a list that is read can be seen to drift.
function causeFrom(change: Change, facts: Facts, inputs: ReasonInputs): NonNullable<Cause> | "first-run" {
  const { origin, last } = facts;
  const { memory, live, digest } = inputs;
  const isRead = live.source === "list";
  if (isRead && isUndone(change, last)) return "drift";
  if (startsLater(change, facts)) return "date";
  if (memory === undefined && origin.kind === "unknown" && !HAS_HISTORY.has(origin.why)) return "first-run";
  // Nothing was edited since the last run, which left nothing open but what the server refused.
  const isAsWanted = memory?.desiredDigest === digest || memory?.seen?.digest === digest;
  if (isRead && isAsWanted && (last === undefined || last.isDone)) return "drift";
  if (isRead && last?.action !== "add" && origin.kind === "never") return "drift";
  if (isRead && isOlder(facts, inputs)) return "drift";
  return "edit";
}

/** Whether the journal says that the change was done: then the list was changed since. */
export function isUndone({ action, features }: Change, last: LastWrite | undefined): boolean {
  if (!last?.isDone) return false;
  if (action === "delete" || last.action === "delete") return action === last.action;
  return (features?.to ?? []).join("\n") === (last.features ?? []).join("\n");
}

// A line that was written after its first day is an edit.
function startsLater({ action }: Change, { firstDay, origin, last }: Facts): boolean {
  if (action !== "add" || firstDay === undefined || last !== undefined) return false;
  if (origin.kind === "uncommitted") return false;
  return origin.kind !== "committed" || origin.at.slice(0, "YYYY-MM-DD".length) < firstDay;
}

// When the list was last seen to be as the files want it, the edit was there already; unless the server refused the car. An edit
// that is not among the commits that were read is older than they are.
function isOlder({ origin, last }: Facts, { memory, commits }: ReasonInputs): boolean {
  const seen = commits.get(memory?.seen?.commit ?? "");
  if (seen === undefined || last !== undefined) return false;
  if (origin.kind === "committed") return (commits.get(origin.commit) ?? commits.size) >= seen;
  return origin.kind === "unknown" && HAS_HISTORY.has(origin.why);
}

// The day of the server where it says since when a car is listed; else the last time at which the list is known to have been right.
function driftTime(
  change: Change,
  last: LastWrite | undefined,
  { memory, live }: ReasonInputs,
): Pick<ChangeReason, "at" | "after"> {
  const after = last && isUndone(change, last) ? last.at : last === undefined ? memory?.seen?.at : undefined;
  const at = change.action === "delete" ? live.entries.get(change.plateKey)?.addedOn : undefined;
  if (at !== undefined && (after === undefined || at >= after.slice(0, at.length))) return { at };
  return after === undefined ? {} : { after };
}

function editReason(change: Change, origin: EditOrigin): ChangeReason {
  const kind = change.action === "delete" && "isRow" in origin && origin.isRow ? "row-gone" : "edit";
  const source = sourceOf(change);
  switch (origin.kind) {
    case "committed": {
      const { commit, author, at } = origin;
      return { kind, commit, author, at, ...(origin.source !== undefined && { source: origin.source }), ...source };
    }
    case "uncommitted":
      return {
        kind,
        ...(origin.source !== undefined && { source: origin.source }),
        ...source,
        noCommit: "uncommitted",
      };
    case "unknown":
      return { kind, ...source, ...(origin.why && { noCommit: origin.why }) };
    case "never":
      return { kind, ...source };
  }
}

function sourceOf({ source }: Change): Pick<ChangeReason, "source"> {
  return source === undefined ? {} : { source };
}
