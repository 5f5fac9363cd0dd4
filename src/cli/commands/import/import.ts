import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import {
  accountScope,
  type CarsAside,
  carsAside,
  DEFAULT_INTERFACE,
  type DesiredScope,
  type Diagnostic,
  dayIn,
  unclearWarning,
} from "../../../allowlist/index.ts";
import {
  type CarToWriteDown,
  type FleetYaml,
  type FleetYamlScope,
  fleetYaml,
  type ListToName,
  terminalText,
} from "../../../render/index.ts";
import { EXIT } from "../../../run/exit-code.ts";
import { DiagnosticCollector, formattedText, loadFleet } from "../../../schema/index.ts";
import { carValues } from "../../../schema/values/index.ts";
import {
  decodeList,
  type ListKeys,
  type ListPreview,
  type ListSink,
  previewList,
  readList,
} from "../../../tables/index.ts";
import type { importListSpec } from "../../definitions/files.ts";
import type { InputOf } from "../../definitions/spec.ts";
import { requireOneUsualFile } from "../../input/fleet-file.ts";
import { problemsFailure } from "../../input/load-desired.ts";
import { readNamedFile } from "../../input/named-file.ts";
import { filePatch, showPatches } from "../../output/file-patch.ts";
import { requireNewFile, writeNewFile } from "../../output/write-file.ts";
import { CommandFailure } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { printDocument } from "../../process/io.ts";
import { chooseColumns, fixByOption } from "./choose-columns.ts";
import { foundText, summaryOf, tell, writeCsv } from "./tell-import.ts";

type ImportInput = InputOf<typeof importListSpec>;

const EXTENSIONS = { workbook: ".xlsx", csv: ".csv", txt: ".txt" } as const;

/** `platectl import`: writes a fleet file for the cars of a list, naming the list or holding its cars, or a list of these cars alone. Contacts nothing. */
export async function importCommand(given: ImportInput, io: Io): Promise<number> {
  const { list: path, output } = given;
  if (given.as === undefined) requireNewFile(output);
  requireOneUsualFile(output);
  const bytes = await readNamedFile(path, (problem) => new CommandFailure(EXIT.input, problem));
  const preview = await previewList(bytes, path, referenceOf(given));
  if (preview.kind === "unreadable") throw unreadable(preview.diagnostics, io);
  const options = { ...given, ...(preview.encoding !== undefined && { encoding: preview.encoding }) };
  const choice = await chooseColumns(preview, options, io);
  const stand = {
    file: `cars${EXTENSIONS[preview.kind]}`,
    features: options.features ?? [],
    keys: choice.keys,
    skip: options.skip ?? [],
    noEnd: options.openEnd ?? [],
  };
  const accounts = options.accountColumn === undefined ? [] : await declaredIn(bytes, stand, options, io);
  const { scopes, aside, warnings } = await checkedScopes(bytes, stand, { ...options, accounts }, io);
  let patch: string | undefined;
  if (options.as === "csv") await writeCsv(output, scopes, choice.keys);
  else {
    const list = options.inline ? undefined : { ...stand, file: await pathFrom(output, path, preview) };
    const remarks = options.inline ? [`Cars of ${basename(path)}.`] : choice.remarks;
    const text = list ? fileText({ ...options, accounts }, list, remarks) : inlineText(scopes, remarks);
    patch = await writeOrShow(output, text, options);
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
  if (patch !== undefined && !options.json) return showPatches([patch], io);
  await printDocument("import", document, (shown) => io.plates.message(summaryOf(options, cars, shown)), options, io);
  return patch === undefined ? EXIT.ok : EXIT.changes;
}

/** Writes a new file; with `--dry-run` it gives what would be written instead. */
async function writeOrShow(path: string, text: string, { dryRun }: ImportInput): Promise<string | undefined> {
  if (dryRun) return filePatch({ path, before: undefined, after: text });
  await writeNewFile(path, text);
  return undefined;
}

// Capital letters are written for small ones, and columns with days are in the remarks.
function shownOf(warnings: readonly Diagnostic[], { inline }: ImportInput): readonly Diagnostic[] {
  return warnings.filter(({ code }) => code !== "unused-dates" && !(code === "lower-case-plates" && inline === true));
}

function carsOf(scope: DesiredScope): CarToWriteDown[] {
  return [...scope.entries.values()].map(({ plateKey: _, source: __, licenseNumber, ...rest }) => {
    const upper = licenseNumber.toUpperCase();
    return { ...rest, licenseNumber: upper.length === licenseNumber.length ? upper : licenseNumber };
  });
}

function unreadable(diagnostics: DiagnosticCollector, io: Io) {
  return problemsFailure(diagnostics.sorted().map(withOptions), "Nothing was written.", io);
}

async function declaredIn(bytes: Buffer, stand: ListToName, options: ImportInput, io: Io): Promise<readonly string[]> {
  const { accounts, problems } = await accountsInList(bytes, stand, options);
  if (accounts.length > 0) return accounts;
  throw problemsFailure(problems.map(asImported(options, stand)), "Nothing was written.", io);
}

interface CheckedCars {
  readonly scopes: readonly DesiredScope[];
  readonly aside: CarsAside;
  readonly warnings: readonly Diagnostic[];
}

// The list is judged by the rules of fleet files, beside a fleet file that names it, and its problems are reported under its own name.
async function checkedScopes(
  bytes: Buffer,
  stand: ListToName,
  options: ImportInput & AccountsOfList,
  io: Io,
): Promise<CheckedCars> {
  const cwd = await mkdtemp(join(tmpdir(), "platectl-import-"));
  try {
    await writeFile(join(cwd, "fleet.yaml"), fileText(options, stand, []));
    await writeFile(join(cwd, stand.file), bytes);
    const reading = await loadFleet(["fleet.yaml"], { cwd });
    if (reading.kind === "invalid") {
      throw problemsFailure(reading.diagnostics.map(asImported(options, stand)), "Nothing was written.", io);
    }
    const { desired } = reading;
    const unclear = (desired.unclear ?? []).map((row) => ({ ...unclearWarning(row), severity: "error" as const }));
    if (unclear.length > 0) throw problemsFailure(unclear.map(asImported(options, stand)), "Nothing was written.", io);
    const aside = carsAside(desired, desired.scopes, dayIn(desired.timeZone, Date.now()));
    const skippedRows = aside.skippedRows?.map((one) => ({ ...one, file: options.list }));
    return {
      scopes: desired.scopes,
      aside: { ...aside, ...(skippedRows && { skippedRows }) },
      warnings: reading.warnings.map(asImported(options, stand)),
    };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

function asImported({ list: path }: ImportInput, { file }: ListToName): (one: Diagnostic) => Diagnostic {
  return ({ source, ...rest }) => {
    const message = rest.message.replaceAll(file, path);
    return withOptions({
      ...rest,
      message,
      ...(source && { source: source.file === file ? { ...source, file: path } : source }),
    });
  };
}

function withOptions({ fix, ...rest }: Diagnostic): Diagnostic {
  return fix === undefined ? rest : { ...rest, fix: fixByOption(fix) };
}

// The accounts that the rows of the list name; none where one account or the global list holds all cars.
interface AccountsOfList {
  readonly accounts: readonly string[];
}

function fileText(
  { account, accounts }: Pick<ImportInput, "account"> & AccountsOfList,
  list: ListToName,
  remarks: readonly string[],
): string {
  const scope = account === undefined ? "global" : accountScope(account);
  const scopes: readonly FleetYamlScope[] =
    accounts.length > 0
      ? accounts.map((baId) => ({ scope: accountScope(baId), remarks: [] }))
      : [{ scope, cars: list, remarks: [] }];
  return textOf({ scopes, remarks, ...(accounts.length > 0 && { list }) });
}

function inlineText(scopes: readonly DesiredScope[], remarks: readonly string[]): string {
  return textOf({ scopes: scopes.map((one) => ({ scope: one.scope, cars: carsOf(one), remarks: [] })), remarks });
}

function textOf(parts: Pick<FleetYaml, "scopes" | "remarks" | "list">): string {
  const mode = parts.scopes.some(({ scope }) => scope === "global") ? "global" : "billing-account";
  return formattedText(fleetYaml({ ...parts, mode, protect: [], allowEmpty: false, interface: DEFAULT_INTERFACE }));
}

// A fleet file names lists inside its folder only.
async function pathFrom(output: string, list: string, { kind }: ListPreview): Promise<string> {
  const folder = await realpath(dirname(resolve(output)));
  const path = relative(folder, await realpath(list));
  const isInside = path !== ".." && !path.startsWith(`..${sep}`);
  const extension = EXTENSIONS[kind];
  if (isInside && path.toLowerCase().endsWith(extension)) return path.split(sep).join("/");
  const why = isInside
    ? `A fleet file names such a list by a name that ends in ${extension}, and ${terminalText(list)} does not: rename it`
    : `A fleet file in ${terminalText(folder)} can name lists inside that folder only, and ${terminalText(list)} is elsewhere: move it there`;
  throw new CommandFailure(EXIT.input, `${why}, or write the cars into the file with --inline.`);
}

// What the options say of the list, as an item of `carsFrom` would.
function referenceOf({
  accountColumn,
  sheet,
  encoding,
  header,
  column,
  skip,
  openEnd,
  ...options
}: ImportInput): ListKeys {
  return {
    ...(skip !== undefined && { skip: [...skip] }),
    ...(openEnd !== undefined && { noEnd: [...openEnd] }),
    ...(sheet !== undefined && { sheet }),
    ...(encoding !== undefined && { encoding }),
    ...(header !== undefined && { header }),
    ...(column !== undefined && { column }),
    ...carValues((field) => options[field]),
    ...(accountColumn !== undefined && { account: accountColumn }),
  };
}

/** The billing accounts that the rows of a list name, in the order of the rows, and what is wrong with the list. */
async function accountsInList(
  bytes: Buffer,
  { file, keys }: ListToName,
  options: ImportInput,
): Promise<{ readonly accounts: readonly string[]; readonly problems: readonly Diagnostic[] }> {
  const reference = { ...referenceOf(options), file, column: keys["column"] ?? "" };
  const problems = new DiagnosticCollector();
  const accounts = new Set<string>();
  const list = await decodeList(bytes, file, reference, problems);
  const isDeclared = (baId: string) => accounts.add(baId).has(baId);
  const odd: ListSink["odd"] = ({ words, source }) => problems.error("wrong-value", words.reason, source, words.remedy);
  if (list)
    readList(list, reference, { file, line: 1, column: 1 }, problems, { isDeclared, add: () => undefined, odd });
  return { accounts: [...accounts], problems: problems.sorted() };
}
