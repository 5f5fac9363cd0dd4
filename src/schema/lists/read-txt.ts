import type { DiagnosticCollector } from "../diagnostic-collector.ts";
import { checkNotCorrupt, warnOfLastLine } from "../yaml/corruption-checks.ts";
import { Seeker } from "../yaml/seeker.ts";
import type { Lines } from "../yaml/tree.ts";

const SPACE = 0x20;
const DELETE = 0x7f;

/** Adds one car of a list: the plate as written, and the offsets of its line or cell and of the plate in it. */
export type AddCar = (licenseNumber: string, at: number, plateAt: number) => void;

/** Reads a list with one plate a line. `#` starts a comment at the start of a line or after a blank. Gives the number of plates, or undefined when it cannot be read. */
export function readTxt(text: string, lines: Lines, diagnostics: DiagnosticCollector, add: AddCar): number | undefined {
  if (!checkNotCorrupt(text, lines, diagnostics)) return undefined;
  warnOfLastLine(text, "", lines, diagnostics);
  let start = 0;
  let plates = 0;
  const lineFeeds = new Seeker(text, "\n");
  const hashes = new Seeker(text, "#");
  while (start < text.length) {
    const end = lineFeeds.from(start);
    const line = text.slice(start, end);
    const plate = hashes.from(start) < end ? line.replace(/(?:^|[ \t])#.*/, "") : line;
    const solid = trimmed(plate);
    if (solid !== "") {
      plates += 1;
      const at = solid === plate ? start : start + plate.indexOf(solid);
      add(solid, at, at);
    }
    start = end + 1;
  }
  return plates;
}

/** `trim`, in less time for texts that have nothing to trim. */
export function trimmed(text: string): string {
  return isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

function isInk(code: number): boolean {
  return code > SPACE && code < DELETE;
}
