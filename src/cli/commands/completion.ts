import { Argument, type Command } from "commander";
import type { Runner } from "../runner.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** `platectl completion`. */
export function addCompletion(program: Command, run: Runner): void {
  program
    .command("completion")
    .description("print the completion script of a shell")
    .addArgument(new Argument("<shell>", "which one").choices(SHELLS))
    .action((shell, options) =>
      run(async (io) => (await import("../completion-command.ts")).completionCommand(shell, program, io), options),
    );
}
