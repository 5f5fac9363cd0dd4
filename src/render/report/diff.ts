import type { ReportDocument } from "../../schema/index.ts";
import { gitlabReport, type ListChanges, unifiedDiff } from "../list-diff.ts";

/** What apply changed, as a unified diff: only what is verified or acknowledged. A report holds no features. */
export function reportDiff(report: ReportDocument): string {
  return unifiedDiff(doneIn(report), { from: "before", to: "after" });
}

/** What apply changed, as counts for GitLab's merge request widget. */
export function reportGitlab(report: ReportDocument): string {
  return gitlabReport(doneIn(report));
}

function doneIn({ scopes }: ReportDocument): readonly ListChanges[] {
  return scopes.map(({ scope, results }) => ({
    scope,
    changes: results.filter(({ outcome }) => outcome === "verified" || outcome === "acknowledged"),
  }));
}
