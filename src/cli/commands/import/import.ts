import { basename } from "node:path";
import type { Diagnostic } from "../../../allowlist/index.ts";
import type { ListToName } from "../../../render/index.ts";
import { EXIT } from "../../../run/exit-code.ts";
import { type ListPreview, previewList } from "../../../tables/index.ts";
import type { ImportInput } from "../../definitions/files.ts";
import { problemsFailure } from "../../input/load-desired.ts";
import { readNamedFile } from "../../input/named-file.ts";
import { printEdit } from "../../output/file-patch.ts";
import { requireNewFleetFile } from "../../output/write-file.ts";
import { CommandFailure } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { type ColumnChoice, chooseColumns } from "./choose-columns.ts";
import { chooseRows } from "./choose-rows.ts";
import { asImported, checkedCars, factsOf, referenceOf } from "./read-cars.ts";
import { foundText, summaryOf, tell, writeCsv } from "./tell-import.ts";
import { EXTENSIONS, fleetToExtend, likeWritten, ownTimeZone, pathFrom, writeFleet } from "./write-fleet.ts";

/** `platectl import`: writes a fleet file for the cars of a list, adds it to one, or writes a list of them. */
export async function importCommand(given: ImportInput, io: Io): Promise<number> {
  const { list: path, output } = given;
  const written = await fleetToExtend(given, io);
  if (given.as === undefined && !written) requireNewFleetFile(output);
  const bytes = await readNamedFile(path, (problem) => new CommandFailure(EXIT.input, problem));
  const preview = await previewList(bytes, path, referenceOf(given));
  if (preview.kind === "unreadable")
    throw problemsFailure(preview.diagnostics.sorted().map(asImported(given, { file: path })), NOTHING, io);
  const encoded = { ...given, ...(preview.encoding !== undefined && { encoding: preview.encoding }) };
  const options = written ? likeWritten(encoded, preview, written) : encoded;
  const chosen = await chooseColumns(preview, options, io);
  const zone = written || options.as !== undefined ? [] : zoneRemark();
  const { list, accounts } = await chosenList(bytes, preview, chosen, options, io);
  const read = Object.values(list.conditions ?? {}).flatMap((columns) => Object.keys(columns).map(inSmall));
  const unused = chosen.unused.filter((name) => !read.includes(inSmall(name)));
  const choice = { ...chosen, unused, remarks: [...chosen.remarks, ...zone] };
  const { scopes, aside, warnings } = await checkedCars(bytes, list, accounts, options, io);
  let patch: string | undefined;
  if (options.as === "csv") await writeCsv(output, scopes, choice.keys);
  else {
    const remarks = options.inline ? [`Cars of ${basename(path)}.`, ...zone] : choice.remarks;
    const named = { ...list, file: await pathFrom(options, preview) };
    patch = await writeFleet({ list: named, accounts, scopes, remarks }, written, options, io);
  }
  tell(choice, foundText(path, preview, choice.keys, scopes, io.plates), shownOf(warnings, options), options, io);
  const cars = scopes.reduce((sum, { entries }) => sum + entries.size, 0);
  const { sheet, header } = preview;
  const document = {
    ...{ output, cars, ...aside, columns: choice.keys, unusedColumns: choice.unused },
    ...(sheet && { sheet: sheet.name }),
    headerRows: header.rows.map(({ line }) => line),
    ...(choice.people.length > 0 && { peopleColumns: choice.people }),
    ...(patch !== undefined && { patch }),
  };
  const summary = (shown: typeof document) => io.plates.message(summaryOf(options, cars, shown, written !== undefined));
  return printEdit("import", document, summary, options, io);
}

function inSmall(name: string): string {
  return name.toLowerCase();
}

function zoneRemark(): readonly string[] {
  const zone = ownTimeZone();
  return zone === undefined ? [] : [`timeZone: that of this machine, ${zone}. The days of cars begin and end there.`];
}

const NOTHING = "Nothing was written.";

/** The list as a fleet file is to name it, and the billing accounts that its rows name. */
async function chosenList(
  bytes: Buffer,
  { kind }: ListPreview,
  { keys }: ColumnChoice,
  options: ImportInput,
  io: Io,
): Promise<{ readonly list: ListToName; readonly accounts: readonly string[] }> {
  const { features = [], skip = [], openEnd = [], plate = [], accountColumn } = options;
  const plain = { file: `cars${EXTENSIONS[kind]}`, keys, features, texts: { skip, plates: plate, noEnd: openEnd } };
  const { status } = await factsOf(bytes, plain, options);
  const rows = await chooseRows(status, options, io);
  const list = { ...plain, conditions: { ...rows } };
  if (accountColumn === undefined) return { list, accounts: [] };
  const { accounts, problems } = await factsOf(bytes, list, options, rows);
  if (accounts.length > 0) return { list, accounts };
  throw problemsFailure(problems.map(asImported(options, list)), NOTHING, io);
}

// Capital letters are written for small ones, and columns with days are in the remarks.
function shownOf(warnings: readonly Diagnostic[], { inline }: ImportInput): readonly Diagnostic[] {
  return warnings.filter(({ code }) => code !== "unused-dates" && !(code === "lower-case-plates" && inline === true));
}
