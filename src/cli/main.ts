#!/usr/bin/env node
import { CommanderError } from "commander";
import { EXIT } from "../exit-code.ts";
import { describeFailure } from "./describe-failure.ts";
import { lastWords, processIo } from "./io.ts";
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

process.on("uncaughtException", (error) => {
  lastWords(describeFailure(error).text);
  process.exit(EXIT.internal);
});

try {
  await createProgram(run).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = usageExitCode(error);
  else {
    const failure = describeFailure(error);
    lastWords(failure.text);
    process.exitCode = failure.exitCode;
  }
}
