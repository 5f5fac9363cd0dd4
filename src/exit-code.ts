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
} as const;

/** The exit code of a run. `reportChanges`: a plan that holds changes or a tripped guard gives 2 or 4 (`--exit-code`). */
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
      return results.some(({ rejected, notSent }) => rejected + notSent > 0) ? EXIT.partial : EXIT.ok;
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
  aborted: EXIT.interrupted,
} as const;
