import {
  byCodeUnit,
  type DesiredFile,
  type DesiredState,
  type Diagnostic,
  type Source,
  unclearWarning,
} from "../../allowlist/index.ts";
import type { ListFile, ListReference } from "../../tables/index.ts";
import { type Lists, loadLists } from "../../tables/index.ts";
import { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { createLoadContext, findFleetFiles, type LoadOptions, readTextFile, type TextFile } from "../files/index.ts";
import { parsePlain } from "../yaml/parse-plain.ts";
import type { Parse } from "../yaml/tree.ts";
import { assemble } from "./assemble.ts";
import { allReferences, type FleetPart, readPart } from "./fleet-part.ts";

/** The content of fleet files, or everything that is wrong with them; diagnostics are ordered by file, line and column. */
export type FleetReading =
  | { readonly kind: "desired"; readonly desired: DesiredState; readonly warnings: readonly Diagnostic[] }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads fleet files and the lists that they refer to. `paths` are files, folders or patterns, relative to `cwd`. Files that
 * lead out of their repository, or into its `.git`, are refused. Never throws for what users wrote: a missing file is a
 * diagnostic too.
 */
export async function loadFleet(paths: readonly string[], options: LoadOptions): Promise<FleetReading> {
  const diagnostics = new DiagnosticCollector();
  const { parts, lists, files, isComplete } = await readParts(paths, options, diagnostics, parserFor);
  if (!isComplete) return { kind: "invalid", diagnostics: diagnostics.sorted() };
  const all = [...files, ...[...lists.values()].flat()];
  return conclude(parts, lists, all, { diagnostics, ...(options.now !== undefined && { now: options.now }) });
}

/** `yaml` is loaded for what is not written in the plain way. */
async function parserFor(text: string): Promise<Parse> {
  return parsePlain(text) ?? (await import("../yaml/parse-whole.ts")).parseWhole;
}

/** What a YAML token counts beside its text, once it is a tree. */
const LEXEME_BYTES = 64;

/** Fleet files and the lists that they refer to, not yet joined. */
interface FleetParts {
  readonly parts: readonly FleetPart[];
  readonly files: readonly TextFile[];
  readonly lists: Lists;
  /** False when files were left out, as they are too large together. */
  readonly isComplete: boolean;
}

/** Reads fleet files and the lists that they refer to, and reports what cannot be read. */
export async function readParts(
  paths: readonly string[],
  options: LoadOptions,
  diagnostics: DiagnosticCollector,
  parserOf: (text: string) => Parse | Promise<Parse>,
): Promise<FleetParts> {
  const context = createLoadContext(options, diagnostics);
  const files: TextFile[] = [];
  const parts: FleetPart[] = [];
  const lists = new Map<ListReference, readonly ListFile[]>();
  for (const found of await findFleetFiles(paths, context)) {
    const file = await readTextFile(found.real, found.path, diagnostics);
    const part =
      file &&
      context.total.add(file.text.length, diagnostics) &&
      readPart(file.text, file.path, diagnostics, await parserOf(file.text));
    if (!part || !context.total.add(part.lexemes * LEXEME_BYTES, diagnostics)) continue;
    files.push(file);
    parts.push(part);
    const references = allReferences(part);
    const own = references.length > 0 ? await loadLists(references, found.absolute, context) : [];
    for (const [reference, texts] of own) lists.set(reference, texts);
  }
  return { parts, files, lists, isComplete: !context.total.isExceeded };
}

/** Joins what was read; says nothing of what the lists do not say. */
export function conclude(
  parts: readonly FleetPart[],
  lists: Lists,
  files: readonly DesiredFile[],
  { diagnostics, now }: { readonly diagnostics: DiagnosticCollector; readonly now?: number },
): FleetReading {
  const assembled = parts.length > 0 ? assemble(parts, lists, diagnostics, now) : undefined;
  const found = groupRows(diagnostics.sorted(), new Set([...lists.values()].flat().map(({ path }) => path)));
  if (!assembled || diagnostics.hasErrors)
    return { kind: "invalid", diagnostics: [...(assembled?.unclear ?? []).map(unclearWarning), ...found] };
  return { kind: "desired", desired: { ...assembled, files: filesOnce(files) }, warnings: found };
}

function filesOnce(files: readonly DesiredFile[]): readonly DesiredFile[] {
  const byPath = new Map(files.map(({ path, sha256 }) => [path, { path, sha256 }]));
  return [...byPath.values()].sort((left, right) => byCodeUnit(left.path, right.path));
}

/** This many rows of a list with the same problem are shown one by one. */
const MOST_SHOWN = 5;
/** How many places a message about many rows names. */
const MOST_PLACES = 5;

/** Puts errors of the same kind in many rows of one list into one message: a program that exports wrongly does so in each row. */
function groupRows(diagnostics: readonly Diagnostic[], lists: ReadonlySet<string>): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    if (one.severity !== "error" || !one.source || !lists.has(one.source.file)) continue;
    const kind = groupOf(one);
    const group = groups.get(kind) ?? [];
    group.push(one);
    groups.set(kind, group);
  }
  return diagnostics.flatMap((one) => {
    const group = one.source ? (groups.get(groupOf(one)) ?? []) : [];
    if (group.length <= MOST_SHOWN) return [one];
    if (group[0] !== one) return [];
    const others = group.slice(1);
    const places = others.slice(0, MOST_PLACES).flatMap(({ source }) => (source ? [placeOf(source)] : []));
    const more = others.length > places.length ? " …" : "";
    return [
      {
        ...one,
        message: `${one.message} ${others.length} more rows of this list are like it (${places.join(", ")}${more}).`,
      },
    ];
  });
}

// What is said of the whole list is not one of its rows, though the code may be the same.
function groupOf({ severity, code, message, source }: Diagnostic): string {
  return `${severity} ${code} ${message.replace(/`[^`]*`|\d+/g, "")} ${source?.file}`;
}

function placeOf({ line, cell }: Source): string {
  return cell ?? `line ${line}`;
}
