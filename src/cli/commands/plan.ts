import type { Command } from "commander";
import { accountOption, addReconcileOptions, fileOption, formatOption } from "../options.ts";
import type { Runner } from "../runner.ts";

/** `platectl plan`. */
export function addPlan(program: Command, run: Runner): void {
  addReconcileOptions(program.command("plan").description("read the live lists and show what apply would do"))
    .addOption(fileOption())
    .addOption(accountOption())
    .option("--out <file>", "also write the plan document, for apply")
    .addOption(formatOption("plan"))
    .option("--output <file>", "write the shown plan there instead of stdout")
    .option("--exit-code", "exit with 2 when there are changes, with 4 when a guard trips")
    .option("--base <git-ref>", "tell what this change does from what drifted, by the files as of that revision")
    .option("--all", "list every car, however long the plan")
    .action((options) => run(async (io) => (await import("../plan-command.ts")).planCommand(options, io), options));
}
