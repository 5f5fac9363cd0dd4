import { CommanderError } from "commander";
import { lastWords, processIo } from "./io.ts";
import { createProgram, usageExitCode } from "./program.ts";
import type { Runner } from "./runner.ts";

const run: Runner = async (command, options) => {
  const io = processIo({ noColor: !options.color, env: process.env });
  try {
    process.exitCode = await command(io);
  } catch (error) {
    const failure = await described(error);
    if (options.json) await io.result(failure.document).catch(() => undefined);
    io.message(failure.text);
    process.exitCode = failure.exitCode;
  }
};

/** Runs what the command line says, and sets the exit code. `word` is its first argument. */
export async function runProgram(word: string | undefined): Promise<void> {
  try {
    await (await createProgram(run, word)).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = usageExitCode(error);
    else {
      const failure = await described(error);
      lastWords(failure.text);
      process.exitCode = failure.exitCode;
    }
  }
}

// Failures are rare, and their words come from rooms that a run may not need otherwise.
async function described(error: unknown) {
  const { describeFailure } = await import("./describe-failure.ts");
  return describeFailure(error);
}
