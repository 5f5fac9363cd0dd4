import type { Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { showColumns, showPath } from "../diagnostics/quote-text.ts";
import { namedColumns, nameIn } from "./columns.ts";
import { isWorkbook, type ListFile } from "./list-file.ts";
import type { ListReference } from "./list-shape.ts";
import type { ListSink } from "./plate-taker.ts";
import { firstRows, readCsv, readSheetRows } from "./read-table.ts";
import { readTxt } from "./read-txt.ts";

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
    if (!named) return readTxt(list.lines, diagnostics, sink);
    const fix = `Remove \`${named[0]}\`, or save the list as .csv with a header.`;
    diagnostics.error("wrong-value", `${path} has one plate per line and no columns.`, place, fix);
    return undefined;
  }
  if (reference.column === undefined) {
    const rows = list.sheet?.rows ?? firstRows(list.lines.text, []);
    const names = ("kind" in rows ? [] : (rows[0]?.cells ?? [])).map(nameIn);
    const known = names.length === 0 ? "" : ` The first row has ${showColumns(names)}.`;
    const fix = `Name the column with the plates, for example \`column: plate\`.${known}`;
    diagnostics.error("missing-key", `\`column\` is missing for ${path}.`, place, fix);
    return undefined;
  }
  return list.sheet
    ? readSheetRows(list, list.sheet, reference, diagnostics, sink)
    : readCsv(list, reference, diagnostics, sink);
}
