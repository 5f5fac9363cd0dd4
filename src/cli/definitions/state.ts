import {
  APPROVAL_OPTIONS,
  FLEET_FILES_BEFORE_OPERANDS,
  fleetFileOption,
  SERVER_OPTIONS,
  STATE_OPTIONS,
} from "./shared.ts";
import { type CommandSpec, flag, operand, operands, optionalOperand, several, textOption } from "./spec.ts";

// Plates follow: no option may take several values.
const LIST_OPTIONS = {
  ...STATE_OPTIONS,
  ...FLEET_FILES_BEFORE_OPERANDS,
  account: several("<baId>", "only these billing accounts; may repeat"),
  ...APPROVAL_OPTIONS,
  ...SERVER_OPTIONS,
};

/** `platectl state show`. */
export const stateShowSpec = {
  summary: "what the state knows, its lock and its latest runs",
  options: {
    ...STATE_OPTIONS,
    file: fleetFileOption("<path>", "fleet file, for the target's name and for how plates are compared"),
  },
} satisfies CommandSpec;

/** `platectl state adopt`. */
export const stateAdoptSpec = {
  summary: "record cars of lists that cannot be read as listed: those named, or those of the fleet file",
  operands: { plate: operands("these cars only", { optional: true }) },
  options: {
    ...LIST_OPTIONS,
    fromReport: textOption("<file>", "the cars that a report of apply calls already listed, by interface.failures"),
    from: textOption("<file>", "the cars of the fleet file that was applied last, or of a .txt or .csv list"),
    fromCommit: textOption("<git-ref>", "the cars of the fleet file, with its lists, as of this commit"),
    column: textOption("<name>", "the column of a .csv list that holds the plates"),
    empty: flag("none: the lists are empty"),
  },
} satisfies CommandSpec;

/** `platectl state forget`. */
export const stateForgetSpec = {
  summary: "record cars of lists that cannot be read as not listed",
  operands: { plate: operands("which cars") },
  options: LIST_OPTIONS,
} satisfies CommandSpec;

/** `platectl state unlock`. */
export const stateUnlockSpec = {
  summary: "remove the lock of a run that has certainly ended",
  operands: { id: optionalOperand("the lock's id; without it, the locks are shown and none is removed") },
  options: STATE_OPTIONS,
} satisfies CommandSpec;

/** `platectl state copy`. */
export const stateCopySpec = {
  summary: "copy a state with its history to a place that holds none, and compare the two",
  operands: {
    from: operand("the state to copy: file:PATH, git:BRANCH[@REMOTE] or postgres://HOST/DATABASE"),
    to: operand("where to: an address of the same forms"),
  },
  options: {},
} satisfies CommandSpec;
