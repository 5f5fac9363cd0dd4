import { SPENDING_BY } from "../../documents/index.ts";
import { PAGE_FORMATS, RECORD_FORMATS, ROW_FORMATS } from "../../render/index.ts";
import { readId, readInvoice } from "./readers.ts";
import {
  ACCOUNTS,
  API_OPTIONS,
  APPROVAL_OPTIONS,
  day,
  FLEET_FILES_BEFORE_OPERANDS,
  fleetFileOption,
  formatOf,
  OUTPUT,
  SERVER_OPTIONS,
  STATE_OPTIONS,
} from "./shared.ts";
import {
  type CommandSpec,
  choice,
  flag,
  type OperandSpec,
  operand,
  operands,
  several,
  textOption,
  valueOption,
  withDefault,
} from "./spec.ts";

const LIST_OPTIONS = { ...API_OPTIONS, format: formatOf("the rows", ROW_FORMATS, "text") };
const ACCOUNT = operand("billing account", readId);
const USER = operand("parking user", readId);

/** `platectl accounts list`. */
export const accountsListSpec = {
  options: LIST_OPTIONS,
} satisfies CommandSpec;

/** `platectl cars list`. */
export const carsListSpec = {
  options: { ...API_OPTIONS, ...STATE_OPTIONS, ...ACCOUNTS, format: formatOf("the cars", PAGE_FORMATS), ...OUTPUT },
} satisfies CommandSpec;

/** `platectl fleet list`. */
export const fleetListSpec = {
  options: LIST_OPTIONS,
} satisfies CommandSpec;

/** `platectl billing list`. */
export const billingListSpec = {
  operands: { baId: ACCOUNT },
  options: {
    ...API_OPTIONS,
    from: day("first day, YYYY-MM-DD"),
    to: day("last day, YYYY-MM-DD"),
    format: formatOf("the records; csv and ndjson (one JSON object a line) as they arrive", RECORD_FORMATS, "text"),
  },
} satisfies CommandSpec;

/** `platectl billing report`. */
export const billingReportSpec = {
  options: {
    ...API_OPTIONS,
    ...STATE_OPTIONS,
    by: withDefault(choice("<what>", "add up by this", SPENDING_BY), "month"),
    ...ACCOUNTS,
    from: day("first day, YYYY-MM-DD (default: 30 days, the last one included; by month, twelve months)"),
    to: day("last day (default: today in the fleet file's time zone)"),
    format: formatOf("the report", PAGE_FORMATS),
    ...OUTPUT,
    invoice: several(
      "<amount:currency>",
      "an invoice of these days, such as 94230.33:DKK, or 94230.33:DKK:4711 of one account; may repeat; exits with 2 where the records differ",
      readInvoice,
    ),
    all: flag("list every row in text, however many"),
  },
} satisfies CommandSpec;

/** `platectl users list`. */
export const usersListSpec = {
  operands: { baId: ACCOUNT },
  options: LIST_OPTIONS,
} satisfies CommandSpec;

/** `platectl users get`. */
export const usersGetSpec = {
  operands: { baId: ACCOUNT, puId: USER },
  options: LIST_OPTIONS,
} satisfies CommandSpec;

/** The fields of a new parking user (interface 4.3). */
export const USER_FIELDS = {
  firstName: textOption("<text>", "required"),
  lastName: textOption("<text>", "required"),
  email: textOption("<address>", "required; how the user is found again"),
  phoneNumber: textOption("<number>", "required; + and 7 to 15 digits"),
  costCenter: textOption("<text>", "what the user's parkings are billed to"),
  city: textOption("<text>", "delivery address"),
  street: textOption("<text>", "delivery address"),
  postalCode: textOption("<text>", "delivery address"),
  co: textOption("<text>", "care-of line of the delivery address"),
};

/** `platectl users create`. */
export const usersCreateSpec = {
  operands: { baId: ACCOUNT },
  options: { ...API_OPTIONS, ...USER_FIELDS, ...APPROVAL_OPTIONS },
} satisfies CommandSpec;

/** `platectl users remove-car`. */
export const usersRemoveCarSpec = {
  operands: { baId: ACCOUNT, puId: USER, plate: operand("the car, in any spelling") },
  options: { ...API_OPTIONS, ...APPROVAL_OPTIONS },
} satisfies CommandSpec;

/** `platectl history`. */
export const historySpec = {
  operands: { plate: operand("in any spelling") },
  options: {
    ...API_OPTIONS,
    ...STATE_OPTIONS,
    ...ACCOUNTS,
    from: day("first day of billing records, YYYY-MM-DD (default: 90 days ago)"),
    to: day("last day of billing records, YYYY-MM-DD"),
    offline: flag("only what is on this machine: fleet files, git and journal"),
  },
} satisfies CommandSpec;

/** `platectl export`. */
export const exportListsSpec = {
  options: {
    ...API_OPTIONS,
    ...STATE_OPTIONS,
    ...ACCOUNTS,
    mode: choice("<mode>", "which lists to read (default: what the server offers)", ["global", "billing-account"]),
    output: textOption("<file>", "write to this file instead of stdout; an existing file is never overwritten"),
  },
} satisfies CommandSpec;

/** `platectl doctor`. */
export const doctorSpec = {
  options: {
    ...API_OPTIONS,
    ...STATE_OPTIONS,
    account: valueOption("<baId>", "probe this billing account (default: the first one)", readId),
    write: textOption("<plate>", "also test writes: add and delete this plate, which no car may have"),
    ...APPROVAL_OPTIONS,
  },
} satisfies CommandSpec;

// Plates follow: no option may take several values.
const LISTED_OPTIONS = {
  ...STATE_OPTIONS,
  ...FLEET_FILES_BEFORE_OPERANDS,
  account: several("<baId>", "only these billing accounts"),
  ...APPROVAL_OPTIONS,
  ...SERVER_OPTIONS,
};

/** `platectl state show`. */
export const stateShowSpec = {
  options: {
    ...STATE_OPTIONS,
    file: fleetFileOption("<path>", "fleet file, for the target's name and for how plates are compared"),
  },
} satisfies CommandSpec;

/** `platectl state adopt`. */
export const stateAdoptSpec = {
  operands: { plate: operands("these cars only", { optional: true }) },
  options: {
    ...LISTED_OPTIONS,
    fromReport: textOption("<file>", "the cars that a report of apply calls already listed, by interface.failures"),
    from: textOption("<file>", "the cars of the fleet file that was applied last, or of a .txt or .csv list"),
    fromCommit: textOption("<git-ref>", "the cars of the fleet file, with its lists, as of this commit"),
    column: textOption("<name>", "the column of a .csv list that holds the plates"),
    empty: flag("none: the lists are empty"),
  },
} satisfies CommandSpec;

/** `platectl state forget`. */
export const stateForgetSpec = {
  operands: { plate: operands("which cars") },
  options: LISTED_OPTIONS,
} satisfies CommandSpec;

const LOCK_ID: OperandSpec<string | undefined> = {
  description: "the lock's id; without it, the locks are shown and none is removed",
  optional: true,
};

/** `platectl state unlock`. */
export const stateUnlockSpec = {
  operands: { id: LOCK_ID },
  options: STATE_OPTIONS,
} satisfies CommandSpec;

/** `platectl state copy`. */
export const stateCopySpec = {
  operands: {
    from: operand("the state to copy: file:PATH, git:BRANCH[@REMOTE] or postgres://HOST/DATABASE"),
    to: operand("where to: an address of the same forms"),
  },
  options: {},
} satisfies CommandSpec;
