import type { Command } from "commander";
import { EXIT } from "../../../exit-code.ts";
import type { InputOf } from "../../definitions/spec.ts";
import type { completionSpec } from "../../definitions/tools.ts";
import type { Io } from "../../process/io.ts";
import { bashCompletion } from "./bash.ts";
import { completablesOf, wordsToOffer } from "./completable.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `platectl completion`: prints a completion script for every command. Contacts nothing. */
export async function completionCommand(
  { shell }: InputOf<typeof completionSpec>,
  io: Io,
  program: Command,
): Promise<number> {
  await io.result(SCRIPTS[shell](completablesOf(program, wordsToOffer())));
  return EXIT.ok;
}
