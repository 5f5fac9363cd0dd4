import type { PlanDocument } from "../schema/index.ts";

/** A plan as GitLab's Terraform report, whose counts the merge request widget shows. */
export function planGitlab(plan: PlanDocument): string {
  const { add, update, delete: deletes } = plan.counts;
  return `${JSON.stringify({ create: add, update, delete: deletes })}\n`;
}
