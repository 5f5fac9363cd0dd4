import type { Plan } from "../../plan/index.ts";
import { takeTurn } from "../../runtime/turns.ts";
import { showPlan } from "../output/show-plan.ts";
import { askYes } from "../process/confirm.ts";
import type { Io } from "../process/io.ts";

/** How a plan is confirmed before it is applied. */
export interface Confirming {
  /** Whether a human is asked, who is shown the plan whatever `quiet` says. */
  readonly isAsked: boolean;
  readonly quiet: boolean | undefined;
  /** Whether every car is shown, however long the plan. */
  readonly all: boolean | undefined;
}

/** Shows a plan, and asks about it where that is wished; an interrupt is a no. */
export async function isConfirmed(
  plan: Plan,
  { isAsked, quiet, all = false }: Confirming,
  io: Io,
  stop: AbortSignal,
): Promise<boolean> {
  // Making a large plan takes seconds, and so does its text.
  await takeTurn();
  if (stop.aborted) return false;
  if (!quiet || isAsked) await showPlan(plan, all, io, stop);
  await takeTurn();
  return !stop.aborted && (!isAsked || (await askYes(question(plan), stop)));
}

function question({ counts, target }: Plan): string {
  const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  const changes = [
    counted(counts.add, "add"),
    counted(counts.update, "update"),
    counted(counts.delete, "delete"),
    ...(counts.detach === undefined ? [] : [`${counts.detach} to detach`]),
  ];
  return `\nApply ${changes.join(", ")} at ${target.baseUrl}?`;
}
