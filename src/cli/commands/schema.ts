import { Argument, type Command } from "commander";
import type { Runner } from "../runner.ts";

const SCHEMAS = ["fleet", "plan", "report", "audit"] as const;

/** `platectl schema`. */
export function addSchema(program: Command, run: Runner): void {
  program
    .command("schema")
    .description("print the JSON Schema of the fleet file or of a document")
    .addArgument(new Argument("[document]", "which one").choices(SCHEMAS).default("fleet" as const))
    .action((name, options) =>
      run(async (io) => (await import("../schema-command.ts")).schemaCommand(name, io), options),
    );
}
