import {
  adoptHint,
  type ChangeWithoutEffect,
  counted,
  type LiveEntry,
  type LiveScope,
  type MessageCode,
  type PlateKey,
  quoted,
  RUNS_IN_A_ROW,
  type Scope,
  type ScopeMemory,
  withCommas,
} from "../../allowlist/index.ts";
import { allChanges, type ListDifference } from "../difference/list-difference.ts";
import { sortByPlate } from "../model/fingerprints.ts";
import type { Change, Guard, PlanWarning } from "../model/plan.ts";
import { isUndone } from "./reasons.ts";

/** A list smaller than this when last seen may change by any share without a warning. */
const SMALLEST_LIST_TO_COMPARE = 10;

/** A list that changed by this share since it was last seen gets a warning (reliability D10). */
const SUDDEN_CHANGE = 0.3;

/** How many rows of one list a plan warns of one by one. */
const MOST_ROWS_NAMED = 20;

/** How many further spellings of one car such a warning names. */
const MOST_SPELLINGS_NAMED = 10;

/** Of a row that is not a plate, this many characters are shown. */
const LONGEST_ROW_SHOWN = 40;

/** What a reviewer should know of the live side of a scope before trusting the plan. */
export function liveWarnings({
  live,
  memory,
  respelled,
}: Pick<ListDifference, "live" | "memory" | "respelled">): PlanWarning[] {
  const { scope } = live;
  return [
    ...suddenChange(live, memory),
    ...named("not-a-plate", scope, live.unreadable.map(foreignRow)),
    ...named("equal-rows", scope, (live.repeated ?? []).map(repeatedRow)),
    ...named("two-spellings", scope, severalSpellings(respelled)),
  ];
}

/** How to start from a list as it is, where a first plan would delete so much of it that a guard trips. */
export function firstPlanWarnings(
  lists: readonly Pick<ListDifference, "live" | "memory">[],
  guards: readonly Guard[],
): PlanWarning[] {
  const deleteGuards: readonly Guard["rule"][] = ["emptyDesired", "noOverlap", "maxDeletes"];
  const tripped = new Set(
    guards.filter((guard) => guard.tripped && deleteGuards.includes(guard.rule)).map(({ scope }) => scope),
  );
  const first = lists.filter(
    ({ live, memory }) => live.source === "list" && memory?.lastCount === undefined && tripped.has(live.scope),
  );
  return first.map(({ live: { scope } }) => ({
    code: "first-plan",
    scope,
    message: `${scope}: platectl has never applied this list; to start from the cars that are on it, \`platectl export --output FILE\` writes them as a fleet file`,
  }));
}

/** Of lists that the server does not show, until somebody has stated what is on them: one command does it for all. */
export function unknownListWarnings(lists: readonly Pick<ListDifference, "live">[]): PlanWarning[] {
  const unknown = lists.map(({ live }) => live).filter(({ baseline }) => baseline === "unknown");
  const older = unknown.find((live) => live.older)?.older;
  const next = adoptHint(
    unknown.map(({ scope }) => scope),
    older,
  );
  return unknown.map(({ scope, source }) => {
    const isNew = source === "none";
    const what = isNew ? NOTHING_KNOWN : OTHERS_UNKNOWN;
    const message = `${scope}: the server does not show this list, ${what}; ${next}`;
    return { code: isNew ? "live-unknown" : "others-unknown", scope, message };
  });
}

const NOTHING_KNOWN =
  "and nothing is known of it: every car of the file is an add, and other cars on it are not found or deleted";
const OTHERS_UNKNOWN = "and cars that were on it before platectl are not known, and not deleted";

function suddenChange({ scope, source, entries }: LiveScope, memory: ScopeMemory | undefined): PlanWarning[] {
  const before = memory?.lastCount;
  if (source !== "list" || before === undefined || before < SMALLEST_LIST_TO_COMPARE) return [];
  const difference = entries.size - before;
  if (Math.abs(difference) < before * SUDDEN_CHANGE) return [];
  return [
    {
      code: difference < 0 ? "live-shrunk" : "live-grown",
      scope,
      message: `${scope}: the list held ${counted(before, "car")} when it was last seen and holds ${withCommas(entries.size)} now; check that it is the right list and that it is complete`,
    },
  ];
}

const UNDONE = {
  add: "added and found gone",
  update: "given its features and found with others",
  delete: "deleted and found back",
} as const;

/**
 * Changes that the journal saw done in each of the last runs that changed the list, and that are to be done once more. They
 * are, whatever became of them (reliability E4).
 */
export function undoneAgainWarnings({
  live: { scope, source },
  memory,
  adds,
  updates,
  deletes,
}: ListDifference): PlanWarning[] {
  const { changedAgain, lastWrites } = memory ?? {};
  if (changedAgain === undefined || source !== "list") return [];
  const isAgain = (change: Change) =>
    changedAgain.has(change.plateKey) && isUndone(change, lastWrites?.get(change.plateKey));
  const rows = (
    [
      ["add", adds],
      ["update", updates],
      ["delete", deletes],
    ] as const
  ).flatMap(([action, changes]) =>
    sortByPlate(changes.filter(isAgain)).map(({ licenseNumber }) => ({
      message: `${quoted(licenseNumber)} was ${UNDONE[action]} in each of the last ${RUNS_IN_A_ROW} runs that changed this list; who or what undoes it?`,
      licenseNumber,
    })),
  );
  return named("undone-again", scope, rows);
}

/** Changes that an earlier run saw the server confirm and not do, and that are done now: the list shows changes late. */
export function changesShownLate(
  live: Pick<LiveScope, "source" | "entries">,
  memory: ScopeMemory | undefined,
  planned: readonly Pick<Change, "plateKey">[],
): readonly ChangeWithoutEffect[] {
  if (live.source !== "list" || !memory?.withoutEffect) return [];
  const open = new Set(planned.map(({ plateKey }) => plateKey));
  const isDone = ([plateKey, { action }]: readonly [PlateKey, ChangeWithoutEffect]) =>
    !open.has(plateKey) && live.entries.has(plateKey) === (action === "add");
  return [...memory.withoutEffect].filter(isDone).map(([, change]) => change);
}

/** Warns of such changes: a longer settle time would have seen them. */
export function shownLateWarnings(difference: ListDifference): PlanWarning[] {
  const { live, memory } = difference;
  const late = changesShownLate(live, memory, allChanges(difference));
  if (late.length === 0) return [];
  const { scope } = live;
  const message = `${scope}: ${counted(late.length, "change")} that an earlier run sent, and that the list did not show within its settle time, ${late.length === 1 ? "is" : "are"} done: the list is late; give apply a longer --settle-time`;
  return [{ code: "shown-late", message, scope }];
}

interface OddRow {
  readonly message: string;
  /** Absent where the row is not a plate. */
  readonly licenseNumber?: string;
}

function foreignRow(row: string): OddRow {
  const shown = row.length > LONGEST_ROW_SHOWN ? `${row.slice(0, LONGEST_ROW_SHOWN)}…` : row;
  return { message: `the live list holds ${quoted(shown)}, which is not a plate; it is ignored` };
}

function repeatedRow(row: string): OddRow {
  const message = `the live list holds ${quoted(row)} in several equal rows; it counts once, and a delete may leave a row behind`;
  return { message, licenseNumber: row };
}

function severalSpellings(respelled: readonly LiveEntry[]): OddRow[] {
  return sortByPlate(respelled).map(({ licenseNumber, otherSpellings = [] }) => {
    const more = otherSpellings.length - MOST_SPELLINGS_NAMED;
    const spellings = [licenseNumber, ...otherSpellings.slice(0, MOST_SPELLINGS_NAMED)].map(quoted).join(", ");
    const message = `the live list holds one car under several spellings: ${spellings}${more > 0 ? ` and ${more} more` : ""}`;
    return { message, licenseNumber };
  });
}

function named(code: MessageCode, scope: Scope, rows: readonly OddRow[]): PlanWarning[] {
  const warnings = rows
    .slice(0, MOST_ROWS_NAMED)
    .map(({ message, ...about }) => ({ code, message: `${scope}: ${message}`, ...about, scope }));
  const more = rows.length - MOST_ROWS_NAMED;
  return more > 0 ? [...warnings, { code, message: `${scope}: and ${more} more like these`, scope }] : warnings;
}
