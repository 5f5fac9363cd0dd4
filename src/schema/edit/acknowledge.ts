import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Acknowledgement, DesiredState, Diagnostic } from "../../allowlist/index.ts";
import { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { quoteText, showPath } from "../diagnostics/quote-text.ts";
import type { LoadOptions } from "../files/load-context.ts";
import { assemble } from "../fleet/assemble.ts";
import type { FleetPart } from "../fleet/fleet-part.ts";
import { readParts } from "../fleet/load-fleet.ts";
import { canonicalText } from "../format/canonical-text.ts";
import { nodeAt, type Tree } from "../yaml/tree.ts";
import { type EditedFile, refused } from "./car-edit.ts";
import { isInBrackets, pairAt } from "./car-list.ts";
import { dashedItem, endOfBracketed, isBracketed, lineBreakAt, nextLine, startOfLine } from "./extent.ts";
import { byteOrderMark, reread } from "./reread.ts";
import { isSameBut } from "./same-but.ts";
import { insertion, type Splice, spliced } from "./splice.ts";

/** An entry of `policy.acknowledge` that is to be written. */
export type NewAcknowledgement = Omit<Acknowledgement, "source">;

/** What became of the entries. Only `edited` is to be written. */
export type AcknowledgeResult =
  /** `entries` are as they stand in the file. */
  | { readonly kind: "edited"; readonly file: EditedFile; readonly entries: readonly string[] }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "invalid"; readonly when: "before" | "after"; readonly diagnostics: readonly Diagnostic[] };

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
  const diagnostics = new DiagnosticCollector();
  const { parts, lists, isComplete } = await readParts(paths, options, diagnostics);
  const part = parts.find(({ fleet }) => fleet.policy !== undefined) ?? parts[0];
  const before = isComplete && part ? assemble(parts, lists, diagnostics) : undefined;
  if (!before || !part || diagnostics.hasErrors)
    return { kind: "invalid", when: "before", diagnostics: diagnostics.sorted() };
  const { file: path, text } = part.lines;
  const entries = wanted.map(entryText);
  const edited = spliced(text, splicesFor(part, entries));
  const found = new DiagnosticCollector();
  const after = reread(path, edited, { parts, lists }, found);
  if (!after || found.hasErrors) return { kind: "invalid", when: "after", diagnostics: found.sorted() };
  if (!isAsMeant(before, after, wanted)) {
    return refused(
      `${showPath(path)}: \`policy\` is written in a way that cannot be edited in place. Add by hand: ${entries.map((entry) => quoteText(entry)).join(", ")}.`,
    );
  }
  const real = await realpath(resolve(options.cwd, path));
  const mark = await byteOrderMark(real, text);
  if (mark === undefined) return refused(`${showPath(path)} is not UTF-8 text, or was changed meanwhile.`);
  return { kind: "edited", file: { path, real, text: `${mark}${edited}` }, entries };
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
  const list = nodeAt(root, ["policy", "acknowledge"]);
  if (list?.kind === "list") return [addToList(text, list, entries)];
  const policy = pairAt(root, [], "policy");
  if (policy?.value.kind === "mapping" && isBracketed(text, policy.value.at)) {
    return [intoBrackets(text, policy.value, policy.value.pairs.length === 0, `acknowledge: [${entries.join(", ")}]`)];
  }
  if (isInBrackets(root, [], text))
    return [intoBrackets(text, root, false, `policy: { acknowledge: [${entries.join(", ")}] }`)];
  const lineBreak = lineBreakAt(text, root.at);
  const outer = root.at - startOfLine(text, root.at);
  const inner = policy?.value.kind === "mapping" ? policy.value.at - startOfLine(text, policy.value.at) : outer + 2;
  const lines = [`${" ".repeat(inner)}acknowledge:`, ...entries.map((entry) => `${" ".repeat(inner + 2)}- ${entry}`)];
  // Directly below its key: what follows may begin with a comment of the next one.
  if (policy) return [insertion(nextLine(text, policy.keyAt), below(text, policy.keyAt, lines, lineBreak))];
  return [insertion(text.length, below(text, text.length, [`${" ".repeat(outer)}policy:`, ...lines], lineBreak))];
}

function below(text: string, at: number, lines: readonly string[], lineBreak: string): string {
  const end = nextLine(text, at);
  const isOpen = end === text.length && end > 0 && text[end - 1] !== "\n";
  return `${isOpen ? lineBreak : ""}${lines.join(lineBreak)}${lineBreak}`;
}

function addToList(text: string, list: Extract<Tree, { kind: "list" }>, entries: readonly string[]): Splice {
  const last = list.items.at(-1);
  if (text[list.at] === "[") {
    const written = entries.join(", ");
    return last ? insertion(endOfBracketed(text, last.at), `, ${written}`) : insertion(list.at + 1, written);
  }
  const column = list.at - startOfLine(text, list.at);
  const { endOfComments: end } = dashedItem(text, last?.at ?? list.at, column);
  const lineBreak = lineBreakAt(text, list.at);
  const lines = entries.map((entry) => `${" ".repeat(column)}- ${entry}`).join(lineBreak);
  return insertion(end, text[end - 1] === "\n" ? `${lines}${lineBreak}` : `${lineBreak}${lines}`);
}

// Before the closing bracket, and before the blanks in front of it.
function intoBrackets(text: string, { at }: Tree, isEmpty: boolean, written: string): Splice {
  const close = endOfBracketed(text, at) - 1;
  if (isEmpty) return insertion(close, ` ${written} `);
  const end = text.slice(0, close).trimEnd().length;
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

type State = Omit<DesiredState, "files">;
