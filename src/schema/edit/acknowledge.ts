import { type Acknowledgement, dayIn } from "../../allowlist/index.ts";
import { quoteText, showPath } from "../diagnostics/diagnostic-collector.ts";
import type { LoadOptions } from "../files/index.ts";
import type { FleetPart } from "../fleet/fleet-part.ts";
import { canonicalText, fleetOrder, orderBelow } from "../format/canonical-text.ts";
import { columnOf, isBracketed, nodeAt } from "../yaml/tree.ts";
import {
  type EditedFile,
  type Invalid,
  isSameBut,
  openFleet,
  type Refused,
  refused,
  rewrite,
  type State,
} from "./rewrite.ts";
import { addItems, addPair, linesInserted, listAt, type Splice } from "./written-list.ts";

/** An entry of `policy.acknowledge` that is to be written. */
export type NewAcknowledgement = Omit<Acknowledgement, "source">;

/** What became of the entries. Only `edited` is to be written. */
export type AcknowledgeResult =
  /** `entries` are as they are in the file. */
  { readonly kind: "edited"; readonly file: EditedFile; readonly entries: readonly string[] } | Refused | Invalid;

/**
 * Adds entries to `policy.acknowledge` in the text of the fleet file that has a `policy`, or else of the first one; every other
 * character stays. The result is read again, with all other files: what would be invalid, or would change anything else, is
 * refused, and so is an entry whose last day is over. Nothing is written.
 */
export async function editAcknowledge(
  paths: readonly string[],
  wanted: readonly NewAcknowledgement[],
  options: LoadOptions,
): Promise<AcknowledgeResult> {
  const fleet = await openFleet(paths, options);
  if ("kind" in fleet) return fleet;
  const part = fleet.parts.find((one) => one.fleet.policy !== undefined) ?? fleet.parts[0];
  if (!part) return refused("There is no fleet file.");
  const today = dayIn(fleet.state.timeZone, options.now ?? Date.now());
  const over = wanted.find(({ until }) => until < today);
  if (over)
    return refused(
      `The approval would have ended on ${over.until}, before today, ${today}. Name a later day with --until.`,
    );
  const { file: path, text } = part.lines;
  const entries = wanted.map(entryText);
  const result = await rewrite(fleet, { path, text, splices: splicesFor(part, entries) }, (after) => {
    if (isAsMeant(fleet.state, after, wanted)) return undefined;
    const shown = entries.map((entry) => quoteText(entry)).join(", ");
    return `${showPath(path)}: \`policy\` is written in a way that cannot be edited in place. Add by hand: ${shown}.`;
  });
  return result.kind === "edited" ? { kind: "edited", file: result.file, entries } : result;
}

/** An entry as it is written into a fleet file, in one line. */
export function entryText({ scope, deletes, adds, updates, until, reason }: NewAcknowledgement): string {
  const pairs = [
    `scope: ${scope}`,
    ...(deletes === undefined ? [] : [`deletes: ${deletes}`]),
    ...(adds === undefined ? [] : [`adds: ${adds}`]),
    ...(updates === undefined ? [] : [`updates: ${updates}`]),
    `until: ${until}`,
    `reason: ${canonicalText(reason, { key: "reason", isInBrackets: true })}`,
  ];
  return `{ ${pairs.join(", ")} }`;
}

function splicesFor({ root, lines: { text } }: FleetPart, entries: readonly string[]): Splice[] {
  const list = listAt(root, ["policy"], "acknowledge", text);
  if (list) return addItems(list, list.items.length - 1, entries);
  const inBrackets = `[${entries.join(", ")}]`;
  const lines = ["acknowledge:", ...entries.map((entry) => `  - ${entry}`)];
  const policy = nodeAt(root, ["policy"]);
  if (policy?.kind === "mapping") {
    return addPair(text, policy, orderBelow(fleetOrder(), "policy").keys, "acknowledge", inBrackets, lines);
  }
  if (root.kind !== "mapping") return [];
  if (isBracketed(text, root.at)) {
    return addPair(text, root, fleetOrder().keys, "policy", `{ acknowledge: ${inBrackets} }`);
  }
  const indent = " ".repeat(columnOf(text, root.at));
  const written = ["policy:", ...lines.map((line) => `  ${line}`)].map((line) => `${indent}${line}`);
  return [linesInserted(text, text.length, [...written, ...(text.endsWith("\n") ? [] : [""])])];
}

function isAsMeant(before: State, after: State, wanted: readonly NewAcknowledgement[]): boolean {
  const plain = ({ acknowledge }: State["policy"]) => acknowledge.map(({ source: _, ...entry }) => entryText(entry));
  const { acknowledge } = after.policy;
  return (
    [...plain(before.policy), ...wanted.map(entryText)].join("\n") === plain(after.policy).join("\n") &&
    isSameBut({ ...before, policy: { ...before.policy, acknowledge } }, after)
  );
}
