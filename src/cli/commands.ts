import * as cars from "./definitions/car.ts";
import * as files from "./definitions/files.ts";
import { inputFrom, type RawValues } from "./definitions/read-input.ts";
import * as reconciling from "./definitions/reconcile.ts";
import * as servers from "./definitions/server.ts";
import type { CommandSpec, InputOf } from "./definitions/spec.ts";
import * as states from "./definitions/state.ts";
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
  report: "work with the reports of apply",
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
  init: entry(files.initSpec, async () => (await import("./commands/init/init.ts")).initCommand),
  validate: entry(files.validateSpec, async () => (await import("./commands/validate.ts")).validateCommand),
  fmt: entry(files.fmtSpec, async () => (await import("./commands/fmt.ts")).fmtCommand),
  "car find": entry(cars.carFindSpec, async () => (await import("./commands/car/find.ts")).carFindCommand),
  "car add": entry(cars.carAddSpec, async () => (await import("./commands/car/edit.ts")).carAddCommand),
  "car end": entry(cars.carEndSpec, async () => (await import("./commands/car/edit.ts")).carEndCommand),
  "car remove": entry(cars.carRemoveSpec, async () => (await import("./commands/car/edit.ts")).carRemoveCommand),
  plan: entry(reconciling.planSpec, async () => (await import("./commands/plan.ts")).planCommand),
  apply: entry(reconciling.applySpec, async () => (await import("./commands/apply.ts")).applyCommand),
  acknowledge: entry(
    reconciling.acknowledgeSpec,
    async () => (await import("./commands/acknowledge.ts")).acknowledgeCommand,
  ),
  "report merge": entry(
    reconciling.reportMergeSpec,
    async () => (await import("./commands/report-merge.ts")).reportMergeCommand,
  ),
  audit: entry(reconciling.auditSpec, async () => (await import("./commands/audit.ts")).auditCommand),
  history: entry(servers.historySpec, async () => (await import("./commands/history.ts")).historyCommand),
  export: entry(servers.exportListsSpec, async () => (await import("./commands/export.ts")).exportCommand),
  import: entry(files.importListSpec, async () => (await import("./commands/import/import.ts")).importCommand),
  doctor: entry(servers.doctorSpec, async () => (await import("./commands/doctor.ts")).doctorCommand),
  "state show": entry(states.stateShowSpec, async () => (await import("./commands/state/state.ts")).stateShowCommand),
  "state adopt": entry(
    states.stateAdoptSpec,
    async () => (await import("./commands/state/adopt.ts")).stateAdoptCommand,
  ),
  "state forget": entry(
    states.stateForgetSpec,
    async () => (await import("./commands/state/forget.ts")).stateForgetCommand,
  ),
  "state copy": entry(states.stateCopySpec, async () => (await import("./commands/state/copy.ts")).stateCopyCommand),
  "state unlock": entry(
    states.stateUnlockSpec,
    async () => (await import("./commands/state/state.ts")).stateUnlockCommand,
  ),
  "accounts list": entry(
    servers.accountsListSpec,
    async () => (await import("./commands/lists.ts")).accountsListCommand,
  ),
  "cars list": entry(servers.carsListSpec, async () => (await import("./commands/lists.ts")).carsListCommand),
  "fleet list": entry(servers.fleetListSpec, async () => (await import("./commands/lists.ts")).fleetListCommand),
  "users list": entry(servers.usersListSpec, async () => (await import("./commands/users/users.ts")).usersListCommand),
  "users get": entry(servers.usersGetSpec, async () => (await import("./commands/users/users.ts")).usersGetCommand),
  "users create": entry(
    servers.usersCreateSpec,
    async () => (await import("./commands/users/create.ts")).usersCreateCommand,
  ),
  "users remove-car": entry(
    servers.usersRemoveCarSpec,
    async () => (await import("./commands/users/remove-car.ts")).usersRemoveCarCommand,
  ),
  "billing list": entry(
    servers.billingListSpec,
    async () => (await import("./commands/billing/billing.ts")).billingListCommand,
  ),
  "billing report": entry(
    servers.billingReportSpec,
    async () => (await import("./commands/billing/report.ts")).billingReportCommand,
  ),
  sandbox: entry(tools.sandboxSpec, async () => (await import("./commands/sandbox.ts")).sandboxCommand),
  schema: entry(files.schemaSpec, async () => (await import("./commands/schema.ts")).schemaCommand),
  completion: entry(tools.completionSpec, async () => (await import("./commands/completion.ts")).completionCommand),
};

// What a file runs must take what the definition gives: the compiler compares the two here.
function entry<const Spec extends CommandSpec>(spec: Spec, load: () => Promise<Run<InputOf<Spec>>>): CommandEntry {
  return {
    spec,
    run: async (values, io) => (await load())(inputFrom(spec, values), io),
  };
}
