import { type Command, Option } from "commander";
import type { Runner } from "../runner.ts";

/** `platectl init`. */
export function addInit(program: Command, run: Runner): void {
  program
    .command("init")
    .description("write a commented starter file; a file that exists stays as it is")
    .option("-f, --file <path>", "the file to write", "fleet.yaml")
    .addOption(
      new Option("--mode <mode>", "which kind of allowlist the integration has")
        .choices(["global", "billing-account"] as const)
        .default("global" as const),
    )
    .action((options) => run(async (io) => (await import("../init-command.ts")).initCommand(options, io), options));
}
