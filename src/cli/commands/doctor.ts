import type { Command } from "commander";
import type { Runner } from "../runner.ts";
import { accountIdOperand, addServerOptions, addStateOption } from "../server-options.ts";

/** `platectl doctor`. */
export function addDoctor(program: Command, run: Runner): void {
  addStateOption(addServerOptions(program.command("doctor").description("find out how a server speaks the interface")))
    .option("--account <baId>", "look at this billing account (default: the first one)", accountIdOperand)
    .option("--write <plate>", "also add and delete this throw-away plate")
    .option("--auto-approve", "do not ask before writing")
    .action((options) => run(async (io) => (await import("../doctor-command.ts")).doctorCommand(options, io), options));
}
