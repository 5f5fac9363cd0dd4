import type { Command } from "commander";
import { sortOperands } from "../operands.ts";
import { addReconcileOptions, collect, countOption, formatOption, planHashOption } from "../options.ts";
import type { Runner } from "../runner.ts";

/** `platectl apply`. */
export function addApply(program: Command, run: Runner): void {
  addReconcileOptions(program.command("apply").description("apply the plan: write, read back, report"))
    .argument("[plan...]", "an approved plan document; no more than it holds is done")
    .option("-f, --file <path>", "fleet file, folder or glob; may repeat (default: fleet.yaml)", collect)
    .option("--account <baId>", "only these billing accounts; may repeat", collect)
    .option("--auto-approve", "do not ask")
    .option("--report <file>", "write the report document there")
    .addOption(formatOption("report"))
    .option("--lock-timeout <seconds>", "wait this long for another run to end", countOption("--lock-timeout"))
    .option(
      "--settle-time <seconds>",
      "let the server take this long to show what it confirmed (default: 30)",
      countOption("--settle-time"),
    )
    .option(
      "--max-plan-age <hours>",
      "refuse an approved plan older than this (default: 72)",
      countOption("--max-plan-age"),
    )
    .option("--plan-hash <sha256>", "refuse an approved plan whose file has another SHA-256 than this", planHashOption)
    .action((operands, options) =>
      run(async (io) => {
        const { plan, ...sorted } = sortOperands(operands, options);
        return (await import("../apply-command.ts")).applyCommand(plan, { ...options, ...sorted }, io);
      }, options),
    );
}
