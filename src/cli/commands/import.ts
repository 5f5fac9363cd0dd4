import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { accountScope, DEFAULT_INTERFACE, type DesiredScope, type Diagnostic } from "../../allowlist/index.ts";
import { EXIT } from "../../exit-code.ts";
import {
  type CarToWriteDown,
  diagnosticsText,
  fleetYaml,
  jsonText,
  type ListToName,
  terminalText,
} from "../../render/index.ts";
import { loadFleet, SCHEMA_VERSION } from "../../schema/index.ts";
import { showColumns } from "../../schema/quote-text.ts";
import type { importCsvSpec } from "../definitions/files.ts";
import type { InputOf } from "../definitions/spec.ts";
import { CommandFailure } from "../failure.ts";
import { csvHeader } from "../input/csv-table.ts";
import { problemsFailure } from "../input/load-desired.ts";
import { readNamedFile } from "../input/named-file.ts";
import type { Io } from "../io.ts";
import { requireNewFile, writeNewFile } from "../output/write-file.ts";

type ImportInput = InputOf<typeof importCsvSpec>;

/** How people name the column with the plates, in letters alone. */
const PLATE_COLUMNS = ["licensenumber", "licenseplate", "licenceplate", "plate", "plates", "registration"];

/** `platectl import`: writes a fleet file for the cars of a CSV, naming the CSV or holding its cars. Contacts nothing. */
export async function importCommand(options: ImportInput, io: Io): Promise<number> {
  const { csv } = options;
  requireNewFile(options.output);
  const bytes = await readNamedFile(csv, (problem) => new CommandFailure(EXIT.input, problem));
  const text = bytes.toString("utf8");
  const list = { file: "cars.csv", column: options.column ?? plateColumn(text, csv), features: options.features ?? [] };
  const { scope, warnings } = await checkedScope(text, csv, list, options, io);
  const cars = options.inline
    ? [...scope.entries.values()].map(({ licenseNumber, features }) => ({ licenseNumber, features }))
    : { ...list, file: await pathFrom(options.output, csv) };
  await writeNewFile(options.output, fileText(options, cars, options.inline ? [`Cars of ${basename(csv)}.`] : []));
  if (warnings.length > 0 && !options.quiet)
    io.message(diagnosticsText(io.plates.diagnostics(warnings), io.messageStyle));
  const document = {
    kind: "platectl/import",
    schemaVersion: SCHEMA_VERSION,
    output: options.output,
    cars: scope.entries.size,
  };
  await io.result(
    options.json
      ? jsonText(document)
      : `Wrote ${terminalText(options.output)}: ${scope.entries.size === 1 ? "1 car" : `${scope.entries.size} cars`} of ${terminalText(csv)}. Next: platectl plan -f ${terminalText(options.output)}\n`,
  );
  return EXIT.ok;
}

function plateColumn(text: string, csv: string): string {
  const header = csvHeader(text);
  const named = header.filter((name) => PLATE_COLUMNS.includes(name.toLowerCase().replace(/[^a-z]/g, "")));
  const [only] = named.length === 1 ? named : header.length === 1 ? header : [];
  if (header.some((name) => name.includes("\t"))) throw unreadable(csv, "its columns are separated by tabs");
  if (only !== undefined) return only;
  if (header.length === 0) throw unreadable(csv, "its first line does not hold column names");
  const columns = showColumns(header, (name) => terminalText(JSON.stringify(name)));
  throw new CommandFailure(EXIT.input, `Which column of ${csv} holds the plates? Name it with --column: ${columns}`);
}

function unreadable(csv: string, why: string): CommandFailure {
  return new CommandFailure(
    EXIT.input,
    `${terminalText(csv)} cannot be imported: ${why}. Save it as CSV with , or ; between columns and their names in the first line. Nothing was written.`,
  );
}

// The file is judged by the rules of fleet files, beside a fleet file that names it, and its problems are reported under its own name.
async function checkedScope(
  text: string,
  csv: string,
  list: ListToName,
  options: ImportInput,
  io: Io,
): Promise<{ readonly scope: DesiredScope; readonly warnings: readonly Diagnostic[] }> {
  const cwd = await mkdtemp(join(tmpdir(), "platectl-import-"));
  try {
    await writeFile(join(cwd, "fleet.yaml"), fileText(options, list, []));
    await writeFile(join(cwd, list.file), text);
    const reading = await loadFleet(["fleet.yaml"], { cwd });
    if (reading.kind === "invalid") {
      const diagnostics = reading.diagnostics.map((one) => asIfIn(one, csv, list.file));
      throw problemsFailure(diagnostics, "Nothing was written.", io);
    }
    const [scope] = reading.desired.scopes;
    if (!scope) throw new Error("a fleet file with one list has one scope");
    return { scope, warnings: reading.warnings.map((one) => asIfIn(one, csv, list.file)) };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

function asIfIn({ source, ...rest }: Diagnostic, csv: string, stand: string): Diagnostic {
  const message = rest.message.replaceAll(stand, csv);
  if (source?.file !== stand) return { ...rest, message };
  return { ...rest, message, source: { ...source, file: csv } };
}

function fileText(
  { account }: ImportInput,
  cars: readonly CarToWriteDown[] | ListToName,
  remarks: readonly string[],
): string {
  return fleetYaml({
    mode: account === undefined ? "global" : "billing-account",
    remarks,
    scopes: [{ scope: account === undefined ? "global" : accountScope(account), cars, remarks: [] }],
    protect: [],
    allowEmpty: false,
    interface: DEFAULT_INTERFACE,
  });
}

// A fleet file names lists inside its folder only.
async function pathFrom(output: string, csv: string): Promise<string> {
  const folder = await realpath(dirname(resolve(output)));
  const path = relative(folder, await realpath(csv));
  if (path !== ".." && !path.startsWith(`..${sep}`) && /\.csv$/i.test(path)) return path.split(sep).join("/");
  throw new CommandFailure(
    EXIT.input,
    `A fleet file in ${folder} can name .csv files inside that folder, but ${csv} is not one: move it there, or write the cars into the file with --inline.`,
  );
}
