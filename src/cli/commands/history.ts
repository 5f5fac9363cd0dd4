import type { Command } from "commander";
import type { Runner } from "../runner.ts";
import { addServerOptions, addStateOption, collectAccounts } from "../server-options.ts";

/** `platectl history`. */
export function addHistory(program: Command, run: Runner): void {
  const history = program
    .command("history")
    .description("one plate across the fleet file's git history, the journal, billing records and parking users")
    .argument("<plate>", "in any spelling");
  addStateOption(addServerOptions(history))
    .option("--account <baId>", "look into this billing account; may repeat (default: all)", collectAccounts)
    .option("--from <day>", "first day of billing records, YYYY-MM-DD (default: 90 days ago)")
    .option("--to <day>", "last day of billing records, YYYY-MM-DD")
    .option("--offline", "only what is on this machine: fleet files, git and journal")
    .action((plate, options) =>
      run(async (io) => (await import("../history-command.ts")).historyCommand(plate, options, io), options),
    );
}
