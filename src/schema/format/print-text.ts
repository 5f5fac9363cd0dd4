import type { Tags } from "yaml";
import { stringTag } from "yaml/util";
import { isBlockText, readDocument } from "../yaml/yaml-document.ts";
import { FLEET_ORDER, type KeyOrder, orderBelow } from "./canonical-text.ts";
import { Layout, PLACEHOLDER } from "./layout.ts";

/**
 * The canonical form of a fleet file that `parse` accepts, with LF line ends and no BOM. Undefined where it is too large for
 * `yaml` outside of long lists in lines.
 */
export function printText(text: string, order: KeyOrder = FLEET_ORDER): string | undefined {
  const { outline, cuts } = cutLongLists(text);
  const printed = cuts.length === 0 ? undefined : printDocument(outline, order, cuts.length);
  const lists = cuts.map(({ key, pieces }) => pieces.map((piece) => printPiece(piece, orderBelow(order, key))));
  if (printed === undefined || lists.flat().includes(undefined)) return printDocument(text, order, 0);
  return printed.replace(CUT_LINE, (_, indent: string, list: string) => {
    return (lists[Number(list)] ?? []).join("").replace(/^(?=.)/gm, indent);
  });
}

function printPiece(piece: string, order: KeyOrder): string | undefined {
  const printed = printText(piece, order);
  return printed !== undefined && /^[ \t]*\n/.test(piece) ? `\n${printed}` : printed;
}

/** What `yaml` prints once the nodes of its document have our order, texts and forms. */
function printDocument(text: string, order: KeyOrder, cuts: number): string | undefined {
  const reading = readDocument(text);
  if (reading.kind !== "document" || reading.document.errors.length > 0) return undefined;
  const { document } = reading;
  const layout = new Layout(text);
  layout.arrange(document, order);
  if (layout.cuts !== cuts) return undefined;
  document.setSchema("1.2", { schema: "failsafe", customTags: (tags) => tags.map(printedAsIs) });
  const style = { directives: false, lineWidth: 0, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY };
  return document.toString({ ...style, commentString }).replace(/^\n+|(?<=\n)\n+$/g, "");
}

// `Layout` has made their texts.
function printedAsIs(tag: Tags[number]): Tags[number] {
  if (typeof tag === "string" || tag.tag !== stringTag.tag) return tag;
  return {
    ...stringTag,
    stringify: (item, ...context) =>
      (isBlockText(item) && stringTag.stringify?.(item, ...context)) || String(item.value),
  };
}

function commentString(comment: string): string {
  const lines = comment
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\n+$/, "\n")
    .split("\n");
  return lines.map((line) => (line === "" ? "" : `#${line}`.trimEnd())).join("\n");
}

// A document of `yaml` takes a kilobyte for each word of a text, so that long lists are formatted a piece after the other.

/** Items that were cut out of the list below a key, in pieces that are lists by themselves. */
interface Cut {
  readonly key: string;
  readonly pieces: readonly string[];
}

/** A text in which one item with a placeholder and the number of the cut stands for those that were cut out. */
interface CutText {
  readonly outline: string;
  readonly cuts: readonly Cut[];
}

const CUT_LINE = new RegExp(`^( *)- ${PLACEHOLDER}(\\d+)\\n`, "gm");
/** The fewest lines of a piece: enough that pieces cost little, and few enough that one takes some megabytes as a document. */
const LINES_OF_PIECE = 100;
const LIST_KEY = /^ *(?:- +)?"?(accounts|cars)"?: *(?:#.*)?$/;
const IDLE_LINE = /^\s*(?:#|$)/;
const ITEM = /^-(?: |$)/;

/**
 * Cuts the items out of long lists of cars and of accounts, but for the last item of each, whose end only `yaml` knows. Comments
 * stay with what they belong to. It goes by indentation: in a valid fleet file, nothing inside an item stands at the column of
 * its dash.
 */
function cutLongLists(text: string): CutText {
  const lines = text.split("\n");
  const kept: string[] = [];
  const cuts: Cut[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    kept.push(line);
    at += 1;
    const key = LIST_KEY.exec(line)?.[1];
    const starts = key === undefined ? [] : startsOfItems(lines, at);
    const [first = at, last = at] = [starts[0], starts.at(-1)];
    if (key === undefined || last - first < LINES_OF_PIECE) continue;
    kept.push(...lines.slice(at, first), `${" ".repeat(indentOf(lines[first] ?? ""))}- ${PLACEHOLDER}${cuts.length}`);
    cuts.push({ key, pieces: piecesOf(lines, starts) });
    at = last;
  }
  return { outline: kept.join("\n"), cuts };
}

/** The lines at which the list below a key may be cut: those of items, or of the comments that belong to them. */
function startsOfItems(lines: readonly string[], from: number): readonly number[] {
  let first = from;
  while (first < lines.length && IDLE_LINE.test(lines[first] ?? "")) first += 1;
  const column = indentOf(lines[first] ?? "");
  const starts: number[] = [];
  let start = first;
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const indent = indentOf(line);
    if (IDLE_LINE.test(line)) {
      // Such a comment may belong to what is above it.
      if (indent > column && indent < line.length) start = Number.NaN;
      continue;
    }
    if (indent < column || (indent === column && !ITEM.test(line.slice(column)))) break;
    if (indent === column && !Number.isNaN(start)) starts.push(start);
    start = at + 1;
  }
  return starts;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function piecesOf(lines: readonly string[], starts: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let from = starts[0] ?? 0;
  for (const [index, start] of starts.entries()) {
    if (start - from < LINES_OF_PIECE && index < starts.length - 1) continue;
    pieces.push(`${lines.slice(from, start).join("\n")}\n`);
    from = start;
  }
  return pieces;
}
