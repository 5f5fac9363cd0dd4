import { type Command, Option } from "commander";
import type { Runner } from "../runner.ts";
import { addServerOptions, addStateOption, collectAccounts } from "../server-options.ts";

/** `platectl export`. */
export function addExport(program: Command, run: Runner): void {
  addStateOption(addServerOptions(program.command("export").description("write a fleet.yaml from the live lists")))
    .option("--account <baId>", "only this billing account; may repeat", collectAccounts)
    .addOption(
      new Option("--mode <mode>", "which lists to read (default: what the server offers)").choices([
        "global",
        "billing-account",
      ]),
    )
    .option("--output <file>", "write there instead of stdout; never overwrites")
    .action((options) => run(async (io) => (await import("../export-command.ts")).exportCommand(options, io), options));
}
