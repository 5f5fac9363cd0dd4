import { Command, type CommanderError, Option } from "commander";
import { EXIT } from "../exit-code.ts";
import { visibleLines } from "../render/escape/visible.ts";
import { PLATE_MODES } from "./plate-modes.ts";
import { TOOL } from "./process-info.ts";
import type { Runner } from "./runner.ts";

type AddCommand = (program: Command, run: Runner) => void;

/** Every command, in the order of the help; each has a file of its own, so that a run loads the one that it is about. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  init: async () => (await import("./commands/init.ts")).addInit,
  validate: async () => (await import("./commands/validate.ts")).addValidate,
  fmt: async () => (await import("./commands/fmt.ts")).addFmt,
  plan: async () => (await import("./commands/plan.ts")).addPlan,
  apply: async () => (await import("./commands/apply.ts")).addApply,
  report: async () => (await import("./commands/report.ts")).addReport,
  audit: async () => (await import("./commands/audit.ts")).addAudit,
  history: async () => (await import("./commands/history.ts")).addHistory,
  export: async () => (await import("./commands/export.ts")).addExport,
  import: async () => (await import("./commands/import.ts")).addImport,
  doctor: async () => (await import("./commands/doctor.ts")).addDoctor,
  state: async () => (await import("./commands/state.ts")).addState,
  accounts: async () => (await import("./commands/lists.ts")).addAccounts,
  cars: async () => (await import("./commands/lists.ts")).addCars,
  fleet: async () => (await import("./commands/lists.ts")).addFleet,
  users: async () => (await import("./commands/users.ts")).addUsers,
  billing: async () => (await import("./commands/lists.ts")).addBilling,
  sandbox: async () => (await import("./commands/sandbox.ts")).addSandbox,
  schema: async () => (await import("./commands/schema.ts")).addSchema,
  completion: async () => (await import("./commands/completion.ts")).addCompletion,
};

/** Commands that speak of all the others. */
const ABOUT_ALL = new Set(["completion"]);

/**
 * The command line: every command with its options, or just the one that `word` names, where that is all a run needs.
 * Usage errors are thrown as `CommanderError`.
 */
export async function createProgram(run: Runner, word?: string): Promise<Command> {
  const program = new Command("platectl")
    .description("Keep parking allowlists as code: plan, review and apply the cars of a fleet.")
    .version(TOOL.version, "-V, --version")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(visibleLines(text)) })
    .showHelpAfterError("(platectl <command> --help shows its options)");
  const isOne = word !== undefined && Object.hasOwn(COMMANDS, word) && !ABOUT_ALL.has(word);
  const names = isOne ? [word] : Object.keys(COMMANDS);
  for (const add of await Promise.all(names.map((name) => COMMANDS[name]?.()))) add?.(program, run);
  for (const command of leavesOf(program)) addCommonOptions(command);
  return program;
}

function leavesOf(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length === 0 ? [child] : leavesOf(child)));
}

function addCommonOptions(command: Command): void {
  command
    .option("--json", "print the result document")
    .option("--quiet", "no progress and no warnings")
    .option("--verbose", "log every request to stderr")
    .option("--no-color", "no colours")
    .addOption(new Option("--plates <how>", "how to show plates, instead of PLATECTL_PLATES").choices(PLATE_MODES))
    .exitOverride();
}

/** The exit code of a usage error; help and version are not errors. */
export function usageExitCode(error: CommanderError): number {
  return error.exitCode === 0 ? EXIT.ok : EXIT.input;
}
