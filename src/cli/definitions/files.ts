import type { SchemaName } from "../../schema/documents/json-schema.ts";
import { readId } from "./readers.ts";
import { FLEET_FILES } from "./shared.ts";
import {
  type CommandSpec,
  choice,
  flag,
  type OperandSpec,
  operand,
  several,
  textOption,
  valueOption,
  withDefault,
  withShort,
} from "./spec.ts";

/** `platectl init`. */
export const initSpec = {
  summary: "write a commented starter file; an existing file is kept",
  options: {
    file: withShort("-f", withDefault(textOption("<path>", "the file to write"), "fleet.yaml")),
    mode: withDefault(
      choice("<mode>", "which kind of allowlist the integration has", ["global", "billing-account"]),
      "global",
    ),
  },
} satisfies CommandSpec;

/** `platectl validate`. */
export const validateSpec = {
  summary: "check fleet files offline; reports every problem with its file, line and column",
  options: FLEET_FILES,
} satisfies CommandSpec;

/** `platectl fmt`. */
export const fmtSpec = {
  summary: "format fleet files; comments and the order of cars are kept",
  options: {
    ...FLEET_FILES,
    check: flag("write nothing; list the files that would change and exit with 2 if there are any"),
  },
} satisfies CommandSpec;

const DOCUMENT: OperandSpec<SchemaName> = {
  description: "which one",
  optional: true,
  choices: ["fleet", "plan", "report", "audit"] satisfies readonly SchemaName[],
  fallback: "fleet",
};

/** `platectl schema`. */
export const schemaSpec = {
  summary: "print the JSON Schema of the fleet file or of a document",
  operands: { document: DOCUMENT },
  options: {},
} satisfies CommandSpec;

/** `platectl import`. */
export const importCsvSpec = {
  summary: "write a fleet.yaml for the cars of a CSV",
  operands: { csv: operand("comma- or semicolon-separated, with a header") },
  options: {
    column: textOption("<name>", "the column that holds the plates (default: found by its name)"),
    features: several("<feature>", "features of all these cars, global mode only; may repeat"),
    account: valueOption("<baId>", "the cars belong to this billing account", readId),
    inline: flag("write the cars into the fleet file instead of a reference to the CSV"),
    output: withDefault(textOption("<file>", "the file to write; an existing file is never overwritten"), "fleet.yaml"),
  },
} satisfies CommandSpec;
