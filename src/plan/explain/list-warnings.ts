import {
  counted,
  daysBetween,
  formatSource,
  type ListMemory,
  quoted,
  type WatchedList,
  withCommas,
} from "../../allowlist/index.ts";
import { groupBy } from "../../runtime/group-by.ts";
import type { ListDifference } from "../difference/list-difference.ts";
import type { Plan, PlanWarning } from "../model/plan.ts";

/** How many list files, or cars, a warning names. */
const MOST_NAMED = 3;

/** What a reviewer should know of list files: that nothing is known of them yet, or that they look like old exports. */
export function listWarnings(scopes: readonly ListDifference[], day: string): PlanWarning[] {
  return [...unknownLists(scopes), ...scopes.flatMap((scope) => returnedCars(scope, day))];
}

/** How many cars `grace` keeps, list by list: returned cars, or an export that was cut off at the end of a row. */
export function graceNotes(scopes: readonly ListDifference[]): Pick<Plan, "notes"> {
  const notes = scopes.flatMap(keptCars);
  return notes.length > 0 ? { notes } : {};
}

function keptCars({ scope, exempt }: ListDifference): PlanWarning[] {
  const vanished = exempt.flatMap(({ vanished: row, licenseNumber }) => (row ? [{ ...row, licenseNumber }] : []));
  return [...groupBy(vanished, ({ list, since }) => `${since} ${list}`).values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const { list, since, until } = first;
    const cars = rows.length === 1 ? "1 car has" : `${withCommas(rows.length)} cars have`;
    const message = `${scope}: ${cars} vanished from ${quoted(list)} since ${since} (${namesOf(rows.map(({ licenseNumber }) => quoted(licenseNumber)))}); kept until ${until}, and then deleted unless the list names ${rows.length === 1 ? "it" : "them"} again`;
    return [{ code: "list-cars-kept", message, scope }];
  });
}

function namesOf(all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` and ${withCommas(all.length - MOST_NAMED)} more` : "";
  return `${all.slice(0, MOST_NAMED).join(", ")}${more}`;
}

function unknownLists(scopes: readonly ListDifference[]): PlanWarning[] {
  const unknown = scopes.flatMap(({ desired: { lists = [] }, memory }) =>
    lists.filter((list) => isUnknown(list, memory?.lists?.get(list.name))),
  );
  const [first] = unknown;
  if (!first) return [];
  const names = [...new Set(unknown.map(({ name }) => name))];
  const message = `the state knows nothing of ${namesOf(names.map(quoted))} from an earlier run: maxShrink and grace take effect after the first apply`;
  return [{ code: "list-not-known", message, source: formatSource(first.source) }];
}

function isUnknown({ maxShrink, grace, cars }: WatchedList, known: ListMemory | undefined): boolean {
  if (maxShrink && known?.cars === undefined) return true;
  return grace !== undefined && cars > 0 && (known?.rows.size ?? 0) + (known?.gone.size ?? 0) === 0;
}

// Cars that are in a list file again, after it had lost them for longer than its grace: an old export looks so.
function returnedCars({ desired, memory }: ListDifference, day: string): PlanWarning[] {
  return (desired.lists ?? []).flatMap(({ name, grace, files }) => {
    if (grace === undefined) return [];
    const returned = [...(memory?.lists?.get(name)?.gone ?? [])].flatMap(([plateKey, since]) => {
      const entry = desired.entries.get(plateKey);
      const isBack = entry && files.includes(entry.source.file) && daysBetween(since, day) >= grace;
      return isBack ? [`${quoted(entry.licenseNumber)} since ${since}`] : [];
    });
    if (returned.length === 0) return [];
    const cars = counted(returned.length, "car");
    const message = `${desired.scope}: ${quoted(name)} names ${cars} again that had vanished from it (${namesOf(returned)}); check that it is not an old export`;
    return [{ code: "list-cars-returned", message, scope: desired.scope }];
  });
}
