import type { Command } from "commander";
import { EXIT } from "../exit-code.ts";
import { bashCompletion } from "./completion/bash.ts";
import { completablesOf } from "./completion/completable.ts";
import { fishCompletion } from "./completion/fish.ts";
import { zshCompletion } from "./completion/zsh.ts";
import type { Io } from "./io.ts";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `platectl completion`: prints the script that makes a shell complete every command of the program. Contacts nothing. */
export async function completionCommand(shell: keyof typeof SCRIPTS, program: Command, io: Io): Promise<number> {
  await io.result(SCRIPTS[shell](completablesOf(program)));
  return EXIT.ok;
}
