import { readPlate } from "../allowlist/index.ts";
import type { ChangeAction } from "../plan/index.ts";
import { groupBy } from "../runtime/group-by.ts";
import type { AuditDocument, PlanDocument, ReportDocument } from "../schema/index.ts";
import type { AuditFinding } from "./audit/phrases.ts";
import { terminalText } from "./escape/terminal.ts";
import { type PlannedScope, scopeInWords } from "./text/phrases.ts";

/** A plan as a unified diff from what is live to what is desired. */
export function planDiff(plan: PlanDocument): string {
  return unifiedDiff(plan.scopes, { from: "live", to: "desired" });
}

/** What a plan would change, as counts for GitLab's merge request widget. */
export function planGitlab(plan: PlanDocument): string {
  return gitlabReport(plan.scopes);
}

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
  const present = findings.filter(({ status }) => status !== "gone");
  return [...groupBy(present, ({ scope }) => scope)].map(([scope, own]) => ({
    scope,
    changes: own.flatMap(changeOf),
  }));
}

function changeOf({ rule, licenseNumber, evidence: { features } }: AuditFinding): ListedChange[] {
  const action = DRIFT[rule];
  if (action === undefined || licenseNumber === undefined) return [];
  return [{ action, licenseNumber, ...(features && { features }) }];
}

/** A car by which the two sides of a list differ. Features are shown as far as the document holds them. */
interface ListedChange {
  readonly action: ChangeAction;
  readonly licenseNumber: string;
  /** Who holds the car, for a detach. */
  readonly parkingUser?: string;
  readonly features?: { readonly from: readonly string[]; readonly to: readonly string[] };
}

/** The changed cars of one list. */
interface ListChanges {
  readonly scope: PlannedScope["scope"];
  readonly changes: readonly ListedChange[];
}

/** What the two sides are called: `live` and `desired`. */
interface Sides {
  readonly from: string;
  readonly to: string;
}

/** An update of which only that much is known; without a mark its two lines would be the same. */
const UNKNOWN_FEATURES = "(features updated)";

/**
 * Changes as a unified diff of the canonical lists, one file a scope: a car a line, in the order of the plate keys,
 * features after the plate. What a parking user holds is a file, too. Documents hold no unchanged cars, so there are no
 * lines of context, and lines count changed cars. Empty when nothing differs.
 */
function unifiedDiff(lists: readonly ListChanges[], sides: Sides): string {
  return lists
    .flatMap((list) => [...filesOf(list)])
    .map(([name, changes]) => patchOf(name, changes, sides))
    .join("");
}

/** The same changes as GitLab's Terraform report, whose counts the merge request widget shows. A detach counts as a delete. */
function gitlabReport(lists: readonly ListChanges[]): string {
  const changes = lists.flatMap((list) => list.changes);
  const count = (action: ChangeAction) => changes.filter((change) => change.action === action).length;
  return `${JSON.stringify({ create: count("add"), update: count("update"), delete: count("delete") + count("detach") })}\n`;
}

function filesOf({ scope, changes }: ListChanges): ReadonlyMap<string, readonly ListedChange[]> {
  const list = scopeInWords(scope).replace(" ", "-");
  return groupBy(changes, ({ parkingUser }) =>
    parkingUser === undefined ? list : `${list}-parking-user-${parkingUser}`,
  );
}

function patchOf(file: string, changes: readonly ListedChange[], { from, to }: Sides): string {
  const lines = canonical(changes).flatMap(linesOf);
  const removed = lines.filter((line) => line.startsWith("-")).length;
  const hunk = `@@ -${rangeOf(removed)} +${rangeOf(lines.length - removed)} @@`;
  return [`--- ${from}/${file}`, `+++ ${to}/${file}`, hunk, ...lines, ""].join("\n");
}

// A side without lines begins before the first.
function rangeOf(lines: number): string {
  return `${lines === 0 ? 0 : 1},${lines}`;
}

function canonical(changes: readonly ListedChange[]): readonly ListedChange[] {
  return changes
    .map((change) => ({ change, key: keyOf(change.licenseNumber) }))
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
    .map(({ change }) => change);
}

function keyOf(licenseNumber: string): string {
  const reading = readPlate(licenseNumber, { foldLookalikes: false });
  return reading.kind === "plate" ? reading.plateKey : licenseNumber;
}

function linesOf({ action, licenseNumber, features }: ListedChange): string[] {
  const line = (words: readonly string[] = []) => terminalText([licenseNumber, ...words].join(" "));
  switch (action) {
    case "add":
      return [`+${line(features?.to)}`];
    case "update":
      return [`-${line(features?.from)}`, `+${line(features?.to ?? [UNKNOWN_FEATURES])}`];
    case "delete":
    case "detach":
      return [`-${line(features?.from)}`];
  }
}
