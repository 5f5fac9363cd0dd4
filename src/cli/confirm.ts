import { EXIT } from "../exit-code.ts";
import { CommandFailure } from "./failure.ts";
import type { Io } from "./io.ts";
import { askYes } from "./prompt.ts";

/** What decides whether anybody is asked. */
export interface Approval {
  readonly autoApprove?: boolean;
}

/** Refuses, before anything is contacted, to run where a question could not be answered. Throws a `CommandFailure` (3). */
export function requireAnswer({ autoApprove }: Approval, io: Io): void {
  if (autoApprove || (io.stdinIsTty && io.stderrIsTty)) return;
  throw new CommandFailure(EXIT.input, "There is no terminal to ask on: give --auto-approve. Nothing was contacted.");
}

/** Asks unless that was waived. Throws a `CommandFailure` (130) for anything but a yes. */
export async function requireYes(approval: Approval, question: string, stop: AbortSignal): Promise<void> {
  if (approval.autoApprove || (await askYes(`\n${question} Only "yes" is taken as yes: `, stop))) return;
  throw new CommandFailure(EXIT.interrupted, "Not confirmed: nothing was changed.");
}
