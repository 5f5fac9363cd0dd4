import type { Command } from "commander";
import { EXIT } from "../../exit-code.ts";
import { bashCompletion } from "../completion/bash.ts";
import { completablesOf } from "../completion/completable.ts";
import { fishCompletion } from "../completion/fish.ts";
import { wordsToOffer } from "../completion/offers.ts";
import { zshCompletion } from "../completion/zsh.ts";
import type { InputOf } from "../definitions/spec.ts";
import type { completionSpec } from "../definitions/tools.ts";
import type { Io } from "../io.ts";

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
