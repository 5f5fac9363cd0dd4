import { Command, type CommanderError } from "commander";
import { EXIT } from "../exit-code.ts";
import { addApply } from "./commands/apply.ts";
import { addAudit } from "./commands/audit.ts";
import { addCompletion } from "./commands/completion.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addExport } from "./commands/export.ts";
import { addFmt } from "./commands/fmt.ts";
import { addHistory } from "./commands/history.ts";
import { addImport } from "./commands/import.ts";
import { addInit } from "./commands/init.ts";
import { addAccounts, addBilling, addCars, addFleet } from "./commands/lists.ts";
import { addPlan } from "./commands/plan.ts";
import { addReport } from "./commands/report.ts";
import { addSandbox } from "./commands/sandbox.ts";
import { addSchema } from "./commands/schema.ts";
import { addState } from "./commands/state.ts";
import { addUsers } from "./commands/users.ts";
import { addValidate } from "./commands/validate.ts";
import type { Runner } from "./runner.ts";
import { TOOL } from "./world.ts";

/** Every command, in the order of the help. */
const COMMANDS: readonly ((program: Command, run: Runner) => void)[] = [
  addInit,
  addValidate,
  addFmt,
  addPlan,
  addApply,
  addReport,
  addAudit,
  addHistory,
  addExport,
  addImport,
  addDoctor,
  addState,
  addAccounts,
  addCars,
  addFleet,
  addUsers,
  addBilling,
  addSandbox,
  addSchema,
  addCompletion,
];

/** The command line: every command with its options. Usage errors are thrown as `CommanderError`. */
export function createProgram(run: Runner): Command {
  const program = new Command("platectl")
    .description("Keep parking allowlists as code: plan, review and apply the cars of a fleet.")
    .version(TOOL.version, "-V, --version")
    .exitOverride()
    .showHelpAfterError("(platectl <command> --help shows its options)");
  for (const add of COMMANDS) add(program, run);
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
    .option("--verbose", "tell of every request")
    .option("--no-color", "no colours")
    .exitOverride();
}

/** The exit code of a usage error; help and version are no errors. */
export function usageExitCode(error: CommanderError): number {
  return error.exitCode === 0 ? EXIT.ok : EXIT.input;
}
