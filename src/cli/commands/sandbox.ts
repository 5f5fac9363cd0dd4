import { type Command, Option } from "commander";
import { collect, countOption } from "../options.ts";
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
    .option(
      "--as-documented",
      "leave open what the interface document leaves open: no list of an account's cars, no global delete",
    )
    .option(
      "--behaviour <key=value>",
      "change one switch of the server; may be given several times; `help` lists them",
      collect,
      [],
    )
    .action((options) => run(async (io) => (await import("../serve-sandbox.ts")).serveSandbox(options, io), options));
}
