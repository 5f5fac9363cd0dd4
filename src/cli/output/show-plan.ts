import type { Plan } from "../../plan/index.ts";
import { planDocument, planText, shownPlan } from "../../render/index.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { takeTurn } from "../../runtime/turns.ts";
import type { Io } from "../process/io.ts";
import { TOOL } from "../process/process-info.ts";

/** So many characters are shown before signals are looked for: to find the plates of a million lines takes seconds. */
const CHARACTERS_AT_ONCE = 256 * 1024;

/**
 * Shows a plan, which may be long, as a message; with `all` every car of it. Rejects with the signal's reason when that is
 * aborted before the text is made.
 */
export async function showPlan(plan: Plan, all: boolean, io: Io, signal?: AbortSignal): Promise<void> {
  const meta = { tool: TOOL, createdAt: new Date(systemClock.now()).toISOString() };
  const shown = shownPlan(planDocument(plan, meta), io.plates);
  const text = planText(shown, io.messageStyle, { all });
  await takeTurn(signal);
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from + CHARACTERS_AT_ONCE);
    const to = end < 0 ? text.length : end + 1;
    io.message(text.slice(from, to));
    from = to;
    await takeTurn();
  }
}
