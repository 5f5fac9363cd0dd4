import { Command, type CommanderError, Option } from "commander";
import { EXIT } from "../exit-code.ts";
import type { Io } from "./io.ts";
import { type CommonOptions, countOption, fileOption, shardOption } from "./options.ts";
import { TOOL } from "./world.ts";

const PLAN_FORMATS = ["text", "markdown", "diff", "html", "json", "csv", "junit", "gitlab"] as const;
const REPORT_FORMATS = ["text", "markdown", "html", "json", "csv", "junit"] as const;

/** Runs a command and gives its exit code; commands are loaded when they are called. */
export type Runner = (command: (io: Io) => Promise<number>, options: CommonOptions) => Promise<void>;

/** The command line: every command with its options. Usage errors are thrown as `CommanderError`. */
export function createProgram(run: Runner): Command {
  const program = new Command("platectl")
    .description("Keep parking allowlists as code: plan, review and apply the cars of a fleet.")
    .version(TOOL.version, "-V, --version")
    .exitOverride()
    .showHelpAfterError("(platectl <command> --help shows its options)");
  addValidate(program, run);
  addPlan(program, run);
  addApply(program, run);
  addSandbox(program, run);
  for (const command of program.commands) addCommonOptions(command);
  return program;
}

function addValidate(program: Command, run: Runner): void {
  program
    .command("validate")
    .description("check fleet files offline: every problem at once, each with its place")
    .addOption(fileOption())
    .action((options) =>
      run(async (io) => (await import("./validate-command.ts")).validateCommand(options, io), options),
    );
}

function addPlan(program: Command, run: Runner): void {
  addReconcileOptions(program.command("plan").description("read the live lists and show what apply would do"))
    .option("--out <file>", "also write the plan document, for apply")
    .addOption(new Option("--format <format>", "how to show the plan").choices(PLAN_FORMATS).default("text"))
    .option("--output <file>", "write the shown plan there instead of stdout")
    .option("--exit-code", "exit with 2 when there are changes, with 4 when a guard trips")
    .option("--all", "list every car, however long the plan")
    .action((options) => run(async (io) => (await import("./plan-command.ts")).planCommand(options, io), options));
}

function addApply(program: Command, run: Runner): void {
  addReconcileOptions(program.command("apply").description("carry out the plan: write, read back, report"))
    .argument("[plan]", "an approved plan document; no more than it holds is done")
    .option("--auto-approve", "do not ask")
    .option("--report <file>", "write the report document there")
    .addOption(new Option("--format <format>", "how to show the report").choices(REPORT_FORMATS).default("text"))
    .option("--lock-timeout <seconds>", "wait this long for another run to end", countOption("--lock-timeout"))
    .option(
      "--settle-time <seconds>",
      "let the server take this long to show what it confirmed (default: 30)",
      countOption("--settle-time"),
    )
    .option(
      "--max-plan-age <hours>",
      "refuse an approved plan older than this (default: 72)",
      countOption("--max-plan-age"),
    )
    .action((plan, options) =>
      run(async (io) => (await import("./apply-command.ts")).applyCommand(plan, options, io), options),
    );
}

function addSandbox(program: Command, run: Runner): void {
  program
    .command("sandbox")
    .description("serve the whole interface on this machine, for trying and testing")
    .option("--port <number>", "port to listen on; 0 takes any free one", countOption("--port"), 0)
    .addOption(
      new Option("--mode <mode>", "which allowlists it keeps").choices(["global", "billing-account"]).default("global"),
    )
    .option("--data <file>", "keep the contents there across restarts")
    .option("--seed <number>", "which invented fleet to start with", countOption("--seed"), 1)
    .option("--chaos <profile>", "latency and faults by profile", "none")
    .action((options) => run(async (io) => (await import("./serve-sandbox.ts")).serveSandbox(options, io), options));
}

function addReconcileOptions(command: Command): Command {
  return command
    .addOption(fileOption())
    .option("--account <baId...>", "only these billing accounts")
    .option("--shard <I/N>", "only this part of the accounts", shardOption)
    .option("--allow-deletes <n>", "let up to n deletes pass the guards", countOption("--allow-deletes"))
    .option("--allow-adds <n>", "let up to n adds pass the guards", countOption("--allow-adds"))
    .option("--base-url <url>", "instead of PLATECTL_BASE_URL")
    .option("--auth-url <url>", "instead of PLATECTL_AUTH_URL")
    .option("--partner-url <url>", "instead of PLATECTL_PARTNER_URL")
    .option("--state <address>", "instead of PLATECTL_STATE: file:PATH or git:BRANCH[@REMOTE]");
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
