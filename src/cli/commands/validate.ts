import type { Command } from "commander";
import { fileOption } from "../options.ts";
import type { Runner } from "../runner.ts";

/** `platectl validate`. */
export function addValidate(program: Command, run: Runner): void {
  program
    .command("validate")
    .description("check fleet files offline: every problem at once, each with its place")
    .addOption(fileOption())
    .action((options) =>
      run(async (io) => (await import("../validate-command.ts")).validateCommand(options, io), options),
    );
}
