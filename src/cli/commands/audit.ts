import { type Command, Option } from "commander";
import { dayOption } from "../day-option.ts";
import { accountOption, addReadOptions, fileOption, formatOption } from "../options.ts";
import type { Runner } from "../runner.ts";

const SEVERITIES = ["error", "warning", "info"] as const;

/** `platectl audit`. */
export function addAudit(program: Command, run: Runner): void {
  const description = "hold lists, fleet cars, parking users and billing records against the fleet file";
  addReadOptions(program.command("audit").description(description))
    .addOption(fileOption())
    .addOption(accountOption())
    .option(
      "--from <day>",
      "first day of billing records, YYYY-MM-DD (default: 30 days, the last one included)",
      dayOption("--from"),
    )
    .option(
      "--to <day>",
      "last day of billing records (default: today in the fleet file's time zone)",
      dayOption("--to"),
    )
    .addOption(formatOption("audit"))
    .option("--output <file>", "write the audit there instead of stdout")
    .addOption(
      new Option("--fail-on <severity>", "exit with 2 when a finding has at least this severity")
        .choices(SEVERITIES)
        .default("warning"),
    )
    .option("--all", "list every finding, however many")
    .action((options) => run(async (io) => (await import("../audit-command.ts")).auditCommand(options, io), options));
}
