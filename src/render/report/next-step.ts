import type { ReportDocument } from "../../schema/index.ts";
import { truncate } from "../escape/visible.ts";
import { adoptHint, counted, type ReportedResult, scopesInWords } from "../phrases.ts";

const INTERRUPTED =
  "Interrupted. Changes that the server has not answered are recorded as unknown. Running again is safe and sends what is missing.";
/** After an interrupt with no unknown change. */
const INTERRUPTED_BETWEEN =
  "Interrupted. Every change that was sent has a known outcome. Running again is safe and sends what is missing.";

// What the reader can do after each exit code.
const NEXT_STEPS: ReadonlyMap<number, string> = new Map([
  [0, "Nothing is left to do."],
  [1, "This is a defect in platectl. Run `platectl state show` before anything else, and report what happened."],
  [3, "Fix the fleet file, the option or the environment named above. No list was changed."],
  [
    4,
    "A guard stopped the run. No list was changed. Check the changes that it counts; to allow them, use the option named above.",
  ],
  [5, "The login or a permission was refused. No list was changed. Check the client id, the secret and its rights."],
  [
    6,
    "The server could not be read completely and reliably. No list was changed. Fix what is named above, or try again later.",
  ],
  [
    7,
    "The plan is out of date or was made for something else. No list was changed. Make a new plan and have it approved.",
  ],
  [8, "Another run holds the lock. No list was changed. Wait for it to end."],
  [9, "Some cars were rejected or not sent; the reason is given for each."],
  [
    10,
    "Some cars could not be confirmed. Running again is safe: it reads the lists first and does only what is missing.",
  ],
  [11, "Everything was applied, but the report could not be written. Run plan to check the lists."],
  [130, INTERRUPTED],
  [143, INTERRUPTED],
]);

/** What to do after a run that ended with this exit code, in a few sentences. */
export function nextStep(exitCode: number): string {
  return (
    NEXT_STEPS.get(exitCode) ??
    `The run ended with exit code ${exitCode}. Run plan to compare the lists with the fleet file.`
  );
}

/**
 * What to do after an apply, by the outcomes of its cars. While the content of an unreadable list is unknown, it never says
 * that nothing is left to do. `quote` escapes a reason, which may hold a server's words.
 */
export function reportNextStep(report: ReportDocument, quote: (reason: string) => string): string {
  const { exitCode, scopes } = report;
  const unread = scopes.filter(({ baseline }) => baseline !== undefined);
  const refused = unread.filter(({ counts }) => counts.rejected > 0);
  const unknown = unread.filter(({ baseline }) => baseline === "unknown").map(({ scope }) => scope);
  return [
    ...(exitCode === 0 && unknown.length > 0 ? ["Every requested change was sent and accepted."] : []),
    ...(exitCode === 0 && unknown.length > 0 ? [] : outcomeSteps(report, quote)),
    ...(refused.length > 0 ? [REFUSED_UNREAD] : []),
    ...(unknown.length > 0
      ? [`Which other cars are on ${scopesInWords(unknown)} is not known: ${adoptHint(unknown)}`]
      : []),
  ].join(" ");
}

function outcomeSteps({ exitCode, scopes, counts }: ReportDocument, quote: (reason: string) => string): string[] {
  const undone = notDone(
    scopes.flatMap(({ results }) => results),
    quote,
  );
  if (nextStep(exitCode) === INTERRUPTED && counts.unknown === 0) return [INTERRUPTED_BETWEEN];
  if (exitCode === 10) return [nextStep(exitCode), ...undone];
  if (exitCode !== 9 || undone.length === 0) return [nextStep(exitCode)];
  return [...undone, ...(counts.verified + counts.acknowledged > 0 ? ["Everything else was done as planned."] : [])];
}

function notDone(results: readonly ReportedResult[], quote: (reason: string) => string): string[] {
  const rejected = results.filter(({ outcome }) => outcome === "rejected");
  const wanted = rejected.filter(({ action }) => action === "add" || action === "update").length;
  const unwanted = rejected.length - wanted;
  const unsent = results.filter(({ outcome }) => outcome === "not-sent");
  return [
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
    ...(unsent.length > 0 ? [`${counted(unsent.length, "change")} ${unsentBecause(unsent, quote)} Run again.`] : []),
  ];
}

function unsentBecause(unsent: readonly ReportedResult[], quote: (reason: string) => string): string {
  const verb = was(unsent.length);
  const [reason = "", ...others] = new Set(unsent.map(({ error = "" }) => error));
  if (others.length > 0) return `${verb} not sent, for the reasons given.`;
  const why = truncate(reason.replace(/^not sent:? ?/, ""), LONGEST_REASON);
  return why === "" ? `${verb} not sent.` : `${verb} not sent (${quote(why)}).`;
}

function was(count: number): string {
  return count === 1 ? "was" : "were";
}

/** Most characters of a reason that are repeated; the car's own line has all of it. */
const LONGEST_REASON = 200;

const REFUSED_UNREAD =
  "On a list that cannot be read, a rejected car stays uncertain and is sent again. If the server's message says that the car is listed, or that it is not, " +
  "add the message to `interface.failures` (`doctor --write` finds it); or record it with `platectl state adopt PLATE`, `state adopt --from-report FILE` or `state forget PLATE`.";
