import type { CarsAside, Diagnostic } from "../../../allowlist/index.ts";
import {
  carsInWords,
  diagnosticsText,
  skippedInWords,
  type TerminalText,
  terminalText,
  visibleLines,
  words,
} from "../../../render/index.ts";
import { showColumns } from "../../../schema/index.ts";
import type { importListSpec } from "../../definitions/files.ts";
import type { InputOf } from "../../definitions/spec.ts";
import type { Io } from "../../process/io.ts";
import type { ColumnChoice } from "./choose-columns.ts";

type ImportInput = InputOf<typeof importListSpec>;

/** The result of an import for people: what was written, what was left out, and what comes next. */
export function summaryOf({ output, list, as }: ImportInput, cars: number, aside: CarsAside): string {
  const number = carsInWords(cars, aside) + (aside.notToday ? "" : ` of ${terminalText(list)}`);
  const next =
    as === "csv"
      ? `A fleet file reads it with \`carsFrom\`: platectl import ${terminalText(output)}`
      : `Next: platectl plan -f ${terminalText(output)}`;
  return [...skippedInWords(aside).map(terminalText), `Wrote ${terminalText(output)}: ${number}. ${next}`, ""].join(
    "\n",
  );
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
