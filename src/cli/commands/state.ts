import type { Command } from "commander";
import { dayOption } from "../day-option.ts";
import { collect } from "../options.ts";
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
  addSayings(state, run);
  addPrune(state, run);
  addStateOption(state.command("unlock").description("remove the lock of a run that is certainly gone"))
    .argument("<id>", "the lock's id, as the message about it says")
    .action((id, options) =>
      run(async (io) => (await import("../state-command.ts")).stateUnlockCommand(id, options, io), options),
    );
}

// What a human says of lists that cannot be read, and of changes that are skipped.
function addSayings(state: Command, run: Runner): void {
  addSaying(
    state,
    "adopt",
    "take cars of lists that can't be read as listed: the fleet file's, unless others are named",
  )
    .argument("[plate...]", "these cars only")
    .option("--from-report <file>", "the cars that a report of apply calls already listed, by interface.failures")
    .option("--from <file>", "the cars of an older fleet file, or of a .txt or .csv list")
    .option("--column <name>", "the column of a .csv list that holds the plates")
    .option("--empty", "none: the lists are empty")
    .action((plates, options) =>
      run(
        async (io) => (await import("../state-adopt-command.ts")).stateAdoptCommand(plates, usual(options), io),
        options,
      ),
    );
  addSaying(state, "forget", "take cars of lists that can't be read as not listed")
    .argument("<plate...>", "which cars")
    .action((plates, options) =>
      run(
        async (io) => (await import("../state-cars-command.ts")).stateForgetCommand(plates, usual(options), io),
        options,
      ),
    );
  addSaying(state, "release", "let the next run send changes that are skipped because they were undone again and again")
    .argument("<plate...>", "which cars")
    .action((plates, options) =>
      run(
        async (io) => (await import("../state-cars-command.ts")).stateReleaseCommand(plates, usual(options), io),
        options,
      ),
    );
}

function usual<Options>(options: Options): Options & { file: readonly string[] } {
  return { file: ["fleet.yaml"], ...options };
}

function addSaying(state: Command, name: string, description: string) {
  // Plates follow: no option may take several values.
  return addStateOption(state.command(name).description(description))
    .option("-f, --file <path>", "fleet file, folder or glob; may repeat (default: fleet.yaml)", collect)
    .option("--account <baId>", "only these billing accounts; may repeat", collect)
    .option("--auto-approve", "do not ask")
    .option("--base-url <url>", "instead of PLATECTL_BASE_URL")
    .option("--auth-url <url>", "instead of PLATECTL_AUTH_URL")
    .option("--partner-url <url>", "instead of PLATECTL_PARTNER_URL");
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
