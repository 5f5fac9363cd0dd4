import { accountIdOf, adoptHint, truncate } from "../../allowlist/index.ts";
import type { ReportDocument } from "../../documents/index.ts";
import { EXIT, nextStepAfter } from "../../run/exit-code.ts";
import { counted, LEFT_OUT, NO_LISTS, type ReportedResult, scopesInWords, withCommas } from "../text/phrases.ts";
import { changedStep } from "./changed-step.ts";

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
  const forgotten = forgottenStep(report, quote);
  const waiting = waitingStep(report, quote);
  if (exitCode === EXIT.ok && scopes.length === 0)
    return [report.planHash === undefined ? NO_LISTS : NONE_LEFT, ...forgotten].join(" ");
  const unknown = scopes.filter(({ baseline }) => baseline === "unknown").map(({ scope }) => scope);
  const leftOut = leftOutStep(report, quote);
  const isDone =
    exitCode === EXIT.ok &&
    alarms.length === 0 &&
    unknown.length + forgotten.length + waiting.length + leftOut.length === 0;
  return [
    ...leftOut,
    ...waiting,
    ...(exitCode !== EXIT.ok || isDone ? outcomeSteps(report, quote) : []),
    ...(exitCode === EXIT.ok && unknown.length > 0 ? [hasResults(report) ? ALL_ACCEPTED : NOTHING_SENT] : []),
    ...(exitCode === EXIT.ok && forgotten.length > 0 && unknown.length + waiting.length + leftOut.length === 0
      ? [ALL_OF_FILE]
      : []),
    ...(unknown.length > 0
      ? [`Which other cars are on ${scopesInWords(unknown)} is not known; ${adoptHint(unknown)}.`]
      : []),
    ...forgotten,
  ].join(" ");
}

function hasResults({ scopes }: ReportDocument): boolean {
  return scopes.some(({ results }) => results.length > 0);
}

function leftOutStep(report: ReportDocument, quote: (text: string) => string): string[] {
  return warned("left-out", report, quote).map((words) => `Done as chosen: ${words}. ${LEFT_OUT}`);
}

function waitingStep(report: ReportDocument, quote: (text: string) => string): string[] {
  return [
    ...warned("half-move", report, quote).map((words) => `Cars wait for a move: ${words}. Then run this again.`),
    ...warned("deletes-blocked", report, quote).map((words) => `Deletes are blocked: ${words}.`),
  ];
}

// Whatever became of the changes, cars of these accounts stay allowed, and no run takes them off.
function forgottenStep(report: ReportDocument, quote: (text: string) => string): string[] {
  return warned("forgotten-account", report, quote).map((words) => `Cars are left that no fleet file names: ${words}.`);
}

// Of several warnings with one code the first, and the lists of the others.
function warned(
  code: "left-out" | "half-move" | "deletes-blocked" | "forgotten-account",
  { warnings = [] }: ReportDocument,
  quote: (text: string) => string,
): string[] {
  const [first, ...others] = warnings.filter((one) => one.code === code);
  if (!first) return [];
  const also = others.length === 0 ? "" : `; likewise ${scopesInWords(others.flatMap(({ scope }) => scope ?? []))}`;
  return [`${quote(first.message)}${also}`];
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
    ...notDone(tallyOf(scopes), alarms.length > 0, quote),
    ...(scopes.some(({ results }) => results.some(isOfAnotherServer)) ? [ANOTHER_DELETE] : []),
    ...heldStill(scopes, quote),
    ...changedStep(scopes),
  ];
  if (exitCode === EXIT.unknown) return [nextStepAfter(exitCode), ...undone];
  if (alarms.length > 0) return ["Do first what the alarm says.", ...undone];
  if (undone.length === 0) return [nextStepAfter(exitCode)];
  return [...undone, ...(counts.verified + counts.acknowledged > 0 ? ["Everything else was done as planned."] : [])];
}

/** How many results ask for which next step. */
interface Tally {
  refused: number;
  /** On lists that the server does not show. */
  unread: number;
  wanted: number;
  unwanted: number;
  unsent: number;
  /** Why changes were not sent. */
  readonly reasons: Set<string>;
}

function tallyOf(scopes: ReportDocument["scopes"]): Tally {
  const tally: Tally = { refused: 0, unread: 0, wanted: 0, unwanted: 0, unsent: 0, reasons: new Set() };
  for (const { results, baseline } of scopes)
    for (const result of results) countInto(tally, result, baseline !== undefined);
  return tally;
}

function countInto(tally: Tally, result: ReportedResult, isUnread: boolean): void {
  const { action, outcome, error = "" } = result;
  if (outcome === "not-sent") {
    tally.unsent += 1;
    tally.reasons.add(error);
  } else if (outcome === "rejected" && !isHeldStill(result)) {
    if (isForbidden(error)) tally.refused += 1;
    else if (isUnread) tally.unread += 1;
    else if (action === "add" || action === "update") tally.wanted += 1;
    else tally.unwanted += 1;
  }
}

function notDone(
  { refused, unread, wanted, unwanted, unsent, reasons }: Tally,
  isAlarmed: boolean,
  quote: (reason: string) => string,
): string[] {
  return [
    ...(refused > 0
      ? [
          `${counted(refused, "change")} ${was(refused)} refused for lack of a permission (401 or 403): ask the operator of the server for it, and run again.`,
        ]
      : []),
    ...(unread > 0
      ? [
          `${counted(unread, "change")} ${was(unread)} rejected on a list that the server does not show. ${REFUSED_UNREAD}`,
        ]
      : []),
    ...(wanted > 0
      ? [
          `${counted(wanted, "car")} of the fleet file ${was(wanted)} rejected, for the reasons given: correct the plate if it is wrong, or ask the operator, and run again.`,
        ]
      : []),
    ...(unwanted > 0
      ? [
          `${counted(unwanted, "delete")} ${was(unwanted)} rejected, for the reasons given: ${unwanted === 1 ? "the car" : "the cars"} may still be on the list. Nothing in the fleet file needs to change; the next run tries again.`,
        ]
      : []),
    ...(unsent > 0
      ? [
          `${counted(unsent, "change")} ${was(unsent)} ${isAlarmed ? "not sent." : `${unsentBecause(reasons, quote)} Run again.`}`,
        ]
      : []),
  ];
}

function isHeldStill({ action, outcome }: ReportedResult): boolean {
  return action === "detach" && outcome === "rejected";
}

// Parking users are asked only for cars that a plan deletes, so no later run sees these.
function heldStill(scopes: ReportDocument["scopes"], quote: (text: string) => string): string[] {
  const commands = scopes.flatMap(({ scope, results }) =>
    results.filter(isHeldStill).map(({ licenseNumber, parkingUser = "" }) => {
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
