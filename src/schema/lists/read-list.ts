import type { Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { showColumns, showPath } from "../diagnostics/quote-text.ts";
import { checkNotCorrupt, warnOfLastLine } from "../yaml/corruption-checks.ts";
import { namedColumns } from "./columns.ts";
import { findHeader } from "./header.ts";
import { isWorkbook, type ListFile } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import { type ListSink, PlateTaker } from "./plate-taker.ts";
import { firstRows, readTable } from "./read-table.ts";
import { type SkipRule, skipRule } from "./skipped-rows.ts";

/** Reads a list by the kind that its name ends in. `place` is where the fleet file names it. Gives the number of cars as written, or undefined when it cannot be read. */
export function readList(
  list: ListFile,
  reference: ListReference,
  place: Source,
  diagnostics: DiagnosticCollector,
  sink: ListSink,
): number | undefined {
  const path = showPath(list.path);
  const isTxt = /\.txt$/i.test(list.path);
  if (!isTxt && !/\.(?:csv|xlsx)$/i.test(list.path)) {
    const fix = "Save the list as one of them.";
    diagnostics.error("list-kind", `${path} is not a .csv, .xlsx or .txt file.`, place, fix);
    return undefined;
  }
  if (reference.sheet !== undefined && !isWorkbook(list.path)) {
    diagnostics.error("wrong-value", `${path} is a text file and has no sheets.`, place, "Remove `sheet`.");
    return undefined;
  }
  if (isTxt) {
    const [named] = namedColumns(reference);
    if (!named)
      return isIntact(list, "", diagnostics) ? readTxt(list, skipRule(reference), diagnostics, sink) : undefined;
    const fix = `Remove \`${named[0]}\`, or save the list as .csv with a header.`;
    diagnostics.error("wrong-value", `${path} has one plate per line and no columns.`, place, fix);
    return undefined;
  }
  if (reference.column === undefined) {
    const rows = firstRows(list, []);
    const { names } = "kind" in rows ? { names: [] } : findHeader(rows, reference).header;
    const known = names.length === 0 ? "" : ` Its columns are ${showColumns(names)}.`;
    const fix = `Name the column with the plates, for example \`column: plate\`.${known}`;
    diagnostics.error("missing-key", `\`column\` is missing for ${path}.`, place, fix);
    return undefined;
  }
  return list.sheet || isIntact(list, '"', diagnostics) ? readTable(list, reference, diagnostics, sink) : undefined;
}

// A text that was cut, or is another kind of file. `closer` may end it where no line break does.
function isIntact({ lines }: ListFile, closer: string, diagnostics: DiagnosticCollector): boolean {
  if (!checkNotCorrupt(lines.text, lines, diagnostics)) return false;
  warnOfLastLine(lines.text, closer, lines, diagnostics);
  return true;
}

// One plate a line. `#` starts a comment at the start of a line or after a blank.
function readTxt({ lines }: ListFile, skips: SkipRule, diagnostics: DiagnosticCollector, sink: ListSink): number {
  const { text } = lines;
  const plates = new PlateTaker(lines, sink, diagnostics);
  let rows = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    const lineFeed = text.indexOf("\n", start);
    end = lineFeed < 0 ? text.length : lineFeed;
    const written = text.slice(start, end).replace(/(?:^|[ \t])#.*/, "");
    const plate = written.trim();
    if (plate === "") continue;
    const left = skips(plate);
    if (left !== undefined) {
      sink.skipped?.("skip", left);
      continue;
    }
    rows += 1;
    const at = start + written.indexOf(plate);
    plates.take(plate, at, at);
  }
  plates.finish();
  return rows;
}
