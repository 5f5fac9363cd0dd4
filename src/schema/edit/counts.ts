import type { FleetPart } from "../fleet/fleet-part.ts";
import { nodeAt, type Path } from "../yaml/tree.ts";
import { endOfScalar, isBracketed } from "./extent.ts";
import type { Splice } from "./splice.ts";

/** Corrects `count` of a file and of an account whose number of cars changes. */
export function adjustCounts(part: FleetPart, path: Path, by: number): Splice[] {
  const holders = path.length === 0 ? [path] : [path, []];
  return holders.flatMap((holder) => {
    const count = nodeAt(part.root, [...holder, "count"]);
    if (count?.kind !== "scalar") return [];
    const { text } = part.lines;
    const quote = /["']/.test(text[count.at] ?? "") ? text[count.at] : "";
    const place = [...holder, ""].some((_, length) =>
      isBracketed(text, nodeAt(part.root, holder.slice(0, length))?.at ?? 0),
    )
      ? "brackets"
      : "line";
    const number = `${quote}${Number(count.text) + by}${quote}`;
    return [{ from: count.at, to: endOfScalar(text, count.at, place), text: number }];
  });
}
