import { type Command, Option } from "commander";
import type { Runner } from "../runner.ts";

const REPORT_FORMATS = ["text", "markdown", "html", "json", "csv", "junit"] as const;

/** `platectl report merge`. */
export function addReport(program: Command, run: Runner): void {
  program
    .command("report")
    .description("work with the reports of apply")
    .command("merge")
    .description("join the reports of all shards; ends with the gravest of their exit codes")
    .argument("<report...>", "report documents of apply --shard I/N --report FILE")
    .addOption(new Option("--format <format>", "how to show the report").choices(REPORT_FORMATS).default("text"))
    .option("--output <file>", "write it there instead of stdout")
    .action((reports, options) =>
      run(async (io) => (await import("../report-merge-command.ts")).reportMergeCommand(reports, options, io), options),
    );
}
