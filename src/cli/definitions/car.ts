import { CAR_FIELD_NAMES, CAR_FIELDS, type CarField, named } from "../../schema/index.ts";
import { readCalendarDay, readerFor, readId } from "./readers.ts";
import { ACCOUNTS, API_OPTIONS, FLEET_FILES_BEFORE_OPERANDS, STATE_OPTIONS } from "./shared.ts";
import { type CommandSpec, flag, operand, required, several, textOption, valueOption } from "./spec.ts";

const ONE_ACCOUNT = { account: valueOption("<baId>", "on the list of this billing account", readId) };

/** `platectl car find`. */
export const carFindSpec = {
  summary: "whether a plate is on the list now, where the fleet files have it, since when and why",
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
  summary: "add a car to a fleet file or list, or change its days; comments and the order of cars are kept",
  operands: { plate: operand("as it is to be written") },
  options: {
    ...named(CAR_FIELD_NAMES.map(optionFor)),
    features: several("<feature>", "a feature of the car, global mode only; may repeat"),
    ...ONE_ACCOUNT,
    into: textOption("<path>", "the fleet file or .txt list to write the car into, where there are several"),
    ...FLEET_FILES_BEFORE_OPERANDS,
  },
} satisfies CommandSpec;

/** `platectl car end`. */
export const carEndSpec = {
  summary: "write the last day of a car into its fleet file",
  operands: { plate: operand("in any spelling") },
  options: {
    on: required(valueOption("<day>", "the last day on the list, YYYY-MM-DD", readCalendarDay)),
    ...ONE_ACCOUNT,
    ...FLEET_FILES_BEFORE_OPERANDS,
  },
} satisfies CommandSpec;

/** `platectl car remove`. */
export const carRemoveSpec = {
  summary: "remove a car from its fleet file or .txt list",
  operands: { plate: operand("in any spelling") },
  options: { ...ONE_ACCOUNT, ...FLEET_FILES_BEFORE_OPERANDS },
} satisfies CommandSpec;
