import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carsAside, type Diagnostic, dayIn, unclearWarning } from "../../../allowlist/index.ts";
import type { ListToName } from "../../../render/index.ts";
import { DiagnosticCollector, loadFleet } from "../../../schema/index.ts";
import { carValues } from "../../../schema/values/index.ts";
import { decodeList, type ListKeys, type ListSink, readList, type StatusColumn } from "../../../tables/index.ts";
import type { ImportInput } from "../../definitions/files.ts";
import { problemsFailure } from "../../input/load-desired.ts";
import type { Io } from "../../process/io.ts";
import { conditionsOf, fixByOption, type RowConditions } from "./choose-rows.ts";
import { fileText } from "./write-fleet.ts";

/** Reads the cars of a list by the rules of fleet files. Throws a `CommandFailure` (3) under the list's own name. */
export async function checkedCars(
  bytes: Buffer,
  list: ListToName,
  accounts: readonly string[],
  options: ImportInput,
  io: Io,
) {
  const refused = (problems: readonly Diagnostic[]) =>
    problemsFailure(problems.map(asImported(options, list)), "Nothing was written.", io);
  const cwd = await mkdtemp(join(tmpdir(), "platectl-import-"));
  try {
    await writeFile(join(cwd, "fleet.yaml"), fileText(list, accounts, options, []));
    await writeFile(join(cwd, list.file), bytes);
    const reading = await loadFleet(["fleet.yaml"], { cwd });
    if (reading.kind === "invalid") throw refused(reading.diagnostics);
    const { desired } = reading;
    const unclear = (desired.unclear ?? []).map((row) => ({ ...unclearWarning(row), severity: "error" as const }));
    if (unclear.length > 0) throw refused(unclear);
    const aside = carsAside(desired, desired.scopes, dayIn(desired.timeZone, Date.now()));
    const skippedRows = aside.skippedRows?.map((one) => ({ ...one, file: options.list }));
    return {
      scopes: desired.scopes,
      aside: { ...aside, ...(skippedRows && { skippedRows }) },
      warnings: reading.warnings.map(asImported(options, list)),
    };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** The problems of a list with its own name, and with options in place of keys. */
export function asImported({ list: path }: ImportInput, { file }: Pick<ListToName, "file">) {
  return ({ source, fix, ...rest }: Diagnostic): Diagnostic => ({
    ...rest,
    message: rest.message.replaceAll(file, path),
    ...(source && { source: source.file === file ? { ...source, file: path } : source }),
    ...(fix !== undefined && { fix: fixByOption(fix) }),
  });
}

/** What the options say of the list, as an item of `carsFrom` would. */
export function referenceOf({ accountColumn, skip, openEnd, ...options }: ImportInput): ListKeys {
  const { sheet, encoding, header, column } = options;
  const { where, whereNot } = conditionsOf(options);
  return {
    ...(skip !== undefined && { skip: [...skip] }),
    ...(openEnd !== undefined && { noEnd: [...openEnd] }),
    where,
    whereNot,
    ...(sheet !== undefined && { sheet }),
    ...(encoding !== undefined && { encoding }),
    ...(header !== undefined && { header }),
    ...(column !== undefined && { column }),
    ...carValues((field) => options[field]),
    ...(accountColumn !== undefined && { account: accountColumn }),
  };
}

/** What all rows of a list show: the billing accounts that they name, columns of status that nothing reads, and what is wrong. */
export async function factsOf(
  bytes: Buffer,
  { file, keys }: Pick<ListToName, "file" | "keys">,
  options: ImportInput,
  rows: Partial<RowConditions> = {},
) {
  const { column } = keys;
  const reference = { ...referenceOf(options), ...rows, file, ...(column !== undefined && { column }) };
  const problems = new DiagnosticCollector();
  const accounts = new Set<string>();
  const status: StatusColumn[] = [];
  const list = await decodeList(bytes, file, reference, problems);
  const sink: ListSink = {
    isDeclared: (baId) => accounts.add(baId).has(baId),
    add: () => undefined,
    odd: ({ words, source }) => problems.error("wrong-value", words.reason, source, words.remedy),
    status: (columns) => void status.push(...columns),
  };
  if (list) readList(list, reference, { file, line: 1, column: 1 }, problems, sink);
  return { accounts: [...accounts], status, problems: problems.sorted() };
}
