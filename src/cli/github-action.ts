import { EXIT } from "../exit-code.ts";
import { describeFailure } from "./describe-failure.ts";
import { runAction } from "./github-action/run-action.ts";
import { lastWords } from "./io.ts";
import { takeEnvironment } from "./world.ts";

const variables = takeEnvironment();

process.on("uncaughtException", (error) => {
  lastWords(describeFailure(error).text);
  process.exit(EXIT.internal);
});
// A log that nobody reads any more must not end an apply under way.
process.stdout.on("error", () => undefined);

process.exitCode = await runAction(variables, (text) => process.stdout.write(text));
