import type { ReportDocument } from "../schema/index.ts";
import { adoptHint, scopesInWords } from "./words.ts";

// What each exit code asks of the person who reads it; the numbers are the contract's.
const NEXT_STEPS: ReadonlyMap<number, string> = new Map([
  [0, "Nothing is left to do."],
  [1, "This is a defect in platectl. Run `platectl state show` before anything else, and report what happened."],
  [3, "Mend the fleet file, the option or the environment named above. No list was changed."],
  [4, "A guard stopped the run. No list was changed. Read the deletes; if they are meant, use the option named above."],
  [5, "The login or a permission was refused. No list was changed. Check the client id, the secret and its rights."],
  [
    6,
    "Not all could be read from the server reliably. No list was changed. Mend what is named above, or try again later.",
  ],
  [7, "The plan no longer fits. No list was changed. Make a new plan and have it approved."],
  [8, "Another run holds the lock. No list was changed. Wait for it to end."],
  [
    9,
    "Some cars were rejected or not sent; their lists are otherwise as planned. Do what is said beside each, and run again.",
  ],
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
 * What to do after an apply, in a few sentences. Of a list that cannot be read it is never said that nothing is left to do
 * there, unless somebody has said what the list holds.
 */
export function reportNextStep({ exitCode, scopes }: ReportDocument): string {
  const unread = scopes.filter(({ baseline }) => baseline !== undefined);
  const refused = unread.filter(({ counts }) => counts.rejected > 0);
  const unknown = unread.filter(({ baseline }) => baseline === "unknown").map(({ scope }) => scope);
  const first =
    exitCode === 0 && unknown.length > 0 ? "All that is asked for is done, as far as is known." : nextStep(exitCode);
  return [
    first,
    ...(refused.length > 0 ? [REFUSED_UNREAD] : []),
    ...(unknown.length > 0 ? [`What else is on ${scopesInWords(unknown)} is not known: ${adoptHint(unknown)}`] : []),
  ].join(" ");
}

const REFUSED_UNREAD =
  "On a list that cannot be read, a refused car stays in doubt and is sent again. If the server's words say that it is listed, or not, " +
  "name them in `interface.failures`; or say so by `platectl state adopt PLATE`, `state adopt --from-report FILE` or `state forget PLATE`.";
