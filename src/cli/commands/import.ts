import type { Command } from "commander";
import { collect } from "../options.ts";
import type { Runner } from "../runner.ts";
import { accountIdOperand } from "../server-options.ts";

/** `platectl import`. */
export function addImport(program: Command, run: Runner): void {
  program
    .command("import")
    .description("write a fleet.yaml for the cars of a CSV")
    .argument("<csv>", "comma- or semicolon-separated, with a header")
    .option("--column <name>", "the column with the plates (default: the one that is named so)")
    .option("--features <feature>", "features of all these cars, global mode only; may repeat", collect)
    .option("--account <baId>", "the cars are those of this billing account", accountIdOperand)
    .option("--inline", "write the cars into the fleet file instead of naming the CSV in it")
    .option("--output <file>", "never overwrites", "fleet.yaml")
    .action((csv, options) =>
      run(async (io) => (await import("../import-command.ts")).importCommand(csv, options, io), options),
    );
}
