import { CST, Parser } from "yaml";
import type { BlockText, Collection, Entry, Layout, LayoutNode, NoteLine, TextNode } from "./layout.ts";
import { Notes } from "./notes.ts";

/** Inside brackets, depth says nothing about what a comment belongs to. */
const INSIDE_BRACKETS = Number.POSITIVE_INFINITY;

/**
 * Reads the layout of a text that `parse` accepts, with LF line ends and no BOM.
 * @throws TypeError where it meets YAML that `parse` refuses.
 */
export function readLayout(text: string): Layout {
  const notes = new Notes();
  let root: LayoutNode | undefined;
  for (const token of new Parser().parse(text)) {
    switch (token.type) {
      case "document":
        notes.take(token.start);
        root = readNode(token.value, notes);
        notes.take(token.end);
        break;
      case "doc-end":
        notes.endDocument();
        notes.take(token.end);
        break;
      case "space":
      case "newline":
      case "comment":
        notes.take([token]);
        break;
      default:
        throw unexpected(token);
    }
  }
  if (root?.kind !== "mapping") throw new TypeError("only a mapping has a layout");
  notes.end(root.after);
  return { head: notes.head, root };
}

function readNode(token: CST.Token | null | undefined, notes: Notes): LayoutNode {
  switch (token?.type) {
    case "scalar":
    case "single-quoted-scalar":
    case "double-quoted-scalar":
      return readText(token, notes);
    case "block-scalar":
      return readBlockText(token, notes);
    case "flow-collection":
      return readBrackets(token, notes);
    case "block-map":
      return readBlockMapping(token, notes);
    case "block-seq":
      return readBlockList(token, notes);
    default:
      throw unexpected(token);
  }
}

function readText(token: CST.FlowScalar, notes: Notes): TextNode {
  notes.beginValue();
  notes.pass(token.source, token.offset);
  notes.take(token.end);
  return { kind: "text", text: textOf(token) };
}

function textOf(token: CST.Token | null | undefined): string {
  if (token?.type === "scalar" && !token.source.includes("\n")) return token.source;
  if (!CST.isScalar(token)) throw unexpected(token);
  return CST.resolveAsScalar(token, false).value;
}

function readBlockText(token: CST.BlockScalar, notes: Notes): BlockText {
  notes.beginValue();
  let header = "|";
  for (const prop of token.props) {
    if (prop.type === "block-scalar-header") header = prop.source;
    else if (prop.type !== "space" && prop.type !== "newline" && prop.type !== "comment") throw unexpected(prop);
    notes.take([prop]);
  }
  const lines = token.source.replace(/\n+$/, "").split("\n");
  const depth = /[1-9]/.exec(header)?.[0];
  const firstLine = lines.find((line) => line.trim() !== "") ?? "";
  const indent = depth === undefined ? firstLine.search(/[^ ]/) : token.indent + Number(depth);
  notes.pass(token.source, token.offset);
  if (token.source.endsWith("\n\n")) notes.blankLine();
  return { kind: "block-text", header, lines: lines.map((line) => line.slice(indent)) };
}

function readBrackets(token: CST.FlowCollection, notes: Notes): Collection {
  const owner = notes.current;
  notes.beginValue();
  notes.take([token.start]);
  const firstLine = notes.lineStart;
  const kind = token.start.type === "flow-map-start" ? "mapping" : "list";
  const entries: Entry[] = [];
  for (const item of token.items) {
    notes.take(item.start);
    if (!item.key && !item.value) continue;
    const entry = newEntry(kind === "mapping" ? item : undefined);
    notes.begin(entry, INSIDE_BRACKETS);
    entries.push(entry);
    if (kind === "list" && item.key) entry.value = pairInList(item, notes);
    else readPair(item, entry, notes);
  }
  const after: NoteLine[] = [];
  notes.endBrackets(owner, after);
  const isOneLine = notes.lineStart === firstLine;
  notes.take(token.end.slice(0, 1));
  notes.take(token.end.slice(1), after);
  return { kind, isOneLine, entries, after };
}

// `[a: 1]` is a list of one mapping.
function pairInList(item: CST.CollectionItem, notes: Notes): Collection {
  const pair = newEntry(item);
  readPair(item, pair, notes);
  return { kind: "mapping", isOneLine: true, entries: [pair], after: [] };
}

function readBlockMapping(token: CST.BlockMap, notes: Notes): Collection {
  const entries: Entry[] = [];
  for (const item of token.items) {
    notes.take(item.start);
    if (!item.key) continue;
    const entry = newEntry(item);
    notes.begin(entry, token.indent);
    entries.push(entry);
    readPair(item, entry, notes);
  }
  return endBlock("mapping", token, entries, notes);
}

function readBlockList(token: CST.BlockSequence, notes: Notes): Collection {
  const entries: Entry[] = [];
  for (const { start, value } of token.items) {
    const dash = start.findIndex(({ type }) => type === "seq-item-ind");
    notes.take(dash < 0 ? start : start.slice(0, dash));
    if (dash < 0) continue;
    const entry = newEntry(undefined);
    notes.begin(entry, token.indent);
    entries.push(entry);
    notes.take(start.slice(dash));
    entry.value = readNode(value, notes);
  }
  return endBlock("list", token, entries, notes);
}

function endBlock(
  kind: Collection["kind"],
  { indent }: CST.Token & { indent: number },
  entries: Entry[],
  notes: Notes,
) {
  const after: NoteLine[] = [];
  notes.endBlock(indent, after);
  return { kind, isOneLine: false, entries, after };
}

function readPair({ key, sep, value }: CST.CollectionItem, entry: Entry, notes: Notes): void {
  if (key) {
    if (!("source" in key)) throw unexpected(key);
    notes.pass(key.source, key.offset);
    if ("end" in key) notes.take(key.end);
  }
  notes.take(sep);
  entry.value = readNode(value, notes);
}

function newEntry(pair: CST.CollectionItem | undefined): Entry {
  return { ...(pair && { key: textOf(pair.key) }), before: [], value: { kind: "text", text: "" } };
}

function unexpected(token: CST.Token | null | undefined): TypeError {
  return new TypeError(`${token?.type ?? "nothing"} has no layout`);
}
