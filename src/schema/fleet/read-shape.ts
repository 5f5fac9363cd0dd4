import type { z } from "zod";
import type { Source } from "../../allowlist/index.ts";
import { type DiagnosticCollector, quoteText } from "../diagnostics/diagnostic-collector.ts";
import type { Lines } from "../files/index.ts";
import { CAR_FIELD_NAMES, CAR_FIELDS, nearestWord } from "../values/index.ts";
import { findOffset, nodeAt, type Path, type Tree } from "../yaml/tree.ts";
import { accountShape, fleetShape, type ReadableAccount, type ReadableFleet, WrittenCars } from "./shape.ts";

/** Other words for keys, in lower case. */
const SAME_MEANING: ReadonlyMap<string, string> = new Map<string, string>([
  ["plate", "licenseNumber"],
  ["licenseplate", "licenseNumber"],
  ["registration", "licenseNumber"],
  ["number", "licenseNumber"],
  ["plates", "cars"],
  ["vehicles", "cars"],
  ["id", "baId"],
  ["account", "baId"],
  ...CAR_FIELD_NAMES.flatMap((field) => CAR_FIELDS[field].otherNames.map((name) => [name, field] as const)),
]);

/** Longest misspelling that is taken for a known key, in letters changed. */
const NEAREST_KEY_DISTANCE = 4;
/** Of longer keys, the start is compared, in UTF-16 units. */
const LONGEST_COMPARED = 64;
/** The longest name of a file that a fix repeats, in UTF-16 units. */
const LONGEST_NAME = 20;
/** Mappings that the shape knows end well above this depth; anything deeper is an error on its way there. */
const MAX_DEPTH = 12;

/** By the type that zod expected. */
const FIX_OF_TYPE: Readonly<Record<string, string>> = {
  object: "Write its keys on the following lines, indented, each as `key: value`.",
  array: "Write its items on the following lines, each after `- `; `[]` is an empty list.",
};

/** Checks a tree against the shape of a fleet file, reports all errors, and gives the part without errors. */
export function readShape(root: Tree, lines: Lines, diagnostics: DiagnosticCollector): ReadableFleet {
  const plain = toPlain(root, 0);
  // To compile the shape takes longer than to read most files.
  const result = fleetShape.safeParse(plain, { jitless: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) reportIssue(issue, [], root, lines, diagnostics);
  return readablePart(plain, result.error.issues);
}

// So that an error in one place does not hide wrong plates in another.
function readablePart(plain: unknown, issues: readonly z.core.$ZodIssue[]): ReadableFleet {
  const { accounts, ...sections } = fleetShape.partial().safeParse(without(plain, issues, 0)).data ?? {};
  const partOfAccount = accountShape.partial();
  const written = isRecord(plain) && Array.isArray(plain["accounts"]) ? plain["accounts"] : accounts;
  const byAccount = issuesByAccount(issues);
  const readable = written?.map((account: unknown, at): ReadableAccount => {
    return partOfAccount.safeParse(without(account, byAccount.get(at) ?? [], 2)).data ?? {};
  });
  return { ...sections, accounts: readable };
}

function issuesByAccount(issues: readonly z.core.$ZodIssue[]): ReadonlyMap<PropertyKey, z.core.$ZodIssue[]> {
  const byAccount = new Map<PropertyKey, z.core.$ZodIssue[]>();
  for (const issue of issues) {
    const [key, at] = issue.path;
    if (key !== "accounts" || at === undefined) continue;
    const own = byAccount.get(at);
    if (own) own.push(issue);
    else byAccount.set(at, [issue]);
  }
  return byAccount;
}

function without(plain: unknown, issues: readonly z.core.$ZodIssue[], depth: number): unknown {
  if (!isRecord(plain)) return {};
  const wrong = new Set(
    issues.flatMap((issue) => {
      const step = issue.path[depth];
      return step !== undefined ? [step] : issue.code === "unrecognized_keys" ? issue.keys : [];
    }),
  );
  return Object.fromEntries(Object.entries(plain).filter(([key]) => !wrong.has(key)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The prototype of mappings: `__proto__` and `constructor` are keys like any other, and unknown ones. Objects without a prototype
 * would take three times the memory.
 */
const NO_KEYS: object = Object.freeze(Object.create(null));

function toPlain(node: Tree, depth: number): unknown {
  if (node.kind === "scalar") return node.text;
  if (node.kind === "unusable" || depth > MAX_DEPTH) return undefined;
  if (node.kind === "list") return node.items.map((item) => toPlain(item, depth + 1));
  const plain: Record<string, unknown> = Object.create(NO_KEYS);
  for (const { key, value } of node.pairs) {
    plain[key] = key === "cars" ? new WrittenCars(value) : toPlain(value, depth + 1);
  }
  return plain;
}

function reportIssue(
  issue: z.core.$ZodIssue,
  parent: Path,
  root: Tree,
  lines: Lines,
  diagnostics: DiagnosticCollector,
): void {
  const path = [...parent, ...issue.path.filter((step) => typeof step !== "symbol")];
  const node = nodeAt(root, path);
  if (issue.code === "unrecognized_keys") {
    reportUnknownKeys(issue.keys, issue.message.split(" "), path, node, lines, diagnostics);
    return;
  }
  if (node?.kind === "unusable") return;
  const branch = issue.code === "invalid_union" ? branchFor(issue, node) : undefined;
  if (branch) {
    for (const inner of branch) reportIssue(inner, path, root, lines, diagnostics);
    return;
  }
  const source = lines.sourceAt(findOffset(root, path));
  const fix = fixOf(issue, path, node);
  if (node === undefined) diagnostics.error("missing-key", `\`${nameOf(path)}\` is missing.`, source, fix);
  else diagnostics.error("wrong-value", `\`${nameOf(path)}\` ${issue.message}${insteadOf(node)}.`, source, fix);
}

/** Of a setting with several forms, the issues of the form that is nearest to what was written. */
function branchFor(issue: z.core.$ZodIssueInvalidUnion, node: Tree | undefined): z.core.$ZodIssue[] | undefined {
  if (node?.kind !== "mapping") return issue.errors.at(-1);
  const [first, ...others] = issue.errors.filter((branch) => branch.every(isAboutMapping));
  return others.reduce(
    (nearest, branch) => (unknownKeys(branch) < unknownKeys(nearest ?? []) ? branch : nearest),
    first,
  );
}

function isAboutMapping(issue: z.core.$ZodIssue): boolean {
  return issue.path.length > 0 || issue.code === "unrecognized_keys" || issue.code === "invalid_union";
}

function unknownKeys(issues: readonly z.core.$ZodIssue[]): number {
  return issues.filter(({ code }) => code === "unrecognized_keys").length;
}

/** Reports a key that is not known here, with the nearest one that is, or all of them. */
export function reportUnknownKey(
  key: string,
  known: readonly string[],
  place: string,
  source: Source,
  diagnostics: DiagnosticCollector,
): void {
  const nearest = diagnostics.isFull ? undefined : nearestKey(key, known);
  const fix = nearest ? `Did you mean \`${nearest}\`?` : `Known keys here: ${known.join(", ")}.`;
  diagnostics.error("unknown-key", `The key ${quoteText(key)} is not known ${place}.`, source, fix);
}

function nearestKey(key: string, known: readonly string[]): string | undefined {
  const same = SAME_MEANING.get(key.slice(0, LONGEST_COMPARED).toLowerCase().replaceAll(/[-_ ]/g, ""));
  if (same !== undefined && known.includes(same)) return same;
  return nearestWord(key, known, NEAREST_KEY_DISTANCE);
}

function reportUnknownKeys(
  keys: readonly string[],
  known: readonly string[],
  path: Path,
  node: Tree | undefined,
  lines: Lines,
  diagnostics: DiagnosticCollector,
): void {
  const place = path.length === 0 ? "at the top level of a fleet file" : `in \`${nameOf(path)}\``;
  const unknown = new Set(keys);
  for (const { key, keyAt } of node?.kind === "mapping" ? node.pairs : []) {
    if (!unknown.has(key)) continue;
    reportUnknownKey(key, known, place, lines.sourceAt(keyAt), diagnostics);
  }
}

function fixOf(issue: z.core.$ZodIssue, path: Path, node: Tree | undefined): string {
  const key = path.at(-1);
  const example: unknown = issue.code === "custom" ? issue.params?.["example"] : undefined;
  if (typeof example === "string") return `For example: \`${typeof key === "string" ? `${key}: ` : ""}${example}\`.`;
  if (issue.code !== "invalid_type") return "Correct or remove it.";
  return fixOfType(issue.expected, path, node) ?? FIX_OF_TYPE[issue.expected] ?? "Correct or remove it.";
}

/** What to write where one thing was written for a list of them, or a name for a mapping with it. */
function fixOfType(expected: string, path: Path, node: Tree | undefined): string | undefined {
  const isList = path.findLast((step) => typeof step === "string") === "carsFrom";
  if (node?.kind === "scalar" && isList) {
    const isText = node.text.toLowerCase().endsWith(".txt");
    const name = node.text.length <= LONGEST_NAME ? quoteText(node.text).slice(1, -1) : "…";
    const item = `{ file: ${name}${isText ? "" : ", column: …"} }`;
    const written = expected === "array" ? `carsFrom: [${item}]` : item;
    return `Write \`${written}\`${isText ? "." : ", with the name of the column that holds the plates."}`;
  }
  if (expected !== "array") return undefined;
  if (node?.kind === "mapping")
    return "Write `- ` in front of its first key, and indent its other keys as far as that one.";
  return node?.kind === "scalar" ? "Put it in brackets: `[…]`, with commas between the values." : undefined;
}

function nameOf(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step + 1}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

function insteadOf(node: Tree): string {
  if (node.kind === "scalar") return `, not ${quoteText(node.text)}`;
  return node.kind === "mapping" ? ", not a mapping" : ", not a list";
}
