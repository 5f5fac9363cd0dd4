import { describeFailure, takeEnvironment, writeBeforeExit } from "../cli/index.ts";
import { EXIT } from "../exit-code.ts";
import { runAction } from "./run-action.ts";

const variables = takeEnvironment();

process.on("uncaughtException", (error) => {
  writeBeforeExit(describeFailure(error).text);
  process.exit(EXIT.internal);
});
// A closed log must not end an apply that is running.
process.stdout.on("error", () => undefined);

process.exitCode = await runAction(variables, (text) => process.stdout.write(text));
