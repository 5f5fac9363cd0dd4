import type { Acknowledgement } from "../../allowlist/index.ts";
import { quoteText, showPath } from "../diagnostics/diagnostic-collector.ts";
import type { LoadOptions } from "../files/find-files.ts";
import type { FleetPart } from "../fleet/fleet-part.ts";
import { canonicalText } from "../format/canonical-text.ts";
import { columnOf, nextLine, type Tree } from "../yaml/tree.ts";
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
import { addItems, insertion, isBracketed, linesInserted, listAt, pairAt, type Splice } from "./written-list.ts";

/** An entry of `policy.acknowledge` that is to be written. */
export type NewAcknowledgement = Omit<Acknowledgement, "source">;

/** What became of the entries. Only `edited` is to be written. */
export type AcknowledgeResult =
  /** `entries` are as they stand in the file. */
  { readonly kind: "edited"; readonly file: EditedFile; readonly entries: readonly string[] } | Refused | Invalid;

/**
 * Adds entries to `policy.acknowledge` in the text of the fleet file that has a `policy`, or else of the first one; every other
 * character stays. The result is read again, with all other files: what would be invalid, or would change anything else, is
 * refused. Nothing is written.
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
  const { file: path, text } = part.lines;
  const entries = wanted.map(entryText);
  const result = await rewrite(fleet, { path, text, splices: splicesFor(part, entries) }, (after) => {
    if (isAsMeant(fleet.state, after, wanted)) return undefined;
    const shown = entries.map((entry) => quoteText(entry)).join(", ");
    return `${showPath(path)}: \`policy\` is written in a way that cannot be edited in place. Add by hand: ${shown}.`;
  });
  return result.kind === "edited" ? { kind: "edited", file: result.file, entries } : result;
}

function entryText({ scope, deletes, adds, updates, until, reason }: NewAcknowledgement): string {
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
  const items = entries.map((entry) => ({ inBrackets: entry, lines: [entry] }));
  if (list?.items.length === 0) return [insertion(list.at + 1, entries.join(", "))];
  if (list) return addItems(list, list.items.length - 1, items);
  const policy = pairAt(root, [], "policy");
  const inBrackets = `acknowledge: [${entries.join(", ")}]`;
  if (policy && isBracketed(text, policy.value.at)) return [intoBrackets(text, policy.value, inBrackets)];
  if (isBracketed(text, root.at)) return [intoBrackets(text, root, `policy: { ${inBrackets} }`)];
  const outer = columnOf(text, root.at);
  const inner = policy?.value.kind === "mapping" ? columnOf(text, policy.value.at) : outer + 2;
  const lines = [`${" ".repeat(inner)}acknowledge:`, ...entries.map((entry) => `${" ".repeat(inner + 2)}- ${entry}`)];
  // Directly below its key: what follows may begin with a comment of the next one.
  if (policy) return [linesInserted(text, nextLine(text, policy.keyAt), lines)];
  const end = text.endsWith("\n") ? [] : [""];
  return [linesInserted(text, text.length, [`${" ".repeat(outer)}policy:`, ...lines, ...end])];
}

// Before the closing bracket, and before the blanks in front of it.
function intoBrackets(text: string, { at, end: behind }: Tree, written: string): Splice {
  const close = behind - 1;
  const end = text.slice(0, close).trimEnd().length;
  if (end === at + 1) return insertion(close, ` ${written} `);
  return insertion(end, text[end - 1] === "," ? ` ${written}` : `, ${written}`);
}

function isAsMeant(before: State, after: State, wanted: readonly NewAcknowledgement[]): boolean {
  const plain = ({ acknowledge }: State["policy"]) => acknowledge.map(({ source: _, ...entry }) => entryText(entry));
  const { acknowledge } = after.policy;
  return (
    [...plain(before.policy), ...wanted.map(entryText)].join("\n") === plain(after.policy).join("\n") &&
    isSameBut({ ...before, policy: { ...before.policy, acknowledge } }, after)
  );
}
