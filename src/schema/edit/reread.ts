import type { DesiredState } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { MAX_FILE_BYTES, readRegularFile } from "../files/regular-file.ts";
import { assemble } from "../fleet/assemble.ts";
import { allReferences, readPart } from "../fleet/fleet-part.ts";
import type { Lists } from "../lists/load-lists.ts";
import { Lines } from "../yaml/tree.ts";
import type { OpenFleet } from "./car-edit.ts";

/** What the files say once one of them, a fleet file or a list, has this text; undefined when it is not YAML any more. */
export function reread(
  path: string,
  text: string,
  { parts, lists }: Pick<OpenFleet, "parts" | "lists">,
  diagnostics: DiagnosticCollector,
): Omit<DesiredState, "files"> | undefined {
  const old = parts.find(({ lines }) => lines.file === path);
  if (!old) return assemble(parts, withList(lists, path, text), diagnostics);
  const part = readPart(text, path, diagnostics);
  if (!part) return undefined;
  const before = allReferences(old).map(({ reference }) => lists.get(reference) ?? []);
  const own = allReferences(part).map(({ reference }, at) => [reference, before[at] ?? []] as const);
  return assemble(
    parts.map((one) => (one === old ? part : one)),
    new Map([...lists, ...own]),
    diagnostics,
  );
}

function withList(lists: Lists, path: string, text: string): Lists {
  return new Map(
    [...lists].map(([reference, files]) => [
      reference,
      files.map((file) => (file.path === path ? { ...file, lines: new Lines(path, text) } : file)),
    ]),
  );
}

/** The mark that the file begins with, or an empty text; undefined when the file does not hold this text. */
export async function byteOrderMark(real: string, text: string): Promise<string | undefined> {
  const reading = await readRegularFile(real, MAX_FILE_BYTES);
  if (reading.kind !== "bytes") return undefined;
  return ["", "\ufeff"].find((mark) => Buffer.from(`${mark}${text}`).equals(reading.bytes));
}
