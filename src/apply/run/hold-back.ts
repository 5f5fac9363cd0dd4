import type { ApplyRun } from "./apply-run.ts";
import type { ChangeTracker } from "./change-tracker.ts";
import { givenUp } from "./tracked-change.ts";

/** Holds back the deletes of cars that may not be deleted any more, by the newest reading of their list: the plan's was older. */
export function holdBackExempt(tracker: ChangeTracker, { lastLive, liveBefore, options }: ApplyRun): void {
  const live = lastLive.get(tracker.scope);
  if (tracker.action !== "delete" || !live || live === liveBefore.get(tracker.scope)) return;
  tracker.markEach(tracker.items("planned", "pending"), (item) => {
    const entry = live.entries.get(item.change.plateKey);
    const exemption = entry && options.exemption(tracker.scope, entry);
    if (!exemption) return undefined;
    const error = `held back: ${exemption.reason}, which the list did not show yet when the plan was made`;
    return givenUp(item, { state: "not-sent", error });
  });
}
