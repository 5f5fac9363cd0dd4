import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { accountScope, DEFAULT_INTERFACE, type DesiredScope } from "../../../allowlist/index.ts";
import { isWithin } from "../../../process/repository.ts";
import {
  type CarToWriteDown,
  type FleetYaml,
  type FleetYamlScope,
  fleetYaml,
  type ListToName,
  listText,
  terminalText,
} from "../../../render/index.ts";
import { EXIT } from "../../../run/exit-code.ts";
import { addList, formattedText, type WrittenLists, writtenLists } from "../../../schema/index.ts";
import { carValues, valueForAll } from "../../../schema/values/index.ts";
import { type ListPreview, looseName } from "../../../tables/index.ts";
import type { ImportInput } from "../../definitions/files.ts";
import { problemsFailure } from "../../input/load-desired.ts";
import { writeOrShow } from "../../output/file-patch.ts";
import { CommandFailure, wrongInput } from "../../process/failure.ts";
import type { Io } from "../../process/io.ts";
import { editFailure } from "../edit.ts";

/** The extensions of lists that a fleet file can name. */
export const EXTENSIONS = { workbook: ".xlsx", csv: ".csv", txt: ".txt" } as const;

/** The fleet file to which the list is added; undefined for a new one. Throws a `CommandFailure` (3). */
export async function fleetToExtend({ output, as, inline }: ImportInput, io: Io): Promise<WrittenLists | undefined> {
  if (as !== undefined || inline || !existsSync(output)) return undefined;
  const text = await readFile(output, "utf8").catch(() => "");
  if (!/^version:/m.test(text)) return undefined;
  const written = await writtenLists(output, { cwd: process.cwd() });
  if (written.kind === "invalid")
    throw problemsFailure(written.diagnostics, `Fix ${terminalText(output)} first. Nothing was written.`, io);
  return written;
}

/**
 * Options, and where they say nothing, what the last list says whose columns are all in the new one.
 * Throws a `CommandFailure` (3) where neither says which billing account has the cars, or there are none.
 */
export function likeWritten(given: ImportInput, preview: ListPreview, written: WrittenLists): ImportInput {
  const options = likeLast(given, preview, written);
  const file = terminalText(options.output);
  const isOfAccount = options.account !== undefined || options.accountColumn !== undefined;
  if ((written.mode === "global") !== isOfAccount) return options;
  throw wrongInput(
    isOfAccount
      ? `${file} is in global mode and has no billing accounts: leave the account out.`
      : `${file} has billing accounts. Name the one of these cars with --account, or the column with --account-column.`,
    "written",
  );
}

function likeLast(options: ImportInput, { header }: ListPreview, { lists }: WrittenLists): ImportInput {
  const names = new Set(header.names.map(looseName));
  const like = lists.findLast(({ column, validFrom, validUntil, note, country, account, where, whereNot }) =>
    [
      ...[column, validFrom, validUntil, note, account],
      ...(valueForAll("country", country) === undefined ? [country] : []),
      ...Object.keys({ ...where, ...whereNot }),
    ].every((name) => name === undefined || names.has(looseName(name))),
  );
  if (!like?.column) return options;
  const { dates, months, noEnd, skip, where, whereNot, duplicates, account } = like;
  const conditions = (columns: Readonly<Record<string, readonly string[]>> = {}) =>
    Object.entries(columns).flatMap(([column, texts]) => texts.map((text) => ({ column, text })));
  return {
    column: like.column,
    ...carValues((field) => like[field]),
    ...(dates && { dates: dates.text }),
    ...(months && { months }),
    ...(noEnd && { openEnd: noEnd }),
    ...(skip && { skip }),
    ...(where && { where: conditions(where) }),
    ...(whereNot && { whereNot: conditions(whereNot) }),
    ...(duplicates && { duplicates }),
    ...(account !== undefined && options.account === undefined && { accountColumn: account }),
    ...options,
  };
}

/** What a fleet file is to be made of. */
export interface FleetParts {
  readonly list: ListToName;
  readonly accounts: readonly string[];
  readonly scopes: readonly DesiredScope[];
  readonly remarks: readonly string[];
}

/** Writes a fleet file, or adds the list to one; `--dry-run` gives the patch. Throws a `CommandFailure` (3, 11). */
export async function writeFleet(
  { list, accounts, scopes, remarks }: FleetParts,
  written: WrittenLists | undefined,
  options: ImportInput,
  io: Io,
): Promise<string | undefined> {
  const { output, account, inline } = options;
  if (written) {
    const added = { item: listText(list), accounts, ...(account !== undefined && { account }) };
    const edited = await addList(output, added, { cwd: process.cwd() });
    if (edited.kind !== "edited") throw editFailure(edited, io);
    return writeOrShow(edited.file, options);
  }
  const described = () => scopes.map((one) => ({ scope: one.scope, cars: carsOf(one), remarks: [] }));
  const text = inline ? textOf({ scopes: described(), remarks }) : fileText(list, accounts, options, remarks);
  return writeOrShow({ path: output, text }, options);
}

/** A fleet file that names a list. `accounts`: those that its rows name. */
export function fileText(
  list: ListToName,
  accounts: readonly string[],
  { account }: Pick<ImportInput, "account">,
  remarks: readonly string[],
): string {
  const scope = account === undefined ? "global" : accountScope(account);
  const scopes: readonly FleetYamlScope[] =
    accounts.length > 0
      ? accounts.map((baId) => ({ scope: accountScope(baId), remarks: [] }))
      : [{ scope, cars: list, remarks: [] }];
  return textOf({ scopes, remarks, ...(accounts.length > 0 && { list }) });
}

function textOf(parts: Pick<FleetYaml, "scopes" | "remarks" | "list">): string {
  const mode = parts.scopes.some(({ scope }) => scope === "global") ? "global" : "billing-account";
  const timeZone = ownTimeZone();
  const zone = timeZone === undefined ? {} : { timeZone };
  const file = { ...parts, ...zone, mode, protect: [], allowEmpty: false, interface: DEFAULT_INTERFACE } as const;
  return formattedText(fleetYaml(file));
}

function carsOf(scope: DesiredScope): CarToWriteDown[] {
  return [...scope.entries.values()].map(({ plateKey: _, source: __, licenseNumber, ...rest }) => {
    const upper = licenseNumber.toUpperCase();
    return { ...rest, licenseNumber: upper.length === licenseNumber.length ? upper : licenseNumber };
  });
}

/** The time zone of this machine; undefined for UTC, which a fleet file need not name. */
export function ownTimeZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu|Greenwich)(?:[+-]?0)?$/.test(timeZone) ? undefined : timeZone;
}

/** The path by which a fleet file names a list, inside its own folder. Throws a `CommandFailure` (3) where it cannot. */
export async function pathFrom({ output, list, inline }: ImportInput, { kind }: ListPreview): Promise<string> {
  const extension = EXTENSIONS[kind];
  if (inline) return basename(list);
  const folder = await realpath(dirname(resolve(output)));
  const real = await realpath(list);
  const [path, isInside] = [relative(folder, real), isWithin(real, folder)];
  if (isInside && path.toLowerCase().endsWith(extension)) return path.split(sep).join("/");
  const why = isInside
    ? `A fleet file names such a list by a name that ends in ${extension}, and ${terminalText(list)} does not: rename it`
    : `A fleet file in ${terminalText(folder)} can name lists inside that folder only, and ${terminalText(list)} is elsewhere: move it there`;
  throw new CommandFailure(EXIT.input, `${why}, or write the cars into the file with --inline.`);
}
