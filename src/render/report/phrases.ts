import { accountIdOf, truncate } from "../../allowlist/index.ts";
import type { ReportDocument } from "../../documents/index.ts";
import { groupBy } from "../../run/collections.ts";
import { EXIT, nextStepAfter } from "../../run/exit-code.ts";
import {
  CHANGED_MEANWHILE,
  counted,
  LEFT_OUT,
  NO_LISTS,
  othersUnknown,
  type ReportedResult,
  scopeInWords,
  scopesInWords,
  withCommas,
} from "../text/phrases.ts";

/** Most alarms that are spelt out above a report. */
const MOST_ALARMS = 10;

/**
 * The first lines of a report: its alarms, a text each: `Alarm, account 4711: … ` and what to do. `quote` escapes what happened,
 * which may hold a server's words.
 */
export function alarmLines({ alarms = [] }: ReportDocument, quote: (text: string) => string): string[] {
  const lines = alarms.slice(0, MOST_ALARMS).map(({ scope, message, advice }) => {
    const where = scope === undefined ? "" : `, ${scopeInWords(scope)}`;
    return `Alarm${where}: ${quote(message)}. ${advice}`;
  });
  const left = alarms.length - lines.length;
  return left > 0 ? [...lines, `${counted(left, "more alarm")}.`] : lines;
}

/** After an interrupt with no unknown change. */
const INTERRUPTED_BETWEEN =
  "Interrupted. Every change that was sent has a known outcome. Running again is safe and sends what is missing.";

/**
 * What to do after an apply, by the outcomes of its cars. While the content of an unreadable list is unknown, it never says
 * that nothing is left to do. `quote` escapes a reason, which may hold a server's words.
 */
export function reportNextStep(report: ReportDocument, quote: (reason: string) => string): string {
  const { exitCode, scopes, lists, alarms = [] } = report;
  if (lists && lists.missing.length > 0) {
    const { lists: _, ...rest } = report;
    const known = report.counts.unknown > 0 || exitCode !== EXIT.unknown ? [reportNextStep(rest, quote)] : [];
    return [missingLists(lists, report.planHash), ...known].join(" ");
  }
  const warned = (code: string, before: string, after = ".") => warnedStep(report, code, quote, before, after);
  // Whatever became of the changes, cars of these accounts stay allowed, and no run takes them off.
  const forgotten = warned("forgotten-account", "Cars are left that no fleet file names: ");
  if (exitCode === EXIT.ok && scopes.length === 0)
    return [report.planHash === undefined ? NO_LISTS : NONE_LEFT, ...forgotten].join(" ");
  const open = [
    ...warned("left-out", "Done as chosen: ", `. ${LEFT_OUT}`),
    ...warned("half-move", "Cars wait for a move: ", ". Then run this again."),
    ...warned("deletes-blocked", "Deletes are blocked: "),
  ];
  const unknown = scopes.filter(({ baseline }) => baseline === "unknown").map(({ scope }) => scope);
  const isOk = exitCode === EXIT.ok;
  const isOpen = unknown.length + open.length > 0;
  const isDone = isOk && alarms.length === 0 && !isOpen && forgotten.length === 0;
  const sent = scopes.some(({ results }) => results.length > 0) ? ALL_ACCEPTED : NOTHING_SENT;
  return [
    ...open,
    ...(!isOk || isDone ? outcomeSteps(report, quote) : []),
    ...(isOk && unknown.length > 0 ? [sent] : []),
    ...(isOk && forgotten.length > 0 && !isOpen ? [ALL_OF_FILE] : []),
    ...(unknown.length > 0 ? [othersUnknown(unknown)] : []),
    ...forgotten,
  ].join(" ");
}

// Of several warnings with one code the first, and the lists of the others.
function warnedStep(
  { warnings = [] }: ReportDocument,
  code: string,
  quote: (text: string) => string,
  before: string,
  after: string,
): string[] {
  const [first, ...others] = warnings.filter((one) => one.code === code);
  if (!first) return [];
  const also = others.length === 0 ? "" : `; likewise ${scopesInWords(others.flatMap(({ scope }) => scope ?? []))}`;
  return [`${before}${quote(first.message)}${also}${after}`];
}

// What is not done yet, and what does it.
function missingLists({ of, missing }: NonNullable<ReportDocument["lists"]>, hash = "HASH"): string {
  const named = missing.length > MOST_LISTS ? "" : `: ${scopesInWords(missing)}`;
  return `${withCommas(missing.length)} of ${counted(of, "list")} ${missing.length === 1 ? "is" : "are"} not done${named}. Workers may be at it still; where none is, run \`platectl apply --claim ${hash}\` again, which is safe.`;
}

function outcomeSteps(report: ReportDocument, quote: (reason: string) => string): string[] {
  const { exitCode, scopes, counts, alarms = [] } = report;
  if ((exitCode === EXIT.interrupted || exitCode === EXIT.terminated) && counts.unknown === 0)
    return [INTERRUPTED_BETWEEN, ...changedStep(scopes)];
  if (exitCode !== EXIT.unknown && exitCode !== EXIT.partial) return [nextStepAfter(exitCode)];
  const undone = [
    ...notDone(scopes, alarms.length > 0, quote),
    ...(scopes.some(({ results }) => results.some(isOfAnotherServer)) ? [ANOTHER_DELETE] : []),
    ...stillWithUsers(scopes, quote),
    ...changedStep(scopes),
  ];
  if (exitCode === EXIT.unknown) return [nextStepAfter(exitCode), ...undone];
  if (alarms.length > 0) return ["Do first what the alarm says.", ...undone];
  if (undone.length === 0) return [nextStepAfter(exitCode)];
  return [...undone, ...(counts.verified + counts.acknowledged > 0 ? ["Everything else was done as planned."] : [])];
}

/** The kinds of rejected changes, each with the sentence for a number of them. */
const NOT_DONE = {
  refused: (count: number) =>
    `${counted(count, "change")} ${was(count)} refused for lack of a permission (401 or 403): ask the operator of the server for it, and run again.`,
  unread: (count: number) =>
    `${counted(count, "change")} ${was(count)} rejected on a list that the server does not show. ${REFUSED_UNREAD}`,
  wanted: (count: number) =>
    `${counted(count, "car")} of the fleet file ${was(count)} rejected, for the reasons given: correct the plate if it is wrong, or ask the operator, and run again.`,
  unwanted: (count: number) =>
    `${counted(count, "delete")} ${was(count)} rejected, for the reasons given: ${count === 1 ? "the car" : "the cars"} may still be on the list. Nothing in the fleet file needs to change; the next run tries again.`,
} as const;

function notDone(scopes: ReportDocument["scopes"], isAlarmed: boolean, quote: (reason: string) => string): string[] {
  const all = scopes.flatMap(({ results, baseline }) =>
    results.map((one) => ({ ...one, isUnread: baseline !== undefined })),
  );
  const rejected = groupBy(
    all.filter((one) => one.outcome === "rejected" && !isStillWithUser(one)),
    rejectionOf,
  );
  const unsent = all.filter(({ outcome }) => outcome === "not-sent");
  const because = isAlarmed
    ? "not sent."
    : `${unsentBecause(new Set(unsent.map(({ error = "" }) => error)), quote)} Run again.`;
  return [
    ...(["refused", "unread", "wanted", "unwanted"] as const).flatMap((kind) => {
      const count = rejected.get(kind)?.length ?? 0;
      return count === 0 ? [] : [NOT_DONE[kind](count)];
    }),
    ...(unsent.length > 0 ? [`${counted(unsent.length, "change")} ${was(unsent.length)} ${because}`] : []),
  ];
}

function rejectionOf({ action, error = "", isUnread }: ReportedResult & { isUnread: boolean }): keyof typeof NOT_DONE {
  if (isForbidden(error)) return "refused";
  if (isUnread) return "unread";
  return action === "add" || action === "update" ? "wanted" : "unwanted";
}

function isStillWithUser({ action, outcome }: ReportedResult): boolean {
  return action === "detach" && outcome === "rejected";
}

// Parking users are asked only for cars that a plan deletes, so no later run sees these.
function stillWithUsers(scopes: ReportDocument["scopes"], quote: (text: string) => string): string[] {
  const commands = scopes.flatMap(({ scope, results }) =>
    results.filter(isStillWithUser).map(({ licenseNumber, parkingUser = "" }) => {
      const plate = SAFE_TO_PASTE.test(licenseNumber) ? quote(`'${licenseNumber}'`) : "PLATE";
      return `\`platectl users remove-car ${accountIdOf(scope)} ${parkingUser} ${plate}\``;
    }),
  );
  if (commands.length === 0) return [];
  const [shown, left] = [commands.slice(0, MOST_COMMANDS), commands.length - MOST_COMMANDS];
  const more = left > 0 ? `, and ${withCommas(left)} more` : "";
  const [car, it] =
    commands.length === 1 ? ["its parking user", "the car is"] : ["their parking users", "the cars are"];
  return [
    `${counted(commands.length, "car")} ${was(commands.length)} not taken from ${car}, and no later apply tries that again once ${it} off the list. Do it by hand: ${shown.join(", ")}${more}.`,
  ];
}

// The status proves nothing of the car (reliability 4.7), but sending the same again does not help.
function isOfAnotherServer({ action, error = "" }: ReportedResult): boolean {
  return action === "delete" && /\banswered (405|501)\b/.test(error);
}

// A whole request was refused, so no plate of it can be wrong.
function isForbidden(error: string): boolean {
  return /\banswered 40[13]\b/.test(error);
}

function unsentBecause([reason = "", ...others]: ReadonlySet<string>, quote: (reason: string) => string): string {
  if (others.length > 0) return "not sent, for the reasons given.";
  const why = truncate(reason.replace(/^not sent:? ?|; run again$|\.$/g, ""), LONGEST_REASON);
  return why === "" ? "not sent." : `not sent (${quote(why)}).`;
}

// What to do about cars that the last reading of their list shows otherwise than the run left them.
function changedStep(scopes: ReportDocument["scopes"]): string[] {
  const cars = scopes.flatMap(({ changedMeanwhile = [] }) => changedMeanwhile);
  if (cars.length === 0) return [];
  const {
    missing = [],
    taken = [],
    extra = [],
    features = [],
  } = Object.fromEntries(groupBy(cars, ({ drift }) => drift));
  const what = [
    ...(missing.length > 0 ? [`${counted(missing.length, "car")} of the fleet file went off`] : []),
    ...(extra.length > 0 ? [`${counted(extra.length, "car")} that it does not want came on`] : []),
    ...(features.length > 0 ? [`${counted(features.length, "car")} got other features on`] : []),
  ];
  const gone = `${counted(taken.length, "car")} of the fleet file went off the lists with deletes of this run: the next run adds them again.`;
  return [
    ...(taken.length > 0 ? [gone] : []),
    ...(what.length > 0
      ? [
          `While this ran, somebody else changed the lists (${CHANGED_MEANWHILE}): ${what.join(" them, ")} them. Run again; if it happens again, find out who else changes them.`,
        ]
      : []),
  ];
}

function was(count: number): string {
  return count === 1 ? "was" : "were";
}

const ANOTHER_DELETE =
  "The server takes no deletes as they were sent (405 or 501): `platectl doctor --write PLATE` finds out how it takes them, and prints the `interface:` block for the fleet file.";
const NONE_LEFT = "No list was read: the plan has none that is not done or in other hands.";
const ALL_ACCEPTED = "Every requested change was sent and accepted.";
const NOTHING_SENT = "Nothing was to be sent.";
const ALL_OF_FILE = "The lists of the fleet file are as it says.";
/** Most missing lists that are named. */
const MOST_LISTS = 10;
/** Most commands that are spelt out. */
const MOST_COMMANDS = 3;
/** What a shell takes for nothing but a plate between quotes. */
const SAFE_TO_PASTE = /^[\p{L}\p{N} .-]+$/u;

/** Most characters of a reason that are repeated; the car's own line has all of it. */
const LONGEST_REASON = 200;

const REFUSED_UNREAD =
  "If its words say that a car is listed already, or not listed, put them under `interface.failures` (`platectl doctor --write PLATE` prints the block), " +
  "or record the car with `platectl state adopt PLATE` or `platectl state forget PLATE`. Otherwise correct the plate, or ask the operator. Then run again.";
