import { createInterface } from "node:readline/promises";
import { EXIT } from "../../exit-code.ts";
import { CommandFailure, wrongInput } from "./failure.ts";
import type { Io } from "./io.ts";

/** `--auto-approve`. */
interface Approval {
  readonly autoApprove?: boolean;
}

/** Refuses, before anything is contacted, to run where nobody can confirm. Throws a `CommandFailure` (3). */
export function requireTerminal({ autoApprove }: Approval, io: Io, remedy = "give --auto-approve"): void {
  if (autoApprove || (io.stdinIsTty && io.stderrIsTty)) return;
  throw wrongInput(`Cannot ask for confirmation (not a terminal): ${remedy}`);
}

/** Asks unless that was waived. Throws a `CommandFailure` (130) for anything but a yes. */
export async function requireYes(approval: Approval, question: string, stop: AbortSignal): Promise<void> {
  if (approval.autoApprove || (await askYes(`\n${question}`, stop))) return;
  throw new CommandFailure(EXIT.interrupted, "Not confirmed: nothing was changed.");
}

/**
 * Asks on the terminal and resolves to whether the answer was `yes`; no answer, or an interrupt, is a no. An answer that is
 * neither, such as `y`, is asked about once more.
 */
export async function askYes(question: string, signal: AbortSignal): Promise<boolean> {
  const answer = await ask(`${question} Only "yes" is accepted: `, signal);
  if (["yes", "no", "n", ""].includes(answer)) return answer === "yes";
  return (await ask('Type "yes" in full to go on, or "no" to stop: ', signal)) === "yes";
}

/** Asks on the terminal and resolves to the answer, trimmed and in lower case; empty after an interrupt. */
export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  // readline handles Ctrl-C itself; the process must receive it.
  terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    const answer = await Promise.race([terminal.question(question, { signal }), closed]);
    return answer.trim().toLowerCase();
  } catch {
    return "";
  } finally {
    terminal.close();
  }
}
