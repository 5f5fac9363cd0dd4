import { canonicalText, type TextPlace } from "./canonical-text.ts";
import type { Collection, CommentLine, Cst, Entry, TextNode } from "./cst.ts";
import { FLEET_ORDER, type KeyOrder, orderBelow } from "./key-order.ts";

/** Brackets that would make a line longer, in characters, are opened into one entry a line. */
const LINE_WIDTH = 120;
const INDENT = "  ";

/** Where a collection stands. */
interface Place {
  readonly indent: string;
  readonly order: KeyOrder;
}

/** An entry in print: the comments and blank lines above it, then its own lines with their indentation. */
interface Printed {
  readonly above: readonly CommentLine[];
  readonly lines: readonly string[];
}

/** Prints a syntax tree in the one canonical way. */
export function printCst({ head, root }: Cst): string {
  const lines: string[] = [];
  pushComments(head, "", lines);
  pushEntries(inOrder(root, FLEET_ORDER), { indent: "", order: FLEET_ORDER }, lines);
  pushComments(root.after, "", lines);
  while (lines.at(-1) === "") lines.pop();
  return `${lines.join("\n")}\n`;
}

// `prefix` is what stands before the entry on its line: blanks, and the dash of the item whose first pair it is.
function printEntry(entry: Entry, prefix: string, place: Place): Printed {
  const { key, value, before } = entry;
  const start = key === undefined ? prefix : `${prefix}${key}: `;
  const comment = entry.comment === undefined ? "" : ` ${entry.comment}`;
  const indent = `${place.indent}${INDENT}`;
  if (value.kind === "block-text") {
    const text = value.lines.map((line) => (line === "" ? "" : `${indent}${line}`));
    return { above: before, lines: [`${start}${canonicalHeader(value.header)}${comment}`, ...text] };
  }
  const order = key === undefined ? place.order : orderBelow(place.order, key);
  const inline = inlineOf(value, { key, isInBrackets: false }, order);
  if (value.kind === "text") return { above: before, lines: [`${start}${inline}${comment}`] };
  if (inline !== undefined && (value.entries.length === 0 || start.length + inline.length <= LINE_WIDTH)) {
    return { above: [...before, ...value.after], lines: [`${start}${inline}${comment}`] };
  }
  const inner = { indent, order };
  return key === undefined
    ? printItem(entry, value, prefix, inner)
    : printBelow(`${start.trimEnd()}${comment}`, entry, value, inner);
}

function printBelow(start: string, { before }: Entry, node: Collection, place: Place): Printed {
  const lines = [start];
  pushEntries(inOrder(node, place.order), place, lines);
  pushComments(node.after, place.indent, lines);
  return { above: before, lines };
}

// A comment has no place between a dash and what follows it: it moves above the item.
function printItem({ before, comment }: Entry, node: Collection, prefix: string, place: Place): Printed {
  const [first, ...others] = inOrder(node, place.order);
  if (!first) return { above: before, lines: [] };
  const head = printEntry(first, first.key === undefined ? `${prefix}- ` : prefix, place);
  const lines = [...head.lines];
  pushEntries(others, place, lines);
  pushComments(node.after, place.indent, lines);
  return { above: [...before, ...(comment === undefined ? [] : [{ text: comment, column: 0 }]), ...head.above], lines };
}

function pushEntries(entries: readonly Entry[], place: Place, lines: string[]): void {
  for (const entry of entries) {
    const printed = printEntry(entry, entry.key === undefined ? `${place.indent}- ` : place.indent, place);
    pushComments(printed.above, place.indent, lines);
    for (const line of printed.lines) lines.push(line);
  }
}

// Blank lines never start a file and never follow each other.
function pushComments(comments: readonly CommentLine[], indent: string, lines: string[]): void {
  for (const { text } of comments) {
    if (text !== "") lines.push(`${indent}${text}`);
    else if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
  }
}

function inlineOf(node: TextNode | Collection, place: TextPlace, order: KeyOrder): string | undefined {
  if (node.kind === "text") return canonicalText(node.text, place);
  if (node.entries.length === 0) return node.kind === "list" ? "[]" : "{}";
  if (!node.isOneLine) return undefined;
  const parts = inOrder(node, order).map(({ key, value }) => {
    if (value.kind === "block-text") return undefined;
    const part = inlineOf(value, { key, isInBrackets: true }, key === undefined ? order : orderBelow(order, key));
    return part === undefined || key === undefined ? part : `${key}: ${part}`;
  });
  if (parts.includes(undefined)) return undefined;
  return node.kind === "list" ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
}

function inOrder({ kind, entries }: Collection, { keys }: KeyOrder): readonly Entry[] {
  if (kind === "list" || entries.length < 2) return entries;
  const rankOf = ({ key = "" }: Entry) => (keys.includes(key) ? keys.indexOf(key) : keys.length);
  return [...entries].sort((left, right) => rankOf(left) - rankOf(right));
}

// The reader trims texts, so that `+` (keep all line breaks at the end) says nothing.
function canonicalHeader(header: string): string {
  const depth = /[1-9]/.test(header) ? INDENT.length : "";
  return `${header.startsWith(">") ? ">" : "|"}${depth}${header.includes("-") ? "-" : ""}`;
}
