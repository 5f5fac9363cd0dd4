import type { ReportDocument } from "../../schema/index.ts";
import { truncate } from "../escape/visible.ts";
import { adoptHint, counted, type ReportedResult, scopesInWords } from "../phrases.ts";

// What each exit code asks of the person who reads it; the numbers are the contract's.
const NEXT_STEPS: ReadonlyMap<number, string> = new Map([
  [0, "Nothing is left to do."],
  [1, "This is a defect in platectl. Run `platectl state show` before anything else, and report what happened."],
  [3, "Fix the fleet file, the option or the environment named above. No list was changed."],
  [
    4,
    "A guard stopped the run. No list was changed. Read the changes that it counts; to allow them, use the option named above.",
  ],
  [5, "The login or a permission was refused. No list was changed. Check the client id, the secret and its rights."],
  [
    6,
    "Not all could be read from the server reliably. No list was changed. Fix what is named above, or try again later.",
  ],
  [7, "The plan no longer fits. No list was changed. Make a new plan and have it approved."],
  [8, "Another run holds the lock. No list was changed. Wait for it to end."],
  [9, "Some cars were rejected or not sent. What stands beside each says why."],
  [
    10,
    "Some cars could not be confirmed. Running again is safe: it reads the lists first and does only what is missing.",
  ],
  [11, "The work is done, but the report could not be written. Run plan to see that nothing is left."],
  [130, "Interrupted. Cars on their way are recorded as unknown. Running again is safe and finishes the work."],
  [143, "Interrupted. Cars on their way are recorded as unknown. Running again is safe and finishes the work."],
]);

/** What to do after a run that ended with this exit code, in a sentence or two. */
export function nextStep(exitCode: number): string {
  return NEXT_STEPS.get(exitCode) ?? `The run ended with exit code ${exitCode}. Run plan to see where things stand.`;
}

/**
 * What to do after an apply, by what became of its cars. Of a list that cannot be read it is never said that nothing is left
 * to do there, unless somebody has said what the list holds. `quote` makes a reason, which may hold a server's words, safe.
 */
export function reportNextStep(report: ReportDocument, quote: (reason: string) => string): string {
  const { exitCode, scopes } = report;
  const unread = scopes.filter(({ baseline }) => baseline !== undefined);
  const refused = unread.filter(({ counts }) => counts.rejected > 0);
  const unknown = unread.filter(({ baseline }) => baseline === "unknown").map(({ scope }) => scope);
  return [
    ...(exitCode === 0 && unknown.length > 0 ? ["All that is asked for is done, as far as is known."] : []),
    ...(exitCode === 0 && unknown.length > 0 ? [] : outcomeSteps(report, quote)),
    ...(refused.length > 0 ? [REFUSED_UNREAD] : []),
    ...(unknown.length > 0 ? [`What else is on ${scopesInWords(unknown)} is not known: ${adoptHint(unknown)}`] : []),
  ].join(" ");
}

function outcomeSteps({ exitCode, scopes, counts }: ReportDocument, quote: (reason: string) => string): string[] {
  const undone = notDone(
    scopes.flatMap(({ results }) => results),
    quote,
  );
  if (exitCode === 10) return [nextStep(exitCode), ...undone];
  if (exitCode !== 9 || undone.length === 0) return [nextStep(exitCode)];
  return [...undone, ...(counts.verified + counts.acknowledged > 0 ? ["All else is done as planned."] : [])];
}

function notDone(results: readonly ReportedResult[], quote: (reason: string) => string): string[] {
  const rejected = results.filter(({ outcome }) => outcome === "rejected");
  const wanted = rejected.filter(({ action }) => action === "add" || action === "update").length;
  const unwanted = rejected.length - wanted;
  const unsent = results.filter(({ outcome }) => outcome === "not-sent");
  return [
    ...(wanted > 0
      ? [
          `${counted(wanted, "car")} that the fleet file names ${was(wanted)} rejected, for the reasons given: correct the plate if it is wrong, or ask the operator, and run again.`,
        ]
      : []),
    ...(unwanted > 0
      ? [
          `${counted(unwanted, "removal")} ${was(unwanted)} rejected, for the reasons given: the cars may still be on the list. The fleet file needs no change; the next run tries again.`,
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

/** Most characters of a reason that are repeated; the whole of it stands beside the car. */
const LONGEST_REASON = 200;

const REFUSED_UNREAD =
  "On a list that cannot be read, a refused car stays in doubt and is sent again. If the server's words say that it is listed, or not, " +
  "name them in `interface.failures` (`doctor --write` finds them); or say so by `platectl state adopt PLATE`, `state adopt --from-report FILE` or `state forget PLATE`.";
