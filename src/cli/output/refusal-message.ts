import { withCommas } from "../../allowlist/index.ts";
import { EXIT, exitCodeFor, nextStepAfter } from "../../exit-code.ts";
import type { RunResult } from "../../reconcile.ts";
import { guardInFull, terminalText, visibleLines } from "../../render/index.ts";
import { CommandFailure } from "../process/failure.ts";

/** How many failures of single accounts a message names. */
const MOST_NAMED = 10;

const INTERRUPTED = "Interrupted while reading. Running again is safe.";

type Refused = Exclude<RunResult, { kind: "planned" | "applied" }>;

/** The failure that the user is shown for a run that ended before the first write. */
export function refusalMessage(run: Refused): CommandFailure {
  const code = exitCodeFor(run);
  // The user said no: this was not an interrupt, and no car is in flight.
  if (run.kind === "declined") return new CommandFailure(code, "Not confirmed: nothing was sent.");
  return new CommandFailure(
    code,
    [...reasonsOf(run), code === EXIT.interrupted ? INTERRUPTED : nextStepAfter(code)].join("\n"),
  );
}

/** The same for people who have just read the plan: it names the guards, each with the option that allows it. */
export function guardedAfterPlan(run: Extract<Refused, { kind: "guarded" }>): CommandFailure {
  const { exitCode, message } = refusalMessage(run);
  return new CommandFailure(exitCode, message, visibleLines(nextStepAfter(exitCode)));
}

function reasonsOf(run: Exclude<Refused, { kind: "declined" }>): string[] {
  switch (run.kind) {
    case "unreadable": {
      const messages = [
        ...new Set(
          run.failures.map(({ message, traceId }) =>
            traceId === undefined || message.includes(traceId) ? message : `${message} (traceId ${traceId})`,
          ),
        ),
      ];
      const more = messages.length > MOST_NAMED ? [`… and ${withCommas(messages.length - MOST_NAMED)} more`] : [];
      return [...messages.slice(0, MOST_NAMED), ...more].map(terminalText);
    }
    case "stale":
      return run.reasons.map((reason) => `The approved plan no longer fits: ${terminalText(reason)}.`);
    case "guarded": {
      const { guards, scopes } = run.plan;
      return guards.filter(({ tripped }) => tripped).map((guard) => terminalText(guardInFull(guard, scopes)));
    }
  }
}
