#!/usr/bin/env node
import { EXIT } from "../exit-code.ts";
import { lastWords } from "./io.ts";
import { TOOL } from "./world.ts";

// Whatever takes long to load is loaded when it is needed: the version by nothing, a command by that command.

const [word, ...others] = process.argv.slice(2);

process.on("uncaughtException", async (error) => {
  const { describeFailure } = await import("./describe-failure.ts");
  lastWords(describeFailure(error).text);
  process.exit(EXIT.internal);
});

if ((word === "--version" || word === "-V") && others.length === 0) process.stdout.write(`${TOOL.version}\n`);
else await (await import("./run-program.ts")).runProgram(word);
