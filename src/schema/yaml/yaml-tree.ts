import { isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair, type Scalar as YamlScalar } from "yaml";
import type { ErrorCode } from "../../allowlist/index.ts";
import { type DiagnosticCollector, quoteText } from "../diagnostics/diagnostic-collector.ts";
import type { Lines } from "../files/index.ts";
import { slipInValue } from "./find-slips.ts";
import { unspacedColon } from "./slips.ts";
import { FREE_TEXT_KEYS, type Tree, type Pair as TreePair } from "./tree.ts";

const ONE_VALUE = "Write one value per line; start the line of a list item with `- `.";

/** Of many values over several lines, the first ones are looked at for their cause. */
const MOST_EXPLAINED = 10;

interface Walk {
  /** The caller reports a text that is not a mapping. */
  readonly root: Node | null;
  readonly text: string;
  readonly lines: Pick<Lines, "sourceAt">;
  readonly diagnostics: DiagnosticCollector;
  /** How many values over several lines were looked at for their cause. */
  explained: number;
}

/** Turns a node of `yaml` into a tree and reports anchors, aliases, tags, merge keys, missing values and values that run over lines. */
export function toTree(
  node: Node | null,
  text: string,
  lines: Pick<Lines, "sourceAt">,
  diagnostics: DiagnosticCollector,
): Tree {
  return convert(node, 0, "", { root: node, text, lines, diagnostics, explained: 0 });
}

function convert(node: unknown, fallback: number, key: string, walk: Walk): Tree {
  const at = (isNode(node) ? node.range?.[0] : undefined) ?? fallback;
  if (isAlias(node)) return reject("yaml-alias", `${quoteText(`*${node.source}`)} is a YAML alias.`, at, walk);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return missing(key, at, walk);
  if (node.anchor !== undefined)
    return reject("yaml-anchor", `${quoteText(`&${node.anchor}`)} is a YAML anchor.`, at, walk);
  if (node.tag !== undefined) return reject("yaml-tag", `${quoteText(node.tag)} is a YAML tag.`, at, walk);
  const end = node.range?.[1] ?? at;
  if (isScalar(node)) return convertScalar(node, [at, end], fallback, key, walk);
  if (isSeq(node)) return { kind: "list", items: node.items.map((item) => convert(item, at, "", walk)), at, end };
  return { kind: "mapping", pairs: convertPairs(node.items, at, walk), at, end };
}

function convertScalar(
  node: YamlScalar,
  [at, end]: readonly [number, number],
  fallback: number,
  key: string,
  walk: Walk,
): Tree {
  const text = typeof node.value === "string" ? node.value : "";
  if (text === "" && end === at) return missing(key, key === "" ? at : fallback, walk);
  const block = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
  const multiline = block || walk.text.slice(at, end).includes("\n");
  if (!multiline || (FREE_TEXT_KEYS.has(key) && node.type !== "PLAIN")) return { kind: "scalar", text, at, end };
  if (block) {
    const message = "A block of text (`|` or `>`) is not allowed here.";
    walk.diagnostics.error("yaml-block-scalar", message, walk.lines.sourceAt(at), ONE_VALUE);
  } else if (node !== walk.root) reportSeveralLines(text, at, end, walk);
  return { kind: "unusable", at, end };
}

// Lines that run together have a reason, which is nearer to what was meant.
function reportSeveralLines(value: string, at: number, end: number, walk: Walk): void {
  walk.explained += 1;
  const slip = walk.explained > MOST_EXPLAINED ? undefined : slipInValue(walk.text, walk.root, [at, end]);
  const message = slip?.message ?? `The value ${quoteText(value)} spans several lines.`;
  walk.diagnostics.error("several-lines", message, walk.lines.sourceAt(slip?.at ?? at), slip?.fix ?? ONE_VALUE);
}

function convertPairs(items: readonly Pair[], at: number, walk: Walk): TreePair[] {
  const seen = new Map<string, number>();
  const pairs: TreePair[] = [];
  for (const item of items) {
    const pair = convertPair(item, at, walk);
    if (pair === undefined) continue;
    const first = seen.get(pair.key);
    if (first === undefined) {
      seen.set(pair.key, pair.keyAt);
      pairs.push(pair);
    } else {
      const line = walk.lines.sourceAt(first).line;
      const message = `The key ${quoteText(pair.key)} appears twice, first on line ${line}.`;
      walk.diagnostics.error("duplicate-key", message, walk.lines.sourceAt(pair.keyAt), "Keep one of the two.");
    }
  }
  return pairs;
}

function convertPair(item: Pair, parentAt: number, walk: Walk): TreePair | undefined {
  const key = convert(item.key, parentAt, "", walk);
  if (key.kind !== "scalar") return undefined;
  const word = item.value === null || startsNothing(item.value) ? unspacedKeyIn(key.text) : undefined;
  if (word !== undefined) return reportUnspaced(word, key.at, walk);
  if (key.text === "<<") {
    reject("yaml-merge-key", "`<<` is a YAML merge key.", key.at, walk);
    return undefined;
  }
  return { key: key.text, keyAt: key.at, value: convert(item.value, key.at, key.text, walk) };
}

// `{ note:x }` is a key without a value to YAML.
function unspacedKeyIn(key: string): string | undefined {
  return /^([A-Za-z]{2,20}):(?!\/\/)./.exec(key)?.[1];
}

function startsNothing(node: unknown): boolean {
  return isScalar(node) && (node.value === null || node.value === "") && node.type === "PLAIN";
}

function reportUnspaced(word: string, at: number, walk: Walk): TreePair {
  const slip = unspacedColon(walk.text, at + word.length + 1, word);
  walk.diagnostics.error("missing-value", slip.message, walk.lines.sourceAt(slip.at), slip.fix);
  return { key: word, keyAt: at, value: unusable(at) };
}

function missing(key: string, at: number, walk: Walk): Tree {
  const message = key === "" ? "This list item is empty." : `${quoteText(key)} has no value.`;
  const fix =
    key === ""
      ? "Write a value after the dash, or remove it."
      : "Write a value (`[]` is an empty list), indent the lines below that belong to it, or remove the key.";
  walk.diagnostics.error("missing-value", message, walk.lines.sourceAt(at), fix);
  return unusable(at);
}

function reject(code: ErrorCode, message: string, at: number, walk: Walk): Tree {
  const fix = "Write the value in full; to use this as text, put it in quotes.";
  walk.diagnostics.error(code, `${message.replace(/\.$/, "")}, which is not accepted.`, walk.lines.sourceAt(at), fix);
  return unusable(at);
}

function unusable(at: number): Tree {
  return { kind: "unusable", at, end: at };
}
