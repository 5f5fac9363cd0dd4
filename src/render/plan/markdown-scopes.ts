import type { PlanDocument } from "../../schema/index.ts";
import { markdownCode } from "../escape/markdown.ts";
import { type Section, tableOpen, tableRow } from "../markdown-page.ts";
import { liveInWords, type PlannedScope, scopeInWords, withCommas } from "../phrases.ts";

const COLUMNS = ["List", "Live cars", "Add:", "Update:", "Delete:", "Unchanged:", "Kept:"];

/** A list with its name, for a table cell. */
export function scopeTitle(scope: PlannedScope): string {
  const title = scopeInWords(scope.scope);
  return scope.name === undefined ? title : `${title} ${markdownCode(scope.name)}`;
}

/** The counts of every list. Lists that change come first, because the table may be cut. */
export function scopeTable(plan: PlanDocument): Section {
  const busy = plan.scopes.filter((scope) => scope.changes.length > 0);
  const idle = plan.scopes.filter((scope) => scope.changes.length === 0);
  const rows = [...busy, ...idle].map((scope) => {
    const { add, update, delete: deletes, unchanged, kept } = scope.counts;
    const counts = [add, update, deletes, unchanged, kept].map(withCommas);
    return tableRow([scopeTitle(scope), liveInWords(scope.live), ...counts]);
  });
  return { open: `\n${tableOpen(COLUMNS)}`, rows, close: "", what: "list", share: 0.25 };
}
