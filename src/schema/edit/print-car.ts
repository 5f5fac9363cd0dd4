import type { CarValues } from "../../allowlist/index.ts";
import { canonicalText } from "../format/canonical-text.ts";
import { CAR_KEYS, isCarField } from "../values/car-fields.ts";

/** What is to be written about a car beside its plate. */
export interface ValuesToWrite extends CarValues {
  readonly features?: readonly string[];
}

/** The longest car that is written in brackets on one line. */
const LONGEST_LINE = 120;

/** `12:30` as it is written after a key, or as an item. */
export function plateText(licenseNumber: string, isInBrackets: boolean): string {
  return canonicalText(licenseNumber, { key: "licenseNumber", isInBrackets });
}

/** `key: value`, as `fmt` writes it. */
export function pairText(key: string, value: string, isInBrackets: boolean): string {
  return `${key}: ${canonicalText(value, { key, isInBrackets })}`;
}

/** A car on one line: its plate, or a mapping in brackets. `plate` is as it is to be written. */
export function carInBrackets(plate: string, values: ValuesToWrite): string {
  const pairs = pairsOf(values, true);
  return pairs.length === 0 ? plate : `{ ${[`licenseNumber: ${plate}`, ...pairs].join(", ")} }`;
}

/** A car as an item of a list with dashes: lines without their indentation. Long ones stand in one line for each key. */
export function carLines(plate: string, values: ValuesToWrite, style: "lines" | "brackets"): string[] {
  const inBrackets = carInBrackets(plate, values);
  const pairs = pairsOf(values, false);
  const isOneLine = pairs.length === 0 || (style === "brackets" && inBrackets.length <= LONGEST_LINE);
  return isOneLine ? [inBrackets] : [`licenseNumber: ${plate}`, ...pairs];
}

function pairsOf(values: ValuesToWrite, isInBrackets: boolean): string[] {
  return CAR_KEYS.flatMap((key) => {
    if (key === "features") return values.features ? [featuresText(values.features)] : [];
    const text = isCarField(key) ? values[key] : undefined;
    return text === undefined ? [] : [pairText(key, text, isInBrackets)];
  });
}

function featuresText(features: readonly string[]): string {
  const names = features.map((name) => canonicalText(name, { key: "features", isInBrackets: true }));
  return `features: [${names.join(", ")}]`;
}
