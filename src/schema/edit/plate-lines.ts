import { endOfContent, lineBreakAt, nextLine, startOfLine } from "./extent.ts";
import { insertion, type Splice } from "./splice.ts";

/** Lists of at least so many plates in order are kept in order. */
const FEWEST_IN_ORDER = 3;

/** Adds a plate to a list with one plate a line: where it belongs when the list is in order, else at the end. */
export function addPlateLine(text: string, licenseNumber: string): Splice {
  const lines = plateLines(text);
  const isSorted = lines.every(({ plate }, at) => at === 0 || (lines[at - 1]?.plate ?? "") < plate);
  const next = lines.findIndex(({ plate }) => plate > licenseNumber);
  if (isSorted && lines.length >= FEWEST_IN_ORDER && next >= 0) {
    const { start } = lines[next] ?? { start: 0 };
    return insertion(start, `${licenseNumber}${lineBreakAt(text, start)}`);
  }
  const last = lines.at(-1);
  const end = last ? nextLine(text, last.start) : text.length;
  const lineBreak = lineBreakAt(text, last?.start ?? 0);
  return end > 0 && text[end - 1] !== "\n"
    ? insertion(end, `${lineBreak}${licenseNumber}`)
    : insertion(end, `${licenseNumber}${lineBreak}`);
}

/** Removes the line of a plate. */
export function removePlateLine(text: string, plateAt: number): Splice {
  return { from: startOfLine(text, plateAt), to: nextLine(text, plateAt), text: "" };
}

function plateLines(text: string): { readonly plate: string; readonly start: number }[] {
  const lines: { plate: string; start: number }[] = [];
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const plate = text
      .slice(start, endOfContent(text, start))
      .replace(/(?:^|[ \t])#.*/, "")
      .trim();
    if (plate !== "") lines.push({ plate, start });
  }
  return lines;
}
