import type { CommandSpec, InputOf } from "./definitions/spec.ts";
import { inputFrom, type RawValues } from "./definitions/spec.ts";
import type { Io } from "./process/io.ts";

/** A command: its options and operands, and what runs it. */
export interface CommandEntry {
  readonly definition: () => Promise<CommandSpec>;
  /** Loads the command and runs it; gives the exit code. */
  readonly run: (values: RawValues, io: Io) => Promise<number>;
}

type Run<Input> = (input: Input, io: Io) => Promise<number>;

/** What every command does, in the order of the help. */
export const SUMMARIES = {
  init: "write a commented starter file; an existing file is kept",
  validate: "check fleet files offline; reports every problem with its file, line and column",
  fmt: "format fleet files; comments and the order of cars are kept",
  "car find": "whether a plate is on the list now, where the fleet files have it, since when and why",
  "car add": "add a car to a fleet file or list, or change its days; comments and the order of cars are kept",
  "car end": "write the last day of a car into its fleet file",
  "car remove": "remove a car from its fleet file or .txt list",
  plan: "read the live lists and show what apply would do",
  apply: "apply the plan: write the changes, read the lists back, report every outcome",
  acknowledge: "write the approvals that a plan's guards ask for into the fleet file, for a review",
  report: "show what all workers have done of a published plan; exits as one run over all of its lists would have",
  audit: "compare lists, fleet cars, parking users and billing records with the fleet file",
  history: "one plate across the fleet file's git history, the journal, billing records and parking users",
  export: "write a fleet.yaml from the live lists",
  import: "write a fleet.yaml for the cars of a CSV, workbook or text file",
  doctor: "probe the server and report which `interface:` settings it needs",
  "state show": "what the state knows, its lock and its latest runs",
  "state adopt": "record cars of lists that cannot be read as listed: those named, or those of the fleet file",
  "state forget": "record cars of lists that cannot be read as not listed",
  "state copy": "copy a state with its history to a place that holds none, and compare the two",
  "state unlock": "remove the lock of a run that has certainly ended",
  "accounts list": "every billing account that the credentials may see",
  "cars list": "every car of the lists and of the fleet file, side by side",
  "fleet list": "the cars that use the fleet right now",
  "users list": "every parking user of an account",
  "users get": "one parking user, with cars and address",
  "users create": "create a parking user",
  "users remove-car": "remove a car from a parking user",
  "billing list": "the billing records of an account, with totals by currency",
  "billing report": "what was spent, by month, account, cost centre, parking user, car or place",
  demo: "show the whole loop on this machine, with a local server: import, plan, apply, audit",
  sandbox: "serve the whole interface on this machine, for trying and testing",
  schema: "print the JSON Schema of the fleet file or of a document",
  completion: "print the completion script of a shell",
} as const;

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

const files = () => import("./definitions/files.ts");
const reconciling = () => import("./definitions/reconcile.ts");
const servers = () => import("./definitions/server.ts");
const tools = () => import("./definitions/tools.ts");

/** Every command. Its definition is loaded when its options are asked for, and what runs it when it is called. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  init: entry(files, "initSpec", () => import("./commands/init.ts"), "initCommand"),
  validate: entry(files, "validateSpec", () => import("./commands/validate.ts"), "validateCommand"),
  fmt: entry(files, "fmtSpec", () => import("./commands/fmt.ts"), "fmtCommand"),
  "car find": entry(files, "carFindSpec", () => import("./commands/find.ts"), "carFindCommand"),
  "car add": entry(files, "carAddSpec", () => import("./commands/edit.ts"), "carAddCommand"),
  "car end": entry(files, "carEndSpec", () => import("./commands/edit.ts"), "carEndCommand"),
  "car remove": entry(files, "carRemoveSpec", () => import("./commands/edit.ts"), "carRemoveCommand"),
  plan: entry(reconciling, "planSpec", () => import("./commands/plan.ts"), "planCommand"),
  apply: entry(reconciling, "applySpec", () => import("./commands/apply.ts"), "applyCommand"),
  acknowledge: entry(reconciling, "acknowledgeSpec", () => import("./commands/edit.ts"), "acknowledgeCommand"),
  report: entry(reconciling, "reportSpec", () => import("./commands/published.ts"), "reportCommand"),
  audit: entry(reconciling, "auditSpec", () => import("./commands/audit.ts"), "auditCommand"),
  history: entry(servers, "historySpec", () => import("./commands/history.ts"), "historyCommand"),
  export: entry(servers, "exportListsSpec", () => import("./commands/export.ts"), "exportCommand"),
  import: entry(files, "importListSpec", () => import("./commands/import/import.ts"), "importCommand"),
  doctor: entry(servers, "doctorSpec", () => import("./commands/doctor.ts"), "doctorCommand"),
  "state show": entry(servers, "stateShowSpec", () => import("./commands/state/state.ts"), "stateShowCommand"),
  "state adopt": entry(servers, "stateAdoptSpec", () => import("./commands/state/adopt.ts"), "stateAdoptCommand"),
  "state forget": entry(servers, "stateForgetSpec", () => import("./commands/state/adopt.ts"), "stateForgetCommand"),
  "state copy": entry(servers, "stateCopySpec", () => import("./commands/state/state.ts"), "stateCopyCommand"),
  "state unlock": entry(servers, "stateUnlockSpec", () => import("./commands/state/state.ts"), "stateUnlockCommand"),
  "accounts list": entry(servers, "accountsListSpec", () => import("./commands/lists.ts"), "accountsListCommand"),
  "cars list": entry(servers, "carsListSpec", () => import("./commands/lists.ts"), "carsListCommand"),
  "fleet list": entry(servers, "fleetListSpec", () => import("./commands/lists.ts"), "fleetListCommand"),
  "users list": entry(servers, "usersListSpec", () => import("./commands/users.ts"), "usersListCommand"),
  "users get": entry(servers, "usersGetSpec", () => import("./commands/users.ts"), "usersGetCommand"),
  "users create": entry(servers, "usersCreateSpec", () => import("./commands/users.ts"), "usersCreateCommand"),
  "users remove-car": entry(
    servers,
    "usersRemoveCarSpec",
    () => import("./commands/users.ts"),
    "usersRemoveCarCommand",
  ),
  "billing list": entry(servers, "billingListSpec", () => import("./commands/billing.ts"), "billingListCommand"),
  "billing report": entry(servers, "billingReportSpec", () => import("./commands/billing.ts"), "billingReportCommand"),
  demo: entry(tools, "demoSpec", () => import("./commands/demo/demo.ts"), "demoCommand"),
  sandbox: entry(tools, "sandboxSpec", () => import("./commands/sandbox.ts"), "sandboxCommand"),
  schema: entry(files, "schemaSpec", () => import("./commands/init.ts"), "schemaCommand"),
  completion: entry(tools, "completionSpec", () => import("./commands/completion.ts"), "completionCommand"),
} satisfies Record<keyof typeof SUMMARIES, CommandEntry>;

// What a file exports by this name must take what the definition gives: the compiler compares the two here.
function entry<Name extends string, Definitions extends Readonly<Record<Name, CommandSpec>>, Runner extends string>(
  definitions: () => Promise<Definitions>,
  name: Name,
  load: () => Promise<Record<NoInfer<Runner>, Run<InputOf<Definitions[Name]>>>>,
  runner: Runner,
): CommandEntry {
  const definition = async (): Promise<Definitions[Name]> => (await definitions())[name];
  return {
    definition,
    run: async (values, io) => {
      const input: InputOf<Definitions[Name]> = inputFrom(await definition(), values);
      return (await load())[runner](input, io);
    },
  };
}
