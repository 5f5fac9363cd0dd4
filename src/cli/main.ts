#!/usr/bin/env node
import { EXIT } from "../exit-code.ts";
import { describeFailure } from "./describe-failure.ts";
import { endOnSignals } from "./interrupts.ts";
import { lastWords } from "./io.ts";
import { TOOL, takeEnvironment } from "./process-info.ts";

// Whatever takes long to load is loaded when it is needed: the version by nothing, a command by that command. What puts
// failures into words is loaded at once: it may be gone, or no file be free to open, when something fails.

takeEnvironment();

const [word, ...others] = process.argv.slice(2);

process.on("uncaughtException", (error) => {
  lastWords(describeFailure(error).text);
  process.exit(EXIT.internal);
});

// The first process of a container is sent only those signals that it listens for.
if (process.pid === 1) endOnSignals();

if ((word === "--version" || word === "-V") && others.length === 0) process.stdout.write(`${TOOL.version}\n`);
else {
  try {
    await (await import("./run-program.ts")).runProgram(word);
  } catch (error) {
    const { text, exitCode } = describeFailure(error);
    lastWords(text);
    process.exitCode = exitCode;
  }
}
