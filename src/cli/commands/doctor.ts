import type { Command } from "commander";
import type { Runner } from "../runner.ts";
import { accountIdOperand, addServerOptions, addStateOption } from "../server-options.ts";

/** `platectl doctor`. */
export function addDoctor(program: Command, run: Runner): void {
  addStateOption(
    addServerOptions(
      program.command("doctor").description("probe the server and report which `interface:` settings it needs"),
    ),
  )
    .option("--account <baId>", "probe this billing account (default: the first one)", accountIdOperand)
    .option("--write <plate>", "also test writes: add and delete this plate, which no car may have")
    .option("--auto-approve", "do not ask before writing")
    .action((options) => run(async (io) => (await import("../doctor-command.ts")).doctorCommand(options, io), options));
}
