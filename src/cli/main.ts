#!/usr/bin/env node
import { EXIT } from "../run/exit-code.ts";
import { describeFailure } from "./process/describe-failure.ts";
import { writeBeforeExit } from "./process/io.ts";
import { endOnSignals } from "./process/limits.ts";
import { TOOL, takeEnvironment } from "./process/process-info.ts";

// What takes long to load is loaded when it is needed. What describes failures is loaded at once: when something fails, the
// file may be gone, or the process out of file descriptors.

takeEnvironment();

const args = process.argv.slice(2);
const [word, ...others] = args;

process.on("uncaughtException", (error) => {
  writeBeforeExit(describeFailure(error).text);
  process.exit(EXIT.internal);
});

// The first process of a container receives only those signals that it listens for.
if (process.pid === 1) endOnSignals();

if ((word === "--version" || word === "-V") && others.length === 0) process.stdout.write(`${TOOL.version}\n`);
else if (word === "__complete") await complete(others);
else {
  try {
    await (await import("./program.ts")).runProgram(args);
  } catch (error) {
    const { text, exitCode } = describeFailure(error);
    writeBeforeExit(text);
    process.exitCode = exitCode;
  }
}

// What the script of a shell asks on each Tab: whatever fails, the command line of the user stays as it is.
async function complete(words: readonly string[]): Promise<void> {
  process.stdout.on("error", () => undefined);
  const offers = await import("./complete.ts").then(({ offersFor }) => offersFor(words)).catch(() => []);
  process.stdout.write(offers.map((offer) => `${offer}\n`).join(""));
}
