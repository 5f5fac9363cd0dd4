import { counted } from "../../../allowlist/index.ts";
import { NEVER } from "../../../process/system-clock.ts";
import { terminalText } from "../../../render/index.ts";
import { CAR_FIELD_NAMES } from "../../../schema/values/index.ts";
import { conditionOf, type StatusColumn } from "../../../tables/index.ts";
import type { ImportInput } from "../../definitions/files.ts";
import { optionName } from "../../definitions/spec.ts";
import { wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { ask } from "../../run/confirm.ts";

type Columns = Record<string, string[]>;

/** Which rows of a list are read: the texts that columns must have, or must not have. */
export interface RowConditions {
  readonly where: Columns;
  readonly whereNot: Columns;
}

/** The conditions that options name. */
export function conditionsOf({ where = [], whereNot = [] }: Pick<ImportInput, "where" | "whereNot">): RowConditions {
  return { where: byColumn(where), whereNot: byColumn(whereNot) };
}

function byColumn(conditions: readonly { readonly column: string; readonly text: string }[]): Columns {
  const found: Columns = {};
  for (const { column, text } of conditions) found[column] = [...(found[column] ?? []), text];
  return found;
}

/** What is done about columns that call cars gone: a terminal is asked. Throws a `CommandFailure` (3) where none is. */
export async function chooseRows(
  status: readonly StatusColumn[],
  options: ImportInput,
  io: Io,
): Promise<RowConditions> {
  const chosen = conditionsOf(options);
  const [where, whereNot] = [{ ...chosen.where }, { ...chosen.whereNot }];
  const mayAsk = !options.json && io.stdinIsTty && io.stderrIsTty;
  for (const column of status) {
    const proposed = conditionOf(column);
    const answer = mayAsk ? (await ask(questionAbout(column), NEVER)).toLowerCase() : "";
    if (answer === "no" || answer === "n") where[column.name] = ["*"];
    else if (answer === "yes" || answer === "y") {
      Object.assign(where, proposed.where);
      Object.assign(whereNot, proposed.whereNot);
    } else throw wrongInput(unanswered(status, options.list), "written");
  }
  return { where, whereNot };
}

const MOST_SHOWN = 3;

function saysOf({ name, rows, gone }: StatusColumn): string {
  const texts = gone.slice(0, MOST_SHOWN).map(shown).join(", ");
  return `The column ${shown(name)} says ${texts}${gone.length > MOST_SHOWN ? ", …" : ""} of ${counted(rows, "row")}.`;
}

function questionAbout(column: StatusColumn): string {
  const { where = {} } = conditionOf(column);
  const kept = Object.values(where).flat().map(shown).join(", ");
  const rest = kept === "" ? "Leave such rows out" : `Read only the rows with ${kept}`;
  return `${saysOf(column)} ${rest}? "no" reads all rows. yes or no: `;
}

function unanswered(status: readonly StatusColumn[], list: string): string {
  const lines = status.map((column) => {
    const { where, whereNot } = conditionOf(column);
    const some = [optionsFor("where", pairsOf(where)), optionsFor("whereNot", pairsOf(whereNot))].join(" ").trim();
    const all = optionsFor("where", pairsOf({ [column.name]: ["*"] }));
    return `${saysOf(column)} Leave them out with ${some}, or read all rows with ${all}.`;
  });
  return [`Which rows of ${terminalText(list)} are cars?`, ...lines].join("\n");
}

function pairsOf(conditions: Readonly<Columns> = {}): readonly string[] {
  return Object.entries(conditions).flatMap(([name, texts]) => texts.map((text) => shown(`${name}=${text}`)));
}

function shown(text: string): string {
  return terminalText(JSON.stringify(text));
}

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
    .replace(COLUMN_OR_FORMAT, (_, key: string, value: string) => `\`${optionsFor(key, [value])}\``)
    .replace(TEXTS, (_, key: string, texts: string) => `\`${optionsFor(NAMES[key] ?? key, textsIn(texts))}\``)
    .replace(CONDITION, (_, key: string, name: string, texts: string) => {
      const pairs = textsIn(texts).map((text) => `${name.slice(0, -1)}=${text.slice(1)}`);
      return `\`${optionsFor(key, pairs)}\``;
    });
}

function optionsFor(key: string, values: readonly string[]): string {
  return values.map((value) => `${optionName(key)} ${value}`).join(" ");
}

function textsIn(list: string): readonly string[] {
  return list.match(new RegExp(TEXT, "g")) ?? [];
}
