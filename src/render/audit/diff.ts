import type { ChangeAction } from "../../plan/index.ts";
import { groupBy } from "../../runtime/group-by.ts";
import type { AuditDocument } from "../../schema/index.ts";
import { gitlabReport, type ListChanges, type ListedChange, unifiedDiff } from "../list-diff.ts";
import type { AuditFinding } from "./phrases.ts";

/** The rules that hold a list against the fleet file, with what would end the difference; all others have no two sides. */
const DRIFT: Partial<Record<AuditFinding["rule"], ChangeAction>> = {
  "drift-missing": "add",
  "drift-features": "update",
  "drift-extra": "delete",
  "expired-on-list": "delete",
};

/** The drift that an audit found as a unified diff from what is live to what is desired. */
export function auditDiff(audit: AuditDocument): string {
  return unifiedDiff(driftOf(audit), { from: "live", to: "desired" });
}

/** The drift that an audit found, as counts for GitLab's merge request widget. */
export function auditGitlab(audit: AuditDocument): string {
  return gitlabReport(driftOf(audit));
}

function driftOf({ findings }: AuditDocument): readonly ListChanges[] {
  return [...groupBy(findings, ({ scope }) => scope)].map(([scope, own]) => ({
    scope,
    changes: own.flatMap(changeOf),
  }));
}

function changeOf({ rule, licenseNumber, evidence: { features } }: AuditFinding): ListedChange[] {
  const action = DRIFT[rule];
  if (action === undefined || licenseNumber === undefined) return [];
  return [{ action, licenseNumber, ...(features && { features }) }];
}
