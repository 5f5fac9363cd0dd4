import { CommanderError } from "commander";
import { describeFailure } from "./describe-failure.ts";
import { processIo } from "./io.ts";
import { createProgram, usageExitCode } from "./program.ts";
import type { Runner } from "./runner.ts";

const run: Runner = async (command, options) => {
  const io = processIo({ noColor: !options.color, env: process.env });
  try {
    process.exitCode = await command(io);
  } catch (error) {
    const failure = describeFailure(error);
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
