import {
  ACCEPTABLE_OF_LISTS,
  type Acceptance,
  Acceptances,
  counted,
  type Diagnostic,
  daysBetween,
  declaredScopes,
  firstOf,
  formatSource,
  isSpelledAs,
  type ListMemory,
  outdatedText,
  plateKeyOf,
  quoted,
  type WatchedList,
  withCommas,
} from "../../allowlist/index.ts";
import { groupBy } from "../../run/collections.ts";
import type { ListDifference } from "../difference/list-difference.ts";
import type { Guard, Plan, PlanWarning, ScopePlan } from "../model/plan.ts";
import type { PlanInputs } from "../model/plan-inputs.ts";
import { choiceWarnings } from "./account-warnings.ts";
import {
  acknowledgementWarnings,
  blockedDeletes,
  editsWithoutEffect,
  exemptAbsent,
  releasedScopes,
} from "./file-warnings.ts";
import {
  firstPlanWarnings,
  liveWarnings,
  shownLateWarnings,
  undoneAgainWarnings,
  unknownListWarnings,
} from "./live-warnings.ts";

/** Warnings of a plate's characters: the server holds the plate so, and nothing is to be done. */
const SILENT_WHERE_LISTED: ReadonlySet<string> = new Set(["lookalike-letters", "unusual-plate"]);
const OF_LISTS: ReadonlySet<string> = new Set(ACCEPTABLE_OF_LISTS);

/** What was planned. */
interface Planned {
  readonly differences: readonly ListDifference[];
  readonly guards: readonly Guard[];
  readonly scopes: readonly ScopePlan[];
}

/** All that a reviewer of a plan is warned of, in the order in which it is shown. */
export function warningsOf(inputs: PlanInputs, { differences, guards, scopes }: Planned): PlanWarning[] {
  const { desired, day, source, choice } = inputs;
  const { base } = source;
  return acceptWarnings(inputs, [
    ...inputs.diagnostics.map(planWarning),
    ...unknownListWarnings(differences),
    ...differences.flatMap(liveWarnings),
    ...firstPlanWarnings(differences, guards),
    ...differences.flatMap((difference) => exemptAbsent(difference, day)),
    ...listWarnings(differences, day),
    ...blockedDeletes(scopes),
    ...(choice ? choiceWarnings(differences, inputs, choice) : []),
    ...differences.flatMap(undoneAgainWarnings),
    ...differences.flatMap(shownLateWarnings),
    ...(base ? releasedScopes(desired, base) : []),
    ...differences.flatMap((difference) => editsWithoutEffect(difference, day)),
    ...acknowledgementWarnings(desired, guards, { day, planned: new Set(inputs.scopes) }),
  ]);
}

function planWarning({ severity: _, fix: __, source, ...rest }: Diagnostic): PlanWarning {
  return { ...rest, ...(source && { source: formatSource(source) }) };
}

// Those that the fleet file accepts are marked, and those of unusual plates that are on the live list as they are written left
// out; of each acceptance of a live list's warnings that none falls under, it warns.
function acceptWarnings(accepting: PlanInputs, warnings: readonly PlanWarning[]): PlanWarning[] {
  const { desired, day } = accepting;
  const { policy, interface: rules } = desired;
  const acceptances = new Acceptances(policy.accept, rules, day);
  const marked = warnings
    .filter((warning) => !isListedAsWritten(warning, accepting))
    .map((warning) => (OF_LISTS.has(warning.code) ? acceptances.mark(warning) : warning));
  const outdated = acceptances.outdated((one) => OF_LISTS.has(one.code) && wasJudged(one, accepting));
  return [
    ...marked,
    ...outdated.map((one) => ({
      code: `acceptance-${one.why}` as const,
      message: outdatedText(one),
      source: formatSource(one.acceptance.source),
    })),
  ];
}

function isListedAsWritten({ code, licenseNumber, scope }: PlanWarning, { desired, live }: PlanInputs): boolean {
  if (!SILENT_WHERE_LISTED.has(code) || licenseNumber === undefined || scope === undefined) return false;
  const list = live.scopes.get(scope);
  const plateKey = plateKeyOf(licenseNumber, desired.interface);
  if (list?.source !== "list" || plateKey === undefined) return false;
  const entry = list.entries.get(plateKey);
  return entry !== undefined && isSpelledAs(entry, licenseNumber);
}

// Only lists that were read can show that there is nothing to accept any more.
function wasJudged({ code, scope }: Acceptance, { desired, live, scopes }: PlanInputs): boolean {
  if (code === "fleet-unreadable") return live.fleet !== undefined;
  const planned = new Set(scopes);
  const meant = scope === undefined ? [...declaredScopes(desired)] : [scope];
  return meant.every((one) => planned.has(one) && live.scopes.get(one)?.source === "list");
}

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
    const cars = rows.map(({ licenseNumber }) => quoted(licenseNumber));
    const have = cars.length === 1 ? "1 car has" : `${withCommas(cars.length)} cars have`;
    const message = `${scope}: ${have} vanished from ${quoted(list)} since ${since} (${firstOf(cars, MOST_NAMED)}); kept until ${until}, and then deleted unless the list names ${cars.length === 1 ? "it" : "them"} again`;
    return [{ code: "list-cars-kept", message, scope }];
  });
}

function unknownLists(scopes: readonly ListDifference[]): PlanWarning[] {
  const unknown = scopes.flatMap(({ desired: { lists = [] }, memory }) =>
    lists.filter((list) => isUnknown(list, memory?.lists?.get(list.name))),
  );
  const [first] = unknown;
  if (!first) return [];
  const names = [...new Set(unknown.map(({ name }) => name))];
  const message = `the state knows nothing of ${firstOf(names.map(quoted), MOST_NAMED)} from an earlier run: maxShrink and grace take effect after the first apply`;
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
    const message = `${desired.scope}: ${quoted(name)} names ${cars} again that had vanished from it (${firstOf(returned, MOST_NAMED)}); check that it is not an old export`;
    return [{ code: "list-cars-returned", message, scope: desired.scope }];
  });
}
