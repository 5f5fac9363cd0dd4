import type { Command } from "commander";
import { formatOption } from "../options.ts";
import type { Runner } from "../runner.ts";

/** `platectl report merge`. */
export function addReport(program: Command, run: Runner): void {
  program
    .command("report")
    .description("work with the reports of apply")
    .command("merge")
    .description("join the reports of all shards; ends with the most severe of their exit codes")
    .argument("<report...>", "report documents of apply --shard I/N --report FILE")
    .addOption(formatOption("report"))
    .option("--output <file>", "write it there instead of stdout")
    .action((reports, options) =>
      run(async (io) => (await import("../report-merge-command.ts")).reportMergeCommand(reports, options, io), options),
    );
}
