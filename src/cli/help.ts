import { EXIT } from "../exit-code.ts";
import { EXIT_MEANINGS, HELP_ENDINGS } from "./definitions/help.ts";
import { SERVER_OPTIONS, STATE_OPTIONS } from "./definitions/shared.ts";
import { COMMON_OPTIONS, type OptionSpec } from "./definitions/spec.ts";

/** An option with its key, and the heading under which help lists it. */
export interface ListedOption {
  readonly key: string;
  readonly spec: OptionSpec<unknown>;
  readonly heading: (typeof HEADINGS)[number];
}

const HEADINGS = ["Options:", "Server and state:", "Options of every command:"] as const;

const SERVER_KEYS = new Set([...Object.keys(SERVER_OPTIONS), ...Object.keys(STATE_OPTIONS)]);

/** The options of a command in the order of its help: the fleet file first, what few people need last. */
export function listedOptions(options: Readonly<Record<string, OptionSpec<unknown>>>): readonly ListedOption[] {
  const listed = [
    ...Object.entries(options).map(([key, spec]) => ({ key, spec, heading: HEADINGS[SERVER_KEYS.has(key) ? 1 : 0] })),
    ...Object.entries(COMMON_OPTIONS).map(([key, spec]) => ({ key, spec, heading: HEADINGS[2] })),
  ];
  const rank = ({ key, heading }: ListedOption) => (key === "file" ? -1 : HEADINGS.indexOf(heading));
  return listed.sort((left, right) => rank(left) - rank(right));
}

/** What the help of a command ends with: examples, exit codes, and the page that says more. */
export function helpEnding(path: string): string {
  const ending = HELP_ENDINGS[path];
  if (ending === undefined) return "";
  const names = new Set(["ok", ...ending.exits, "input"]);
  const exits = Object.entries(EXIT).filter(([name]) => names.has(name));
  const meanings: Readonly<Record<string, string>> = EXIT_MEANINGS;
  return [
    "",
    "Examples:",
    ...ending.examples.map((example) => `  platectl ${example}`),
    "",
    "Exit codes:",
    ...exits.map(([name, code]) => `  ${String(code).padEnd(3)}  ${meanings[name]}`),
    "",
    `More: ${ending.page} of platectl.`,
  ].join("\n");
}
