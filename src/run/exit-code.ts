import type { OutcomeCounts } from "../apply/index.ts";
import type { InterfaceFailure } from "./ports/index.ts";
import type { RunResult } from "./reconcile.ts";

/** The exit codes of the command line. 3 to 8 promise that no mutating request was sent. */
export const EXIT = {
  ok: 0,
  internal: 1,
  changes: 2,
  input: 3,
  guard: 4,
  auth: 5,
  unreadable: 6,
  stale: 7,
  locked: 8,
  partial: 9,
  unknown: 10,
  undelivered: 11,
  interrupted: 130,
  terminated: 143,
} as const;

const INTERRUPTED =
  "Interrupted. Changes that the server has not answered are recorded as unknown. Running again is safe and sends what is missing.";

// What the reader can do after each exit code.
const NEXT_STEPS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: "Nothing is left to do.",
  internal: "This is a defect in platectl. Run `platectl state show` before anything else, and report what happened.",
  changes: "There are changes or findings; they are listed above.",
  input: "Fix the fleet file, the option or the environment named above. No list was changed.",
  guard:
    "A guard stopped the run. No list was changed. The guard says what changed. If that is not meant, do what it says first; only if it is meant, use the option that it names last.",
  auth: "The login or a permission was refused. No list was changed.",
  unreadable:
    "The server could not be read completely and reliably. No list was changed. Fix what is named above, or try again later.",
  stale:
    "The plan is out of date or was made for something else. No list was changed. Make a new plan and have it approved.",
  locked: "Another run holds the lock. No list was changed. Wait for it to end.",
  partial:
    "Some cars were rejected or not sent, or changed by somebody else meanwhile, or there is an alarm; the report gives the reasons.",
  unknown:
    "Some cars could not be confirmed. Running again is safe: it reads the lists first and does only what is missing.",
  undelivered: "Everything was applied, but the report could not be written. Run plan to check the lists.",
  interrupted: INTERRUPTED,
  terminated: INTERRUPTED,
};

/** The name of an exit code, such as `locked` for 8; empty for a number that is none. */
export function nameOfExit(exitCode: number): string {
  return Object.entries(EXIT).find(([, code]) => code === exitCode)?.[0] ?? "";
}

/** What to do after a run that ended with this exit code, in a few sentences. */
export function nextStepAfter(exitCode: number): string {
  const codes: Readonly<Record<string, number>> = EXIT;
  const [, step] = Object.entries(NEXT_STEPS).find(([name]) => codes[name] === exitCode) ?? [];
  return step ?? `The run ended with exit code ${exitCode}. Run plan to compare the lists with the fleet file.`;
}

/** What outweighs everything else that the parts of a run have done, the most severe first. */
const MOST_SEVERE_FIRST: readonly number[] = [EXIT.internal, EXIT.interrupted, EXIT.terminated, EXIT.unknown];

/**
 * The exit code of the parts of a run together, which have these outcomes. Codes 3 to 8 promise that nothing was sent: where
 * something was, what they refused is a part that was not done.
 */
export function exitCodeOfParts(codes: readonly number[], { notSent, ...sent }: OutcomeCounts): number {
  const worst = MOST_SEVERE_FIRST.find((code) => codes.includes(code));
  if (worst !== undefined) return worst;
  const refused = codes.filter((code) => code >= EXIT.input && code <= EXIT.locked);
  if (refused.length > 0) return Object.values(sent).some((count) => count > 0) ? EXIT.partial : Math.max(...refused);
  return codes.includes(EXIT.partial) ? EXIT.partial : EXIT.ok;
}

/** The exit code of a run. `reportChanges`: a plan that holds changes or a tripped guard ends with 2 or 4 (`--exit-code`). */
export function exitCodeFor(run: RunResult, reportChanges = false): number {
  switch (run.kind) {
    case "planned":
      if (!reportChanges) return EXIT.ok;
      if (run.plan.guards.some(({ tripped }) => tripped)) return EXIT.guard;
      return run.plan.scopes.some(({ changes }) => changes.length > 0) ? EXIT.changes : EXIT.ok;
    case "unreadable":
      return run.failures.reduce<number>((worst, { failure }) => Math.max(worst, exitCodeForFailure(failure)), EXIT.ok);
    case "stale":
      return EXIT.stale;
    case "guarded":
      return EXIT.guard;
    case "declined":
      return EXIT.interrupted;
    case "applied": {
      if (run.result.interrupted) return EXIT.interrupted;
      const results = run.result.scopes.map(({ counts }) => counts);
      if (results.some(({ unknown }) => unknown > 0)) return EXIT.unknown;
      if (run.result.alarms.length > 0) return EXIT.partial;
      const isChanged = run.result.scopes.some(({ changedMeanwhile }) => changedMeanwhile !== undefined);
      const isUnclear = (run.plan.desired.unclearRows ?? []).length > 0;
      return isChanged || isUnclear || results.some(({ rejected, notSent }) => rejected + notSent > 0)
        ? EXIT.partial
        : EXIT.ok;
    }
  }
}

/** The exit code of a failed read or login. */
export function exitCodeForFailure(failure: InterfaceFailure): number {
  return FAILURES[failure.kind];
}

const FAILURES = {
  auth: EXIT.auth,
  transport: EXIT.unreadable,
  status: EXIT.unreadable,
  shape: EXIT.unreadable,
  inconsistent: EXIT.unreadable,
  deadline: EXIT.unreadable,
  aborted: EXIT.interrupted,
} as const;
