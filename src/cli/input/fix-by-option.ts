import { CAR_FIELD_NAMES } from "../../schema/index.ts";

const COLUMN_OR_FORMAT = new RegExp(
  `\`(encoding|dates|sheet|header|column|duplicates|${CAR_FIELD_NAMES.join("|")}): ([^\`]+)\``,
  "g",
);

const SKIPPED = /`skip: \[("(?:[^"\\]|\\.)*")\]`/g;

/** The advice for a key of a fleet file as advice for the option of that name: `encoding: x` becomes `--encoding x`. */
export function fixByOption(fix: string): string {
  const option = (_: string, key: string, value: string) =>
    `\`--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value}\``;
  return fix.replace(COLUMN_OR_FORMAT, option).replace(SKIPPED, "`--skip $1`");
}
