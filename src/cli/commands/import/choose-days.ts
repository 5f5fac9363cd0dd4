import { terminalText } from "../../../render/index.ts";
import { type DayColumn, formatsOf, type ListPreview } from "../../../schema/index.ts";
import type { importListSpec } from "../../definitions/files.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { wrongInput } from "../../process/failure.ts";

/** The columns with days that a list is read by, and what to check or decide about them. */
export interface DayChoice {
  /** `validFrom`, `validUntil` and `dates` of the item of `carsFrom`. */
  readonly keys: Readonly<Record<string, string>>;
  readonly remarks: readonly string[];
}

const DAY_KEYS = ["validFrom", "validUntil"] as const;
const ISO = "YYYY-MM-DD";

/**
 * Chooses the columns that options name and those that are named as days of a lease, and finds the format of all of them
 * together. One that is not certain is said and left to the user.
 * @throws CommandFailure (3) where the days of a column that an option names can be read in two ways.
 */
export function chooseDays({ days }: ListPreview, options: InputOf<typeof importListSpec>): DayChoice {
  const given = Object.fromEntries(
    [...DAY_KEYS, "dates" as const].flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])),
  );
  if (options.header === false) return { keys: given, remarks: [] };
  const remarks: string[] = [];
  const named = days.filter(({ isNamed }) => isNamed);
  const found = DAY_KEYS.flatMap((key) => {
    const candidates = days.filter((one) => one.key === key && options[key] === undefined);
    const readable = candidates.filter((one) => formatsOf([one], options.dates).length > 0);
    const [only, another] = readable;
    if (only && !another) return [only];
    if (candidates.length > 0) remarks.push(unused(readable.length > 0 ? readable : candidates, []));
    return [];
  });
  const formats = formatsOf([...named, ...found], options.dates);
  if (formats.length > 1 && named.some(({ texts }) => texts.length > 0)) {
    const names = [...named, ...found].map(({ name }) => terminalText(JSON.stringify(name))).join(" and ");
    throw wrongInput(
      `The days of ${names} may be ${formats.join(" or ")}. Name the right one with --dates.`,
      "written",
    );
  }
  const [format] = formats;
  const used = formats.length === 1 ? found : [];
  if (used.length < found.length) remarks.push(...found.map((one) => unused([one], formatsOf([one]))));
  for (const { key, name } of used)
    remarks.push(`${key}: found by the name of the column ${JSON.stringify(name)}. Check that it is meant so.`);
  const [own] = used.length > 0 ? [format] : formatsOf(named, options.dates);
  const hasTexts = [...named, ...used].some(({ texts }) => texts.length > 0);
  const dates = options.dates ?? (hasTexts && own !== undefined && own !== ISO ? own : undefined);
  const keys = { ...given, ...Object.fromEntries(used.map(({ key, name }) => [key, name])) };
  return { keys: { ...keys, ...(dates !== undefined && { dates }) }, remarks };
}

function unused(columns: readonly DayColumn[], formats: readonly string[]): string {
  const names = columns.map(({ name }) => JSON.stringify(name)).join(", ");
  const day = columns[0]?.key === "validFrom" ? "first" : "last";
  const dates = formats.some((one) => one !== ISO) ? `, and dates: ${formats.join(" or ")}` : "";
  const isReadable = columns.some((one) => formatsOf([one]).length > 0);
  const ending = isReadable
    ? `Add ${columns[0]?.key}: ${columns[0]?.name}${dates}.`
    : "Its cells are not all days: correct them, or check the column.";
  return `Not used: ${names} may hold the ${day} day of each car. ${ending}`;
}
