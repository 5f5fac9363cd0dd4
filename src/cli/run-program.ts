import { CommanderError } from "commander";
import type { PlateView } from "../render/index.ts";
import { FULL_PLATES } from "../render/plates/full-plates.ts";
import { describeFailure } from "./describe-failure.ts";
import { processIo, withPlates } from "./io.ts";
import type { CommonOptions } from "./options.ts";
import { environment } from "./process-info.ts";
import { createProgram, usageExitCode } from "./program.ts";
import type { Runner } from "./runner.ts";

const run: Runner = async (command, options) => {
  let io = processIo({ noColor: !options.color, env: process.env });
  try {
    io = withPlates(io, await platesFor(options));
    process.exitCode = await command(io);
  } catch (error) {
    const failure = describeFailure(error, io.plates);
    if (options.json) await io.result(failure.document).catch(() => undefined);
    io.message(failure.text);
    process.exitCode = failure.exitCode;
  }
};

/** Runs what the command line says, and sets the exit code; rejects when it cannot be run at all. `word` is its first argument. */
export async function runProgram(word: string | undefined): Promise<void> {
  try {
    await (await createProgram(run, word)).parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = usageExitCode(error);
  }
}

// Showing them in another form takes rooms that a run may not need otherwise.
async function platesFor({ plates }: CommonOptions): Promise<PlateView> {
  const variables = environment();
  if ((plates ?? (variables["PLATECTL_PLATES"] || "full")) === "full") return FULL_PLATES;
  return (await import("./choose-plates.ts")).choosePlates(plates, variables);
}
