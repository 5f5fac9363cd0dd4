import type { DiagnosticCollector } from "../diagnostics/diagnostic-collector.ts";
import { trimmed } from "../spreadsheet/trimmed.ts";
import { checkNotCorrupt, warnOfLastLine } from "../yaml/corruption-checks.ts";
import { Seeker } from "../yaml/seeker.ts";
import type { Lines } from "../yaml/tree.ts";
import { type ListSink, PlateTaker } from "./plate-taker.ts";

/** Reads a list with one plate a line. `#` starts a comment at the start of a line or after a blank. Gives the number of plates, or undefined when it cannot be read. */
export function readTxt(lines: Lines, diagnostics: DiagnosticCollector, sink: ListSink): number | undefined {
  const { text } = lines;
  if (!checkNotCorrupt(text, lines, diagnostics)) return undefined;
  warnOfLastLine(text, "", lines, diagnostics);
  const plates = new PlateTaker(lines, sink, diagnostics);
  let start = 0;
  let rows = 0;
  const lineFeeds = new Seeker(text, "\n");
  const hashes = new Seeker(text, "#");
  while (start < text.length) {
    const end = lineFeeds.from(start);
    const line = text.slice(start, end);
    const plate = hashes.from(start) < end ? line.replace(/(?:^|[ \t])#.*/, "") : line;
    const solid = trimmed(plate);
    if (solid !== "") {
      rows += 1;
      const at = solid === plate ? start : start + plate.indexOf(solid);
      plates.take(solid, at, at);
    }
    start = end + 1;
  }
  plates.finish();
  return rows;
}
