import type { Command } from "commander";
import { dayOption } from "../audit/range.ts";
import { accountOption, collect, fileOption } from "../options.ts";
import type { Runner } from "../runner.ts";
import { addStateOption } from "../server-options.ts";

/** `platectl state …`. */
export function addState(program: Command, run: Runner): void {
  const state = program.command("state").description("what platectl remembers of the lists it writes");
  addStateOption(state.command("show").description("what the state knows, its lock and its latest runs"))
    .option("-f, --file <path>", "fleet file, to name the target and to compare plates as it says", collect)
    .action((options) =>
      run(async (io) => (await import("../state-command.ts")).stateShowCommand(options, io), options),
    );
  addStateOption(
    state.command("verify").description("check that the journal is whole; ends with 2 when it is not"),
  ).action((options) =>
    run(async (io) => (await import("../state-command.ts")).stateVerifyCommand(options, io), options),
  );
  addStateOption(
    state
      .command("adopt")
      .description("take over the desired cars of lists that can't be read: they are there already"),
  )
    .addOption(fileOption())
    .addOption(accountOption())
    .option("--auto-approve", "do not ask")
    .option("--base-url <url>", "instead of PLATECTL_BASE_URL")
    .option("--auth-url <url>", "instead of PLATECTL_AUTH_URL")
    .option("--partner-url <url>", "instead of PLATECTL_PARTNER_URL")
    .action((options) =>
      run(async (io) => (await import("../state-adopt-command.ts")).stateAdoptCommand(options, io), options),
    );
  addPrune(state, run);
  addStateOption(state.command("unlock").description("remove the lock of a run that is certainly gone"))
    .argument("<id>", "the lock's id, as the message about it says")
    .action((id, options) =>
      run(async (io) => (await import("../state-command.ts")).stateUnlockCommand(id, options, io), options),
    );
}

function addPrune(state: Command, run: Runner): void {
  addStateOption(
    state.command("prune").description("drop the history before a day for good; what is known of the cars now stays"),
  )
    .requiredOption("--before <date>", "the first day to keep, YYYY-MM-DD in UTC", dayOption("--before"))
    .option(
      "-f, --file <path>",
      "fleet file, to compare plates as it says (default: fleet.yaml if there is one)",
      collect,
    )
    .option("--auto-approve", "do not ask")
    .action((options) =>
      run(async (io) => (await import("../state-prune-command.ts")).statePruneCommand(options, io), options),
    );
}
