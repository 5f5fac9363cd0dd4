import { NEVER } from "../../../process/system-clock.ts";
import { terminalText } from "../../../render/index.ts";
import { showColumns } from "../../../schema/index.ts";
import { carValues, valueForAll } from "../../../schema/values/index.ts";
import { type DayColumn, formatsOf, holdsPeople, type ListPreview } from "../../../tables/index.ts";
import type { ImportInput } from "../../definitions/files.ts";
import { type CommandFailure, wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { ask } from "../../run/confirm.ts";

/** How the columns of a list are used. */
export interface ColumnChoice {
  /** The keys of the `carsFrom` item that name columns or say how to read them. */
  readonly keys: Readonly<Record<string, string>>;
  /** What to check or decide, for a comment and a message. */
  readonly remarks: readonly string[];
  readonly unused: readonly string[];
  /** Columns, used ones too, that hold data of people by their names. */
  readonly people: readonly string[];
}

/**
 * Chooses columns by options and header. That of plates is never taken by an unknown name: a terminal is asked.
 * Throws a `CommandFailure` (3) where nothing says which it is.
 */
export async function chooseColumns(preview: ListPreview, options: ImportInput, io: Io): Promise<ColumnChoice> {
  const { sheet, encoding, accountColumn } = options;
  const decoding = { ...(sheet !== undefined && { sheet }), ...(encoding !== undefined && { encoding }) };
  if (preview.kind === "txt") {
    const forAll = carValues((field) => valueForAll(field, options[field]));
    return { keys: { ...decoding, ...forAll }, remarks: [], unused: [], people: [] };
  }
  const days = chooseDays(preview, options);
  const keys = {
    ...decoding,
    ...(options.header !== undefined && { header: String(options.header) }),
    column: await plateColumn(preview, options, io),
    ...carValues((field) => options[field]),
    ...days.keys,
    ...(accountColumn !== undefined && { account: accountColumn }),
    ...(options.duplicates !== undefined && { duplicates: options.duplicates }),
  };
  const used = new Set(Object.values(keys).map((name) => name.toLowerCase()));
  const names = options.header === false ? [] : preview.header.names.filter((name) => name !== "");
  const unused = names.filter((name) => !used.has(name.toLowerCase()));
  return { keys, remarks: days.remarks, unused, people: names.filter(holdsPeople) };
}

async function plateColumn(preview: ListPreview, options: ImportInput, io: Io): Promise<string> {
  const { column, header, list } = options;
  if (column !== undefined) return column;
  const { plateColumns, platesInFirstRow, rivals } = preview;
  const { names, rows } = preview.header;
  const [first] = platesInFirstRow;
  if (header === false) {
    if (first !== undefined && platesInFirstRow.length === 1) return String(first);
    throw refusal(
      `Which column of ${terminalText(list)} holds the plates? Give its number with --column, counted from 1.`,
    );
  }
  if (rivals.length > 0) {
    const lines = [rows[0]?.line ?? 0, ...rivals].join(", ");
    throw refusal(
      `The rows ${lines} of ${terminalText(list)} all name a column of plates. Give the right one with --header.`,
    );
  }
  const [only, another] = plateColumns;
  if (only !== undefined && another === undefined) return only;
  if (only === undefined && first !== undefined) {
    const plate = JSON.stringify(names[first - 1]);
    const message = `The first line of ${terminalText(list)} looks like a plate, ${terminalText(plate)}, not like column names.`;
    throw refusal(`${message} If it is a car, add --header false; if it is a column name, name it with --column.`);
  }
  if (names.length === 0)
    throw refusal(`${terminalText(list)} cannot be imported: its first line does not hold column names.`);
  const answer = !options.json && io.stdinIsTty && io.stderrIsTty ? await askColumn(preview, list) : undefined;
  if (answer !== undefined) return answer;
  throw refusal(unknownColumn(preview, list));
}

function refusal(message: string): CommandFailure {
  return wrongInput(message, "written");
}

async function askColumn({ header: { names } }: ListPreview, list: string): Promise<string | undefined> {
  const question = `Which column of ${terminalText(list)} holds the plates? ${columnsText(names)}\nIts name or its number, from 1: `;
  const answer = (await ask(question, NEVER)).toLowerCase();
  return names.find((name) => name.toLowerCase() === answer) ?? names[Number(answer) - 1];
}

function unknownColumn({ header: { names, rows }, sheet }: ListPreview, list: string): string {
  const row = rows[0] && rows[0].line > 1 ? `row ${rows[0].line}` : "";
  const place = [...(sheet ? [`sheet ${shownName(sheet.name)}`] : []), ...(row === "" ? [] : [row])].join(", ");
  const others = sheet?.others.length
    ? ` If the cars are on another sheet, name it with --sheet: ${columnsText(sheet.others)}.`
    : "";
  const elsewhere = " If the names of the columns stand in another row, give its number with --header.";
  const where = place === "" ? "" : ` (${place})`;
  return `Which column of ${terminalText(list)}${where} holds the plates? Name it with --column: ${columnsText(names)}.${others}${elsewhere}`;
}

function columnsText(names: readonly string[]): string {
  return showColumns(names, shownName);
}

function shownName(name: string): string {
  return terminalText(JSON.stringify(name));
}

const DAY_KEYS = ["validFrom", "validUntil"] as const;
const ISO = "YYYY-MM-DD";

/**
 * Chooses the columns of days, and one format for all of them; what is not certain is said and left to the user.
 * Throws a `CommandFailure` (3) where a named column can be read in two ways.
 */
function chooseDays({ days }: ListPreview, options: ImportInput): Pick<ColumnChoice, "keys" | "remarks"> {
  const given = Object.fromEntries(
    [...DAY_KEYS, "dates" as const, "months" as const].flatMap((key) =>
      options[key] === undefined ? [] : [[key, options[key]]],
    ),
  );
  if (options.header === false) return { keys: given, remarks: [] };
  const remarks: string[] = [];
  const named = days.filter(({ isNamed }) => isNamed);
  const found = DAY_KEYS.flatMap((key) => {
    const candidates = days.filter((one) => one.key === key && options[key] === undefined);
    const readable = candidates.filter((one) => formatsOf([one], options).length > 0);
    const [only, another] = readable;
    if (only && !another) return [only];
    if (candidates.length > 0) remarks.push(unused(readable.length > 0 ? readable : candidates, []));
    return [];
  });
  const formats = formatsOf([...named, ...found], options);
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
  const [own] = used.length > 0 ? [format] : formatsOf(named, options);
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
    : columns.every(({ hasMonths }) => hasMonths)
      ? "Some of its cells are a month or a year alone: --months last takes its last day."
      : "Its cells are not all days: correct them, or check the column.";
  return `Not used: ${names} may hold the ${day} day of each car. ${ending}`;
}
