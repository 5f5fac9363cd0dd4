import { CAR_FIELD_NAMES } from "../../../schema/values/index.ts";

const COLUMN_OR_FORMAT = new RegExp(
  `\`(encoding|dates|months|sheet|header|column|duplicates|${CAR_FIELD_NAMES.join("|")}): ([^\`]+)\``,
  "g",
);
const TEXT = '"(?:[^"\\\\]|\\\\.)*"';
const TEXTS = new RegExp(`\`(skip|noEnd|plates): \\[(${TEXT}(?:, ${TEXT})*)\\]\``, "g");
const CONDITION = new RegExp(`\`(where|whereNot): \\{ ?(${TEXT}): ?\\[?(${TEXT}(?:, ?${TEXT})*)\\]? ?\\}\``, "g");

/** Options that have another name than their key: `--no-end` would be the opposite of `--end`, and `--plates` is one of all commands. */
const NAMES: Readonly<Record<string, string>> = { noEnd: "openEnd", plates: "plate" };

/** The advice for a key of a fleet file as advice for the option of that name: `encoding: x` becomes `--encoding x`. */
export function fixByOption(fix: string): string {
  return fix
    .replace(COLUMN_OR_FORMAT, (_, key: string, value: string) => optionsFor(key, [value]))
    .replace(TEXTS, (_, key: string, texts: string) => optionsFor(NAMES[key] ?? key, textsIn(texts)))
    .replace(CONDITION, (_, key: string, name: string, texts: string) =>
      optionsFor(
        key,
        textsIn(texts).map((text) => `${name.slice(0, -1)}=${text.slice(1)}`),
      ),
    );
}

function optionsFor(key: string, values: readonly string[]): string {
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `\`${values.map((value) => `--${name} ${value}`).join(" ")}\``;
}

function textsIn(list: string): readonly string[] {
  return list.match(new RegExp(TEXT, "g")) ?? [];
}
