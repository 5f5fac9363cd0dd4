import type { Argument, Command, Option } from "commander";
import { BEHAVIOUR_SWITCHES, chaosProfiles } from "../../../sandbox/index.ts";
import { isFileValue } from "../../definitions/spec.ts";

/** What a value may be: one of some words, a file, or anything. */
export type Values =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "files" | "free" };

/** An option as a shell offers it. `values` is absent for switches. */
export interface CompletableOption {
  /** `-f` and `--file`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly values?: Values;
  /** Whether further words are its values too. */
  readonly takesMany: boolean;
}

/** A command as a shell offers it; the first one is the program itself, with an empty path. */
export interface Completable {
  /** `state show`. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletableOption[];
  readonly arguments: Values | undefined;
}

/**
 * Every command below `command` with all that it takes, from the very tree that reads the command line. `offers` has words
 * for options whose values are not limited to them.
 */
export function completablesOf(
  command: Command,
  offers: ReadonlyMap<string, readonly string[]>,
  parents: readonly string[] = [],
): readonly Completable[] {
  const help = command.createHelp();
  const children = command.commands.filter((child) => child.name() !== "help");
  const own: Completable = {
    path: parents.join(" "),
    commands: children.map((child) => ({ name: child.name(), description: child.description() })),
    options: help.visibleOptions(command).map((option) => optionOf(option, offers)),
    arguments: command.registeredArguments[0] && valuesOf(command.registeredArguments[0]),
  };
  return [own, ...children.flatMap((child) => completablesOf(child, offers, [...parents, child.name()]))];
}

function optionOf(option: Option, offers: ReadonlyMap<string, readonly string[]>): CompletableOption {
  const words = offers.get(option.long ?? "");
  const values: Values = words ? { kind: "words", words } : valuesOf(option);
  return {
    names: [option.short, option.long].filter((name) => name !== undefined && name !== null),
    description: option.description,
    ...((option.required || option.optional) && { values }),
    takesMany: option.variadic,
  };
}

function valuesOf(taker: Argument | Option): Values {
  if (taker.argChoices) return { kind: "words", words: taker.argChoices };
  const name = "flags" in taker ? /[<[]([\w-]+)/.exec(taker.flags)?.[1] : taker.name();
  return { kind: name !== undefined && isFileValue(name) ? "files" : "free" };
}

/** Words that a shell offers for options that take other values, too, by the option's name. */
export function wordsToOffer(): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ["--chaos", [...chaosProfiles.keys()]],
    ["--behaviour", ["help", ...behaviourWords()]],
    ["--state", ["file:", "git:", "postgres://"]],
    ["--encoding", ["utf-8", "windows-1252", "windows-1250", "windows-1251", "macintosh", "utf-16le"]],
    ["--dates", ["YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY"]],
    ["--features", ["LEASING"]],
  ]);
}

// `accountCars=404` where the values are known, else `pageParam=`.
function behaviourWords(): string[] {
  return Object.entries<{ readonly choices?: readonly string[] }>(BEHAVIOUR_SWITCHES).flatMap(([key, { choices }]) =>
    (choices ?? [""]).map((choice) => `${key}=${choice}`),
  );
}
