import { describeFailure, lastWords, takeEnvironment } from "../cli/index.ts";
import { EXIT } from "../exit-code.ts";
import { runAction } from "./run-action.ts";

const variables = takeEnvironment();

process.on("uncaughtException", (error) => {
  lastWords(describeFailure(error).text);
  process.exit(EXIT.internal);
});
// A log that nobody reads any more must not end an apply under way.
process.stdout.on("error", () => undefined);

process.exitCode = await runAction(variables, (text) => process.stdout.write(text));
