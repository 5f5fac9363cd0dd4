import { open } from "node:fs/promises";
import { accountIdOf, type CarsAside, type DesiredScope, type Diagnostic } from "../../../allowlist/index.ts";
import {
  carsInWords,
  csvCell,
  diagnosticsText,
  type PlateView,
  skippedInWords,
  type TerminalText,
  terminalText,
  visibleLines,
  words,
} from "../../../render/index.ts";
import { showColumns } from "../../../schema/index.ts";
import { CAR_FIELD_NAMES, COLUMN_FIELDS } from "../../../schema/values/index.ts";
import type { ListPreview } from "../../../tables/index.ts";
import type { ImportInput } from "../../definitions/files.ts";
import { unwritten, writeSharedFile } from "../../output/write-file.ts";
import { wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import type { ColumnChoice } from "./choose-columns.ts";

/** The result of an import for people: what was written, what was left out, and what comes next. */
export function summaryOf({ output, list, as }: ImportInput, cars: number, aside: CarsAside, isAdded: boolean): string {
  const number = carsInWords(cars, aside) + (aside.notToday ? "" : ` of ${terminalText(list)}`);
  const next =
    as === "csv"
      ? `A fleet file reads it with \`carsFrom\`: platectl import ${terminalText(output)}`
      : `Next: platectl plan -f ${terminalText(output)}`;
  const done = `${isAdded ? "Added to" : "Wrote"} ${terminalText(output)}: ${number}. ${next}`;
  return [...skippedInWords(aside).map(terminalText), done, ""].join("\n");
}

/** Says what to check of an import: what was found, warnings, choices, columns that hold data of people, and those that nothing reads. */
export function tell(
  { remarks, unused, people, keys }: ColumnChoice,
  found: readonly TerminalText[],
  warnings: readonly Diagnostic[],
  options: ImportInput,
  io: Io,
): void {
  if (options.quiet) return;
  const used = Object.values(keys).map((name) => name.toLowerCase());
  const kept =
    options.as === undefined && !options.inline ? people : people.filter((one) => used.includes(one.toLowerCase()));
  const shown = io.plates.document({ unusedColumns: unused, peopleColumns: kept });
  if (kept.length > 0) io.message(words`${terminalText(peopleAdvice(shown.peopleColumns, options))}\n`);
  if (warnings.length > 0) io.message(diagnosticsText(io.plates.document(warnings), io.messageStyle));
  for (const line of found) io.message(words`${line}\n`);
  for (const remark of remarks) io.message(words`${terminalText(remark)}\n`);
  if (unused.length === 0) return;
  io.message(
    visibleLines(
      `Columns that are not used: ${showColumns(shown.unusedColumns, (name) => terminalText(JSON.stringify(name)))}.\n`,
    ),
  );
}

// A version of a file stays in a repository for ever, and a workbook has all of its columns.
function peopleAdvice(columns: readonly string[], { as, inline }: ImportInput): string {
  const names = showColumns(columns, (name) => JSON.stringify(name));
  const hold = `${columns.length === 1 ? "The column" : "The columns"} ${names} ${columns.length === 1 ? "holds" : "hold"} data of people`;
  if (as !== undefined || inline) return `${hold}, and ${columns.length === 1 ? "is" : "are"} written as you asked.`;
  return `${hold}. A repository keeps them for ever once the list is committed. The same command with \`--as csv --output cars.csv\` writes a list without them.`;
}

/** How many cars are shown, so that a wrong column is seen. */
const MOST_CARS = 5;

/** Where the cars of a list were found, by which columns they are read, and the first of them, as lines for the terminal. */
export function foundText(
  path: string,
  preview: ListPreview,
  keys: Readonly<Record<string, string>>,
  scopes: readonly DesiredScope[],
  plates: PlateView,
): readonly TerminalText[] {
  const cars = scopes.flatMap(({ scope, entries }) =>
    [...entries.values()].slice(0, MOST_CARS).map((car) => ({ scope, car })),
  );
  const rows = preview.header.rows.map(({ line }) => line).join(" and ");
  const shownHead = plates.document({ sheet: preview.sheet?.name, columns: { ...keys } });
  const place = [
    path,
    ...(preview.sheet ? [`sheet ${JSON.stringify(shownHead.sheet)}`] : []),
    ...(preview.kind === "txt" || rows === "" ? [] : [`column names in row ${rows}`]),
    ...Object.entries(shownHead.columns).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  ];
  const shown = plates
    .document(cars.slice(0, MOST_CARS))
    .map(({ scope, car }) =>
      [
        car.licenseNumber,
        ...CAR_FIELD_NAMES.flatMap((field) => (car[field] === undefined ? [] : [`${field} ${car[field]}`])),
        ...(scope === "global" ? [] : [scope]),
      ].join(", "),
    );
  return [`Read: ${place.join(", ")}.`, "The first cars:", ...shown.map((car) => `  ${car}`)].map(terminalText);
}

/** The most bytes of a first line that this command writes. */
const FIRST_LINE = 200;

/**
 * Writes the cars as a list that has the mapped columns alone. Its lines are in the order of accounts and plates, whatever the
 * order of the export, so that two versions differ in cars only. A list that this command wrote before is replaced, no other file.
 * @throws CommandFailure: 3 where another file is there, 11 where it cannot be written.
 */
export async function writeCsv(
  output: string,
  scopes: readonly DesiredScope[],
  keys: Readonly<Record<string, string>>,
): Promise<void> {
  if (!/\.csv$/i.test(output))
    throw wrongInput("--as csv writes a list: name it with --output, such as cars.csv.", "written");
  const fields = COLUMN_FIELDS.filter((field) => keys[field] !== undefined);
  const header = ["plate", ...(keys["account"] === undefined ? [] : ["account"]), ...fields].join(",");
  await requireOwnList(output, header);
  const lines = scopes.flatMap(({ scope, entries }) => {
    const account = keys["account"] === undefined ? [] : [accountIdOf(scope) ?? ""];
    const sorted = [...entries.values()].sort((left, right) => (left.plateKey < right.plateKey ? -1 : 1));
    return sorted.map((car) => [car.licenseNumber, ...account, ...fields.map((field) => car[field] ?? "")]);
  });
  const text = [header, ...lines.map((cells) => cells.map(csvCell).join(",")), ""].join("\n");
  try {
    await writeSharedFile(output, text);
  } catch (error) {
    throw unwritten(output, error);
  }
}

async function requireOwnList(output: string, header: string): Promise<void> {
  const file = await open(output).catch(() => undefined);
  if (!file) return;
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(FIRST_LINE) });
    const [first] = buffer.toString("utf8", 0, bytesRead).split("\n");
    if (first === header || bytesRead === 0) return;
  } finally {
    await file.close();
  }
  throw wrongInput(`${output} is there, and is not a list with the columns ${header}. Name another file.`, "written");
}
