import type { Source } from "../../allowlist/index.ts";
import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import type { ListReference } from "../fleet/shape.ts";
import { showPath } from "../quote-text.ts";
import type { Lines } from "../yaml/tree.ts";
import { readCsv } from "./read-csv.ts";
import { type AddCar, readTxt } from "./read-txt.ts";

interface ListText {
  readonly path: string;
  readonly text: string;
  readonly lines: Lines;
}

/** Reads a list by the kind that its name ends in. `place` is where the fleet file names it. Gives the number of cars as written, or undefined when it cannot be read. */
export function readList(
  list: ListText,
  reference: ListReference,
  place: Source,
  diagnostics: DiagnosticCollector,
  add: AddCar,
): number | undefined {
  const { column } = reference;
  const path = showPath(list.path);
  switch (/\.[^.]*$/.exec(list.path)?.[0].toLowerCase()) {
    case ".csv":
      if (column !== undefined) return readCsv(list.text, column, list.lines, diagnostics, add);
      diagnostics.error(
        "missing-key",
        `\`column\` is missing for ${path}.`,
        place,
        "Name the column with the plates, for example `column: plate`.",
      );
      return undefined;
    case ".txt":
      if (column === undefined) return readTxt(list.text, list.lines, diagnostics, add);
      diagnostics.error("wrong-value", `${path} has one plate per line and no columns.`, place, "Remove `column`.");
      return undefined;
    default:
      diagnostics.error(
        "list-kind",
        `${path} is neither a .csv nor a .txt file.`,
        place,
        "Save the list as one of them.",
      );
      return undefined;
  }
}
