import { setAsideInWords, withCommas } from "../allowlist/index.ts";
import type { RowsSetAside } from "../audit/index.ts";
import { InterfaceError } from "../ports/index.ts";
import type { RecordNotes } from "./billing-records.ts";

/** So many records are named in one message. */
const MOST_SHOWN = 10;

/** What the command ends with when rows could not be judged; undefined when all could. */
export function setAsideFailure(
  what: "billing record" | "parking user",
  { count, rows }: RowsSetAside,
): InterfaceError | undefined {
  if (count === 0) return undefined;
  const shown = rows.slice(0, MOST_SHOWN).map((row) => `  ${setAsideInWords(what, row)}`);
  const more = count > shown.length ? [`  and ${withCommas(count - shown.length)} more`] : [];
  const many = count === 1 ? `1 ${what} is` : `${withCommas(count)} ${what}s are`;
  const effect = what === "billing record" ? "the sums are incomplete" : "cars may be missing here";
  const message = `${many} not as the interface says and set aside, so ${effect}. Ask the operator of the server about:`;
  return new InterfaceError([message, ...shown, ...more].join("\n"), { kind: "shape" });
}

/** What else is remarkable about records that were shown, a sentence each. */
export function recordNotesInWords({ repeats, outside }: RecordNotes): readonly string[] {
  const ids = `${repeats.slice(0, MOST_SHOWN).join(", ")}${repeats.length > MOST_SHOWN ? ", …" : ""}`;
  return [
    ...(repeats.length > 0 ? [`${counted(repeats.length)} listed again, and counted again in the sums: ${ids}`] : []),
    ...(outside > 0 ? [`${counted(outside)} of days outside the range, and counted in the sums`] : []),
  ];
}

function counted(records: number): string {
  return records === 1 ? "1 record is" : `${withCommas(records)} records are`;
}
