import { type Command, Option } from "commander";
import { countOption } from "../options.ts";
import type { Runner } from "../runner.ts";

/** `platectl sandbox`. */
export function addSandbox(program: Command, run: Runner): void {
  program
    .command("sandbox")
    .description("serve the whole interface on this machine, for trying and testing")
    .option("--port <number>", "port to listen on; 0 takes any free one", countOption("--port"), 0)
    .addOption(
      new Option("--mode <mode>", "which allowlists it keeps").choices(["global", "billing-account"]).default("global"),
    )
    .option("--data <file>", "keep the contents there across restarts")
    .option("--seed <number>", "which invented fleet to start with", countOption("--seed"), 1)
    .option("--chaos <profile>", "latency and faults by profile", "none")
    .action((options) => run(async (io) => (await import("../serve-sandbox.ts")).serveSandbox(options, io), options));
}
