import type { Collection, CommentLine, Cst, CstNode, Entry } from "./cst.ts";
import { TextScanner } from "./text-scanner.ts";

/** Inside brackets, depth says nothing about what a comment belongs to. */
const INSIDE_BRACKETS = Number.POSITIVE_INFINITY;
const NO_COLUMN = -1;

/**
 * Reads the syntax tree, with comments, of a text that `parse` accepts, with LF line ends and no BOM. By hand, for a document of `yaml` with
 * its tokens takes 8 seconds for 100,000 cars.
 * @throws TypeError where it meets YAML that `parse` refuses.
 */
export function readCst(text: string): Cst {
  const scanner = new TextScanner(text);
  scanner.skip();
  const root = readNode(scanner, NO_COLUMN);
  scanner.skip();
  if (root.kind !== "mapping" || scanner.next !== "") throw unexpected(scanner);
  scanner.comments.end(root.after);
  return { head: scanner.comments.head, root };
}

// `column` is that of the entry whose value the node is.
function readNode(scanner: TextScanner, column: number): CstNode {
  if (scanner.isIndicator("-")) return readList(scanner);
  if (scanner.isIndicator("?")) return readMapping(scanner, scanner.column, undefined);
  if (scanner.next === "[" || scanner.next === "{") return readBrackets(scanner);
  if (scanner.next === "|" || scanner.next === ">") {
    scanner.comments.beginValue();
    return scanner.readBlockText(column);
  }
  const start = scanner.column;
  const text = scanner.readText("line");
  scanner.skipBlanks();
  if (scanner.next === ":") return readMapping(scanner, start, text);
  scanner.comments.beginValue();
  return { kind: "text", text };
}

function readList(scanner: TextScanner): Collection {
  const { column, comments } = scanner;
  const entries: Entry[] = [];
  while (scanner.column === column && scanner.isIndicator("-")) {
    const entry = newEntry(undefined);
    comments.begin(entry, column);
    entries.push(entry);
    scanner.pass();
    scanner.skip();
    entry.value = readNode(scanner, column);
    scanner.skip();
  }
  return endBlock("list", column, entries, scanner);
}

function readMapping(scanner: TextScanner, column: number, firstKey: string | undefined): Collection {
  const { comments } = scanner;
  const entries: Entry[] = [];
  let key = firstKey ?? readKey(scanner);
  for (;;) {
    const entry = newEntry(key);
    comments.begin(entry, column);
    entries.push(entry);
    scanner.skip();
    passColon(scanner);
    entry.value = readNode(scanner, column);
    scanner.skip();
    if (scanner.next === "" || scanner.column !== column || scanner.isIndicator("-")) break;
    key = readKey(scanner);
  }
  return endBlock("mapping", column, entries, scanner);
}

function endBlock(kind: Collection["kind"], column: number, entries: Entry[], scanner: TextScanner): Collection {
  const after: CommentLine[] = [];
  scanner.comments.endBlock(column, after);
  return { kind, isOneLine: false, entries, after };
}

function readKey(scanner: TextScanner): string {
  if (scanner.isIndicator("?")) {
    scanner.pass();
    scanner.skip();
  }
  return scanner.readText("line");
}

function passColon(scanner: TextScanner): void {
  if (scanner.next !== ":") throw unexpected(scanner);
  scanner.pass();
  scanner.skip();
}

function readBrackets(scanner: TextScanner): Collection {
  const { comments, lineStart: firstLine } = scanner;
  const owner = comments.current;
  comments.beginValue();
  const kind = scanner.next === "{" ? "mapping" : "list";
  const entries: Entry[] = [];
  scanner.pass();
  for (;;) {
    scanner.skip();
    if (scanner.next === "]" || scanner.next === "}") break;
    if (scanner.next === ",") scanner.pass();
    else entries.push(readBracketed(scanner, kind));
  }
  const after: CommentLine[] = [];
  comments.endBrackets(owner, after);
  const isOneLine = scanner.lineStart === firstLine;
  scanner.pass();
  scanner.skip(after);
  return { kind, isOneLine, entries, after };
}

function readBracketed(scanner: TextScanner, kind: Collection["kind"]): Entry {
  const isNested = scanner.next === "[" || scanner.next === "{";
  if (scanner.isIndicator("?")) {
    scanner.pass();
    scanner.skip();
  }
  const text = isNested ? "" : scanner.readText("brackets");
  const entry = newEntry(kind === "mapping" ? text : undefined);
  scanner.comments.begin(entry, INSIDE_BRACKETS);
  if (!isNested) scanner.skip();
  if (kind === "mapping") entry.value = readBracketedValue(scanner);
  else if (isNested) entry.value = readBrackets(scanner);
  else if (scanner.next === ":") entry.value = pairInList(text, scanner);
  else entry.value = { kind: "text", text };
  return entry;
}

// `[a: 1]` is a list of one mapping.
function pairInList(key: string, scanner: TextScanner): Collection {
  const pair = { ...newEntry(key), value: readBracketedValue(scanner) };
  return { kind: "mapping", isOneLine: true, entries: [pair], after: [] };
}

function readBracketedValue(scanner: TextScanner): CstNode {
  passColon(scanner);
  if (scanner.next === "[" || scanner.next === "{") return readBrackets(scanner);
  scanner.comments.beginValue();
  return { kind: "text", text: scanner.readText("brackets") };
}

function newEntry(key: string | undefined): Entry {
  return { key, before: [], value: { kind: "text", text: "" } };
}

function unexpected(scanner: TextScanner): TypeError {
  return new TypeError(`${JSON.stringify(scanner.next)} was not expected`);
}
