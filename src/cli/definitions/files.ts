import { SCHEMA_NAMES, type SchemaName } from "../../documents/index.ts";
import { VALIDATION_FORMATS } from "../../render/index.ts";
import { CAR_FIELD_NAMES, CAR_FIELDS, type CarField, COLUMN_FIELDS, named } from "../../schema/values/index.ts";
import { readCondition, readerFor, readHeader, readId } from "./readers.ts";
import {
  ACCOUNTS,
  API_OPTIONS,
  DRY_RUN,
  day,
  FLEET_FILES,
  FLEET_FILES_BEFORE_OPERANDS,
  formatOf,
  OUTPUT,
  STATE_OPTIONS,
} from "./shared.ts";
import {
  type CommandSpec,
  choice,
  flag,
  type InputOf,
  type OperandSpec,
  operand,
  rare,
  required,
  several,
  textOption,
  valueOption,
  withDefault,
} from "./spec.ts";

/** `platectl init`. */
export const initSpec = {
  options: {
    ...DRY_RUN,
    file: { ...withDefault(textOption("<path>", "the file to write"), "fleet.yaml"), short: "-f" },
    mode: choice(
      "<mode>",
      "which kind of allowlist the integration has (default: global, billing-account with --account)",
      ["global", "billing-account"],
    ),
    account: several("<baId>", "a billing account to write into the file; may repeat", readId),
  },
} satisfies CommandSpec;

/** `platectl validate`. */
export const validateSpec = {
  options: {
    ...FLEET_FILES,
    failOn: withDefault(
      choice("<severity>", "exit with 2 when there is a warning that is not accepted; errors end with 3", [
        "error",
        "warning",
      ]),
      "error",
    ),
    all: flag("list every warning, accepted ones too"),
    format: formatOf("the problems", VALIDATION_FORMATS),
    ...OUTPUT,
  },
} satisfies CommandSpec;

/** `platectl fmt`. */
export const fmtSpec = {
  options: {
    ...FLEET_FILES,
    check: flag("write nothing; list the files that would change and exit with 2 if there are any"),
    diff: flag("write nothing; show what would change as a unified diff and exit with 2 if there is any"),
  },
} satisfies CommandSpec;

const DOCUMENT: OperandSpec<SchemaName> = {
  description: "which one",
  optional: true,
  choices: SCHEMA_NAMES,
  fallback: "fleet",
};

/** `platectl schema`. */
export const schemaSpec = {
  operands: { document: DOCUMENT },
  options: {},
} satisfies CommandSpec;

function columnOption({ column, fromCell }: (typeof CAR_FIELDS)[CarField]) {
  return textOption("<name>", fromCell === "day" ? `${column} (default: found by its name)` : column);
}

/** `platectl import`. */
export const importListSpec = {
  operands: { list: operand("a .csv with a header, an .xlsx, or a .txt with one plate a line") },
  options: {
    column: textOption("<name>", "the column that holds the plates (default: found by its name)"),
    ...named(COLUMN_FIELDS.map((field) => [field, columnOption(CAR_FIELDS[field])] as const)),
    dates: {
      ...textOption("<format>", "how days are written, such as DD.MM.YYYY (default: found)"),
      offers: ["YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY"],
    },
    months: rare(choice("<day>", "which day a month or a year alone is in the column of last days", ["last", "first"])),
    openEnd: rare(several("<text>", "a cell of the column of last days that means: no end; may repeat")),
    sheet: textOption("<name>", "the sheet of a workbook (default: the one with a column of plates)"),
    encoding: rare({
      ...textOption("<name>", "of a text file, such as windows-1252 (default: utf-8)"),
      offers: ["utf-8", "windows-1252", "windows-1250", "windows-1251", "macintosh", "utf-16le"],
    }),
    header: rare(
      valueOption(
        "<row>",
        "the row with the column names, or `false` where the first row is a car and columns are numbers (default: found)",
        readHeader,
      ),
    ),
    features: {
      ...several("<feature>", "features of all these cars, global mode only; may repeat"),
      offers: ["LEASING"],
    },
    account: valueOption("<baId>", "the cars belong to this billing account", readId),
    accountColumn: {
      ...textOption("<name>", "the column with each car's billing account, for a list of several accounts"),
      conflicts: ["account", "features"],
    },
    skip: several("<text>", "a cell of the column of plates that is not a car, such as BESTELLT; may repeat"),
    where: several(
      "<column=text>",
      'only rows whose cell in the column is this text, in any case; `*` for any text, as in "Status=*"; may repeat',
      readCondition,
    ),
    whereNot: rare(several("<column=text>", "all rows but those; may repeat", readCondition)),
    plate: rare(several("<text>", "a cell that is a plate although nothing else says so, such as OLE; may repeat")),
    duplicates: rare(
      choice("<which>", "of several rows with one plate: an error, or the latest one (default: error)", [
        "error",
        "latest",
      ]),
    ),
    as: {
      ...choice("<format>", "write a list of the chosen columns alone, sorted, instead of a fleet file", ["csv"]),
      conflicts: ["inline", "features", "account", "dryRun"],
    },
    dryRun: rare(DRY_RUN.dryRun),
    inline: flag("write the cars into the fleet file instead of a reference to the list"),
    output: withDefault(
      textOption("<file>", "the file to write; of existing files, --as csv replaces its own lists alone"),
      "fleet.yaml",
    ),
  },
} satisfies CommandSpec;

/** What `platectl import` gets. */
export type ImportInput = InputOf<typeof importListSpec>;

const ONE_ACCOUNT = { account: valueOption("<baId>", "on the list of this billing account", readId) };

/** `platectl car find`. */
export const carFindSpec = {
  operands: { plate: operand("in any spelling") },
  options: {
    ...API_OPTIONS,
    ...STATE_OPTIONS,
    ...ACCOUNTS,
    offline: flag("only what is on this machine: fleet files, git and journal"),
  },
} satisfies CommandSpec;

function optionFor(field: CarField) {
  const { option, takes, description, example } = CAR_FIELDS[field];
  const sentence = `${description.charAt(0).toLowerCase()}${description.slice(1, -1)}`;
  return [option, valueOption(takes, `${sentence} (example: ${example})`, readerFor(field))] as const;
}

/** `platectl car add`. */
export const carAddSpec = {
  operands: { plate: operand("as it is to be written") },
  options: {
    ...named(CAR_FIELD_NAMES.map(optionFor)),
    features: several("<feature>", "a feature of the car, global mode only; may repeat"),
    ...ONE_ACCOUNT,
    into: textOption("<path>", "the fleet file or .txt list to write the car into, where there are several"),
    ...DRY_RUN,
    ...FLEET_FILES_BEFORE_OPERANDS,
  },
} satisfies CommandSpec;

/** `platectl car end`. */
export const carEndSpec = {
  operands: { plate: operand("in any spelling") },
  options: {
    on: required(day("the last day on the list, YYYY-MM-DD")),
    ...ONE_ACCOUNT,
    ...DRY_RUN,
    ...FLEET_FILES_BEFORE_OPERANDS,
  },
} satisfies CommandSpec;

/** `platectl car remove`. */
export const carRemoveSpec = {
  operands: { plate: operand("in any spelling") },
  options: { ...ONE_ACCOUNT, ...DRY_RUN, ...FLEET_FILES_BEFORE_OPERANDS },
} satisfies CommandSpec;
