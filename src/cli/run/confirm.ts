import { createInterface } from "node:readline/promises";
import { counted, withCommas } from "../../allowlist/index.ts";
import type { ApplyProgress } from "../../apply/index.ts";
import type { Plan } from "../../plan/index.ts";
import { systemClock } from "../../process/system-clock.ts";
import { planDocument, planText, type TerminalText, visible, visibleLines, words } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import type { Clock } from "../../run/ports/index.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import { fitToTerminal, type Io } from "../process/io.ts";
import { TOOL } from "../process/process-info.ts";

/** Shows a plan, and asks about it where `isAsked`, whatever `quiet` says; an interrupt is a no. */
export async function isConfirmed(
  plan: Plan,
  isAsked: boolean,
  { quiet, all = false }: { readonly quiet?: boolean; readonly all?: boolean },
  io: Io,
  stop: AbortSignal,
): Promise<boolean> {
  // Making a large plan takes seconds, and so does its text.
  await systemClock.turn();
  if (stop.aborted) return false;
  if (!quiet || isAsked) await showPlan(plan, all, io, stop);
  await systemClock.turn();
  return !stop.aborted && (!isAsked || (await askYes(question(plan), stop)));
}

function question({ counts, target }: Plan): string {
  const changes = [
    counted(counts.add, "add"),
    counted(counts.update, "update"),
    counted(counts.delete, "delete"),
    ...(counts.detach === undefined ? [] : [`${withCommas(counts.detach)} to detach`]),
  ];
  return `\nApply ${changes.join(", ")} at ${target.baseUrl}?`;
}

/** Shows a plan as a message, with `all` every car of it. Rejects when `signal` is aborted before the text is made. */
export async function showPlan(plan: Plan, all: boolean, io: Io, signal?: AbortSignal): Promise<void> {
  const meta = { tool: TOOL, createdAt: new Date(systemClock.now()).toISOString() };
  const shown = io.plates.document(planDocument(plan, meta));
  const text = planText(shown, io.messageStyle, { all });
  await systemClock.turn(signal);
  io.message(text);
}

const BAR_WIDTH = 30;
const LINE_EVERY_MS = 5_000;
const BAR_EVERY_MS = 100;

/** Shows how far an apply has come. */
export interface ProgressShow {
  readonly update: (progress: ApplyProgress) => void;
  readonly end: () => void;
}

/** A bar on a terminal; elsewhere a line now and then, and one at the end. */
export function showProgress(io: Io, clock: Clock, quiet: boolean): ProgressShow {
  let last: ApplyProgress | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let shown: ApplyProgress | undefined;
  const every = io.stderrIsTty ? BAR_EVERY_MS : LINE_EVERY_MS;
  const show = (progress: ApplyProgress): void => {
    const line = words`${visible(withCommas(progress.done))} of ${visible(counted(progress.total, "car"))} sent\n`;
    io.message(io.stderrIsTty ? words`\r${bar(progress)}` : line);
    shown = progress;
    shownAt = clock.monotonic();
  };
  return {
    update(progress) {
      last = progress;
      if (!quiet && (clock.monotonic() - shownAt >= every || progress.done === progress.total)) show(progress);
    },
    end() {
      if (quiet || !last) return;
      if (shown !== last) show(last);
      if (io.stderrIsTty) io.message(words`\n`);
    },
  };
}

function bar({ done, total }: ApplyProgress): TerminalText {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((Math.min(done, total) / total) * BAR_WIDTH);
  const parts = `${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}`;
  return words`[${visible(parts)}] ${visible(withCommas(done))}/${visible(counted(total, "car"))}`;
}

interface Approval {
  readonly autoApprove?: boolean;
}

/** Refuses, before anything is contacted, to run where no one can confirm. Throws a `CommandFailure` (3). */
export function requireTerminal({ autoApprove }: Approval, io: Io, remedy = "give --auto-approve"): void {
  if (autoApprove || (io.stdinIsTty && io.stderrIsTty)) return;
  throw wrongInput(`Cannot ask for confirmation (not a terminal): ${remedy}`);
}

/** Asks unless that was waived. Throws a `CommandFailure` (130) for anything but a yes. */
export async function requireYes(approval: Approval, question: string, stop: AbortSignal): Promise<void> {
  if (approval.autoApprove || (await askYes(`\n${question}`, stop))) return;
  throw new CommandFailure(EXIT.interrupted, "Not confirmed: nothing was changed.");
}

/** Asks for a `yes`; no answer, or an interrupt, is a no. Anything else, such as `y`, is asked about once more. */
export async function askYes(question: string, signal: AbortSignal): Promise<boolean> {
  const answer = (await ask(`${question} Only "yes" is accepted: `, signal)).toLowerCase();
  if (["yes", "no", "n", ""].includes(answer)) return answer === "yes";
  return (await ask('Type "yes" in full to go on, or "no" to stop: ', signal)).toLowerCase() === "yes";
}

/** Asks on the terminal and resolves to the answer, trimmed; empty after an interrupt. */
export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  // readline handles Ctrl-C itself; the process must receive it.
  terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    const answer = await Promise.race([
      terminal.question(`${fitToTerminal(visibleLines(question.trimEnd()))} `, { signal }),
      closed,
    ]);
    return answer.trim();
  } catch {
    return "";
  } finally {
    terminal.close();
  }
}
