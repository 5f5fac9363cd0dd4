import * as cars from "./definitions/files.ts";
import * as files from "./definitions/files.ts";
import { inputFrom, type RawValues } from "./definitions/readers.ts";
import * as reconciling from "./definitions/reconcile.ts";
import * as servers from "./definitions/server.ts";
import * as states from "./definitions/server.ts";
import type { CommandSpec, InputOf } from "./definitions/spec.ts";
import * as tools from "./definitions/tools.ts";
import type { Io } from "./process/io.ts";

/** A command: its options and operands, and what runs it. */
export interface CommandEntry {
  readonly spec: CommandSpec;
  /** Loads the command and runs it; gives the exit code. */
  readonly run: (values: RawValues, io: Io) => Promise<number>;
}

/** What runs a command; gives the exit code. */
type Run<Input> = (input: Input, io: Io) => Promise<number>;

/** Descriptions of commands that have subcommands. */
export const GROUPS: Readonly<Record<string, string>> = {
  car: "one car of the fleet files",
  state: "what platectl knows about the lists that it writes",
  accounts: "billing accounts",
  cars: "cars on the live lists",
  fleet: "cars that use the fleet",
  users: "parking users of a billing account",
  billing: "billing records",
};

/**
 * Every command, in the order of the help. The definitions are data and are always loaded; the file that runs
 * a command, with all that it needs, is loaded when the command is called.
 */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  init: entry(files.initSpec, () => import("./commands/init.ts"), "initCommand"),
  validate: entry(files.validateSpec, () => import("./commands/validate.ts"), "validateCommand"),
  fmt: entry(files.fmtSpec, () => import("./commands/fmt.ts"), "fmtCommand"),
  "car find": entry(cars.carFindSpec, () => import("./commands/find.ts"), "carFindCommand"),
  "car add": entry(cars.carAddSpec, () => import("./commands/edit.ts"), "carAddCommand"),
  "car end": entry(cars.carEndSpec, () => import("./commands/edit.ts"), "carEndCommand"),
  "car remove": entry(cars.carRemoveSpec, () => import("./commands/edit.ts"), "carRemoveCommand"),
  plan: entry(reconciling.planSpec, () => import("./commands/plan.ts"), "planCommand"),
  apply: entry(reconciling.applySpec, () => import("./commands/apply.ts"), "applyCommand"),
  acknowledge: entry(reconciling.acknowledgeSpec, () => import("./commands/edit.ts"), "acknowledgeCommand"),
  report: entry(reconciling.reportSpec, () => import("./commands/published.ts"), "reportCommand"),
  audit: entry(reconciling.auditSpec, () => import("./commands/audit.ts"), "auditCommand"),
  history: entry(servers.historySpec, () => import("./commands/history.ts"), "historyCommand"),
  export: entry(servers.exportListsSpec, () => import("./commands/export.ts"), "exportCommand"),
  import: entry(files.importListSpec, () => import("./commands/import/import.ts"), "importCommand"),
  doctor: entry(servers.doctorSpec, () => import("./commands/doctor.ts"), "doctorCommand"),
  "state show": entry(states.stateShowSpec, () => import("./commands/state/state.ts"), "stateShowCommand"),
  "state adopt": entry(states.stateAdoptSpec, () => import("./commands/state/adopt.ts"), "stateAdoptCommand"),
  "state forget": entry(states.stateForgetSpec, () => import("./commands/state/adopt.ts"), "stateForgetCommand"),
  "state copy": entry(states.stateCopySpec, () => import("./commands/state/state.ts"), "stateCopyCommand"),
  "state unlock": entry(states.stateUnlockSpec, () => import("./commands/state/state.ts"), "stateUnlockCommand"),
  "accounts list": entry(servers.accountsListSpec, () => import("./commands/lists.ts"), "accountsListCommand"),
  "cars list": entry(servers.carsListSpec, () => import("./commands/lists.ts"), "carsListCommand"),
  "fleet list": entry(servers.fleetListSpec, () => import("./commands/lists.ts"), "fleetListCommand"),
  "users list": entry(servers.usersListSpec, () => import("./commands/users.ts"), "usersListCommand"),
  "users get": entry(servers.usersGetSpec, () => import("./commands/users.ts"), "usersGetCommand"),
  "users create": entry(servers.usersCreateSpec, () => import("./commands/users.ts"), "usersCreateCommand"),
  "users remove-car": entry(servers.usersRemoveCarSpec, () => import("./commands/users.ts"), "usersRemoveCarCommand"),
  "billing list": entry(servers.billingListSpec, () => import("./commands/billing.ts"), "billingListCommand"),
  "billing report": entry(servers.billingReportSpec, () => import("./commands/billing.ts"), "billingReportCommand"),
  demo: entry(tools.demoSpec, () => import("./commands/demo/demo.ts"), "demoCommand"),
  sandbox: entry(tools.sandboxSpec, () => import("./commands/sandbox.ts"), "sandboxCommand"),
  schema: entry(files.schemaSpec, () => import("./commands/init.ts"), "schemaCommand"),
  completion: entry(tools.completionSpec, () => import("./commands/completion.ts"), "completionCommand"),
};

// What a file exports by this name must take what the definition gives: the compiler compares the two here.
function entry<const Spec extends CommandSpec, Name extends string>(
  spec: Spec,
  load: () => Promise<Record<NoInfer<Name>, Run<InputOf<Spec>>>>,
  name: Name,
): CommandEntry {
  return { spec, run: async (values, io) => (await load())[name](inputFrom(spec, values), io) };
}
