import { byCodeUnit, plateKeyOf } from "../allowlist/index.ts";
import type { PlanDocument } from "../documents/index.ts";
import { groupBy } from "../run/collections.ts";
import { joined, own, type TerminalText, terminalText, visible, words } from "./escape/terminal.ts";
import { type PlannedScope, type ShownChange, scopeInWords } from "./text/phrases.ts";
import { paint, type Style, type Tone } from "./text/style.ts";

/**
 * A plan as a unified diff of the canonical lists, from live to desired, one file a list: a car a line, in the order of the
 * plate keys, features after the plate. What a parking user holds is a file, too. Documents hold no unchanged cars, so there
 * are no lines of context, and lines count changed cars. Empty when nothing differs.
 */
export function planDiff({ scopes }: PlanDocument): string {
  return scopes.flatMap((list) => [...filesOf(list)].map(patchOf)).join("");
}

/** A plan's counts as GitLab's Terraform report, for the widget of merge requests. A detach counts as a delete. */
export function planGitlab({ counts: { add, update, delete: deletes, detach = 0 } }: PlanDocument): string {
  return `${JSON.stringify({ create: add, update, delete: deletes + detach })}\n`;
}

function filesOf({ scope, changes }: PlannedScope): ReadonlyMap<string, readonly ShownChange[]> {
  const list = scopeInWords(scope).replace(" ", "-");
  return groupBy(changes, ({ parkingUser }) =>
    parkingUser === undefined ? list : `${list}-parking-user-${parkingUser}`,
  );
}

function patchOf([file, changes]: readonly [string, readonly ShownChange[]]): string {
  const lines = canonical(changes).flatMap(linesOf);
  const removed = lines.filter((line) => line.startsWith("-")).length;
  const hunk = `@@ -${rangeOf(removed)} +${rangeOf(lines.length - removed)} @@`;
  return [`--- live/${file}`, `+++ desired/${file}`, hunk, ...lines, ""].join("\n");
}

// A side without lines begins before the first.
function rangeOf(lines: number): string {
  return `${lines === 0 ? 0 : 1},${lines}`;
}

function canonical(changes: readonly ShownChange[]): readonly ShownChange[] {
  return changes
    .map((change) => ({ change, key: keyOf(change.licenseNumber) }))
    .sort((left, right) => byCodeUnit(left.key, right.key))
    .map(({ change }) => change);
}

function keyOf(licenseNumber: string): string {
  return plateKeyOf(licenseNumber, { foldLookalikes: false }) ?? licenseNumber;
}

function linesOf({ action, licenseNumber, features }: ShownChange): string[] {
  const line = (words: readonly string[] = []) => terminalText([licenseNumber, ...words].join(" "));
  switch (action) {
    case "add":
      return [`+${line(features?.to)}`];
    case "update":
      return [`-${line(features?.from)}`, `+${line(features?.to)}`];
    case "delete":
    case "detach":
      return [`-${line(features?.from)}`];
  }
}

/**
 * A unified diff of files for people and for `patch`, coloured as git does it. All that hides or moves a cursor is spelled out
 * but what a patch needs to fit: tabs, and a carriage return at the end of a line.
 */
export function patchText(patch: string, style: Style): TerminalText {
  return joined(
    patch.split("\n").map((line) => {
      const tone = toneOf(line);
      const shown = shownLine(line);
      return tone === undefined ? shown : paint(style, tone, shown);
    }),
    words`\n`,
  );
}

function toneOf(line: string): Tone | undefined {
  if (/^(?:---|\+\+\+) /.test(line)) return "strong";
  const tones: Readonly<Record<string, Tone>> = { "+": "add", "-": "delete", "@": "place" };
  return tones[line.charAt(0)];
}

function shownLine(line: string): TerminalText {
  const end = line.endsWith("\r") ? "\r" : "";
  return own(
    line
      .slice(0, line.length - end.length)
      .split("\t")
      .map(visible)
      .join("\t") + end,
  );
}
