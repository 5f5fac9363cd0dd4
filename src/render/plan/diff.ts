import type { PlanDocument } from "../../schema/index.ts";
import { gitlabReport, unifiedDiff } from "../list-diff.ts";

/** A plan as a unified diff from what is live to what is desired. */
export function planDiff(plan: PlanDocument): string {
  return unifiedDiff(plan.scopes, { from: "live", to: "desired" });
}

/** What a plan would change, as counts for GitLab's merge request widget. */
export function planGitlab(plan: PlanDocument): string {
  return gitlabReport(plan.scopes);
}
