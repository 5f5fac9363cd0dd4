import { numberFrom } from "./readers.ts";
import { count } from "./shared.ts";
import {
  type CommandSpec,
  choice,
  flag,
  type OperandSpec,
  several,
  textOption,
  valueOption,
  withDefault,
} from "./spec.ts";

/** `platectl sandbox`. */
export const sandboxSpec = {
  options: {
    port: withDefault(valueOption("<number>", "port to listen on; 0 takes any free one", numberFrom(0, 65_535)), 0),
    mode: withDefault(choice("<mode>", "which allowlists it keeps", ["global", "billing-account"]), "global"),
    cars: textOption("<file>", "start with the cars of this fleet file, in its mode, as if it was applied today"),
    empty: flag("start without cars; with --cars with the accounts of that file alone"),
    data: textOption("<file>", "keep the contents in this file across restarts"),
    seed: withDefault(
      count("<number>", "which invented fleet to start with, where neither --cars nor --empty is given"),
      1,
    ),
    chaos: withDefault(
      {
        ...textOption("<profile>", "latency and faults: none, slow, picky, busy, flaky or hostile"),
        offers: async () => (await import("./sandbox-words.ts")).chaosWords(),
      },
      "none",
    ),
    asDocumented: flag(
      "leave open what the interface document leaves open: no list of an account's cars, no global delete",
    ),
    behaviour: {
      ...several("<key=value>", "change one switch of the server; may be given several times; `help` lists them"),
      offers: async () => (await import("./sandbox-words.ts")).behaviourWords(),
    },
  },
} satisfies CommandSpec;

const SHELLS = ["bash", "zsh", "fish"] as const;
const SHELL: OperandSpec<(typeof SHELLS)[number]> = { description: "which one", choices: SHELLS };

/** `platectl completion`. */
export const completionSpec = {
  operands: { shell: SHELL },
  options: {},
} satisfies CommandSpec;

/** The line of `platectl __complete` that asks the shell for names of files: no command, option or value is called so. */
export const FILES = ":files";

/** `platectl demo`. */
export const demoSpec = {
  options: {},
} satisfies CommandSpec;
