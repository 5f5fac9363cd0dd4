import { formatPatch, type StructuredPatch } from "diff";
import { readPlate } from "../allowlist/index.ts";
import type { PlanDocument } from "../schema/index.ts";
import { terminalText } from "./escape/terminal.ts";
import { type PlannedChange, type PlannedScope, scopeInWords } from "./words.ts";

/**
 * A plan as a unified diff of the canonical lists, one file a scope: a car a line, in the order of the plate keys,
 * features after the plate. A plan holds no unchanged cars, so there are no lines of context, and lines count changed
 * cars. Empty when nothing changes.
 */
export function planDiff(plan: PlanDocument): string {
  const patches = plan.scopes.filter((scope) => scope.changes.length > 0).map(patchOf);
  return patches
    .map((patch) => formatPatch(patch, { includeIndex: false, includeUnderline: false, includeFileHeaders: true }))
    .join("");
}

function patchOf(scope: PlannedScope): StructuredPatch {
  const lines = canonical(scope.changes).flatMap(linesOf);
  const file = scopeInWords(scope.scope).replace(" ", "-");
  const oldLines = lines.filter((line) => line.startsWith("-")).length;
  return {
    oldFileName: `live/${file}`,
    newFileName: `desired/${file}`,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [{ oldStart: 1, oldLines, newStart: 1, newLines: lines.length - oldLines, lines }],
  };
}

function canonical(changes: readonly PlannedChange[]): readonly PlannedChange[] {
  return changes
    .map((change) => ({ change, key: keyOf(change.licenseNumber) }))
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
    .map(({ change }) => change);
}

function keyOf(licenseNumber: string): string {
  const reading = readPlate(licenseNumber, { foldLookalikes: false });
  return reading.kind === "plate" ? reading.plateKey : licenseNumber;
}

function linesOf(change: PlannedChange): string[] {
  const line = (features: readonly string[] = []) => terminalText([change.licenseNumber, ...features].join(" "));
  const from = `-${line(change.features?.from)}`;
  const to = `+${line(change.features?.to)}`;
  switch (change.action) {
    case "add":
      return [to];
    case "update":
      return [from, to];
    case "delete":
      return [from];
  }
}
