import type { Source } from "../../allowlist/index.ts";
import type { ListReference, PlacedReference } from "../../tables/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { Lines } from "../files/index.ts";
import { findKeyOffset, findOffset, nodeAt, type Parse, type Path, type Tree } from "../yaml/tree.ts";
import { readShape } from "./read-shape.ts";
import type { ReadableFleet } from "./shape.ts";

/** One fleet file, read but not yet joined with its lists and with other files. */
export interface FleetPart {
  readonly lines: Lines;
  readonly root: Tree;
  readonly fleet: ReadableFleet;
  /** The number of YAML tokens that its tree was read from. */
  readonly lexemes: number;
}

/** Reads the text of one fleet file; undefined when it is not a YAML mapping. Every error is reported. */
export function readPart(
  text: string,
  file: string,
  diagnostics: DiagnosticCollector,
  parse: Parse,
): FleetPart | undefined {
  const lines = new Lines(file, text);
  const parsed = parse(lines, diagnostics);
  if (parsed.kind === "broken") return undefined;
  if (parsed.root.kind !== "mapping") {
    const fix =
      "Start the file with `version: 1`, then `mode:` and the cars. Of a list of plates, `platectl import FILE` makes a fleet file.";
    diagnostics.error(
      "not-a-fleet-file",
      "The file is not a mapping of keys to values.",
      lines.sourceAt(parsed.root.at),
      fix,
    );
    return undefined;
  }
  const { root, lexemes } = parsed;
  return { lines, root, fleet: readShape(root, lines, diagnostics), lexemes };
}

/** Where the value at a path is written, or its nearest parent. */
export function locate(part: FleetPart, path: Path): Source {
  return part.lines.sourceAt(findOffset(part.root, path));
}

/** Where a key is written. */
export function locateKey(part: FleetPart, path: Path, key: string): Source {
  return part.lines.sourceAt(findKeyOffset(part.root, path, key));
}

/** Whether the file has something at that path, right or wrong. */
export function isWritten(part: FleetPart, path: Path): boolean {
  return nodeAt(part.root, path) !== undefined;
}

/** The `carsFrom` items of the file or of one account. */
export function referencesAt(
  part: FleetPart,
  path: Path,
  references: readonly ListReference[] | undefined,
): readonly PlacedReference[] {
  return (references ?? []).map((reference, at) => ({
    reference,
    source: locate(part, [...path, "carsFrom", at, "file"]),
  }));
}

/** All `carsFrom` items of a fleet file. */
export function allReferences(part: FleetPart): readonly PlacedReference[] {
  const accounts = part.fleet.accounts ?? [];
  return [
    ...referencesAt(part, [], part.fleet.carsFrom),
    ...accounts.flatMap(({ carsFrom }, at) => (carsFrom ? referencesAt(part, ["accounts", at], carsFrom) : [])),
  ];
}
