import type { FleetPart } from "../fleet/fleet-part.ts";
import { nodeAt, type Pair, type Path, type Tree } from "../yaml/tree.ts";
import { startOfLine } from "./extent.ts";

/** A list of cars as it is written in a fleet file. */
export interface CarList {
  readonly text: string;
  /** What has the list: the file, or one of its accounts. */
  readonly path: Path;
  /** Its key, `cars`. */
  readonly keyAt: number;
  readonly at: number;
  /** Whether it stands in brackets, and what is around it. */
  readonly style: "dashes" | "brackets" | "brackets-in-brackets";
  /** The column of its dashes. */
  readonly column: number;
  readonly items: readonly Tree[];
}

/** The `cars` of a file or account; undefined where it has none. */
export function carListAt({ root, lines: { text } }: FleetPart, path: Path): CarList | undefined {
  const pair = pairAt(root, path, "cars");
  if (pair === undefined) return undefined;
  const { keyAt, value } = pair;
  if (value.kind !== "list" && value.kind !== "long-list") return undefined;
  const items: Tree[] = [];
  (value.kind === "list" ? value.items : value).forEach((item) => {
    items.push(item);
  });
  const { at } = value;
  const style = text[at] !== "[" ? "dashes" : isInBrackets(root, path, text) ? "brackets-in-brackets" : "brackets";
  return { text, path, keyAt, at, style, column: at - startOfLine(text, at), items };
}

/** Every list of cars of a file. */
export function carListsOf(part: FleetPart): CarList[] {
  const accounts = (part.fleet.accounts ?? []).map((_, at) => ["accounts", at]);
  return [[], ...accounts].flatMap((path) => carListAt(part, path) ?? []);
}

/** A key of a mapping with its value. */
export function pairAt(root: Tree, path: Path, key: string): Pair | undefined {
  const node = nodeAt(root, path);
  return node?.kind === "mapping" ? node.pairs.find((pair) => pair.key === key) : undefined;
}

/** Whether what stands at a path is inside of brackets. */
export function isInBrackets(root: Tree, path: Path, text: string): boolean {
  return [...path, ""].some((_, length) => {
    const node = nodeAt(root, path.slice(0, length));
    return node !== undefined && (text[node.at] === "{" || text[node.at] === "[");
  });
}

/** The plate of a car of a list. */
export function plateOf(item: Tree): string {
  if (item.kind === "scalar") return item.text;
  const value = item.kind === "mapping" ? item.pairs.find(({ key }) => key === "licenseNumber")?.value : undefined;
  return value?.kind === "scalar" ? value.text : "";
}
