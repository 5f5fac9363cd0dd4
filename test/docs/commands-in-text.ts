import { CommanderError } from "commander";
import { COMMANDS } from "../../src/cli/commands.ts";
import { COMMON_OPTIONS, optionName } from "../../src/cli/definitions/spec.ts";
import { createProgram } from "../../src/cli/program.ts";

/** The commands of a shell block: those behind `$ ` where there are any, else all lines; without comments. */
export function commandsOf(text: string): readonly string[] {
  const joined = text.replace(/\\\n/g, " ").split("\n");
  const prompted = joined.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
  const lines = prompted.length > 0 ? prompted : joined;
  return lines.map((line) => line.replace(/(^| +)#.*$/, "").trim()).filter((line) => line !== "");
}

/** The calls of platectl in a command, as words. */
export function callsIn(command: string): readonly (readonly string[])[] {
  return command
    .split(/&&|\|\||[|;]|<\(|\$\(|\)(?=$| )/)
    .map((part) => wordsOf(part.replace(/ [0-9]?>{1,2} *\S+/g, "")))
    .filter(([program]) => program === "platectl")
    .map(([, ...words]) => words);
}

function wordsOf(command: string): readonly string[] {
  return (command.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) => word.replace(/["']/g, ""));
}

/** Why the program would refuse these words; undefined where it would run. */
export async function refusalOf(words: readonly string[]): Promise<string | undefined> {
  const program = await createProgram(async () => undefined);
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  }
  try {
    await program.parseAsync([...words], { from: "user" });
    return undefined;
  } catch (error) {
    const isAnswer = error instanceof CommanderError && error.exitCode === 0;
    return isAnswer ? undefined : `platectl ${words.join(" ")}: ${error instanceof Error ? error.message : error}`;
  }
}

/** What a text names as a command or option of platectl that the program does not have; values are not looked at. */
export async function unknownIn(words: readonly string[]): Promise<readonly string[]> {
  const [first = "", second = ""] = words;
  const path = [`${first} ${second}`, first].find((one) => Object.hasOwn(COMMANDS, one));
  const isGroup = Object.keys(COMMANDS).some((one) => one.startsWith(`${first} `));
  if (path === undefined) {
    const isKnown = /^(?:-|<|\[|…|[A-Z])/.test(first) || first === "" || first === "help";
    const isGroupAlone = isGroup && (second === "" || /^[-…]/.test(second));
    return isKnown || isGroupAlone ? [] : [`platectl ${words.join(" ")}: no such command`];
  }
  const options = { ...COMMON_OPTIONS, ...(await COMMANDS[path]?.definition())?.options };
  const names = new Set([
    "--help",
    "-h",
    ...Object.entries(options).flatMap(([key, spec]) => [optionName(key, spec), ...(spec.short ? [spec.short] : [])]),
  ]);
  return words
    .filter((word) => /^-{1,2}[a-z]/.test(word))
    .map((word) => word.replace(/[=,;.:)]+.*$/, ""))
    .filter((word) => !names.has(word))
    .map((word) => `platectl ${path}: no option ${word}`);
}
