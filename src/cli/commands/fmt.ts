import type { Command } from "commander";
import { fileOption } from "../options.ts";
import type { Runner } from "../runner.ts";

/** `platectl fmt`. */
export function addFmt(program: Command, run: Runner): void {
  program
    .command("fmt")
    .description("bring fleet files into their canonical form; comments and the order of cars stay")
    .addOption(fileOption())
    .option("--check", "write nothing; exit with 2 when a file would change, and name it")
    .action((options) => run(async (io) => (await import("../fmt-command.ts")).fmtCommand(options, io), options));
}
