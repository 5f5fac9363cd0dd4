import { COMMANDS, GROUPS, SUMMARIES } from "./commands.ts";
import {
  COMMON_OPTIONS,
  type CommandSpec,
  isFileValue,
  type OperandSpec,
  type OptionSpec,
  optionName,
} from "./definitions/spec.ts";
import { FILES } from "./definitions/tools.ts";

/** What may be at a place of the command line: the word, and what it means. */
type Offer = readonly [word: string, meaning: string];

type Option = OptionSpec<unknown>;

interface Place {
  /** The command or group so far: `state show`; empty at the start. */
  readonly path: string;
  /** How many operands of it there were. */
  readonly operands: number;
  /** The option whose value comes next. */
  readonly option?: Option | undefined;
}

/**
 * What a shell offers for the last of these words, which follow `platectl`: lines of a word, a tab and its meaning, or
 * `FILES`. They come from the definitions of the commands alone, rare options too, and never from a server or a file.
 */
export async function offersFor(words: readonly string[]): Promise<readonly string[]> {
  const current = words.at(-1) ?? "";
  let place: Place = { path: "", operands: 0 };
  for (const word of words.slice(0, -1)) place = await after(place, word);
  const offers = await offersAt(place, current);
  if (offers === FILES) return [FILES];
  return offers.filter(([word]) => word.startsWith(current)).map((offer) => offer.join("\t"));
}

async function after(place: Place, word: string): Promise<Place> {
  const { path, operands, option } = place;
  if (word.startsWith("-")) return { path, operands, option: withValue((await optionsOf(path)).get(word)) };
  if (option) return option.takes?.includes("...") ? place : { path, operands };
  if (path === "" && word === "help") return place;
  const below = `${path} ${word}`.trim();
  const isCommand = operands === 0 && (Object.hasOwn(COMMANDS, below) || Object.hasOwn(GROUPS, below));
  return isCommand ? { path: below, operands: 0 } : { path, operands: operands + 1 };
}

async function offersAt({ path, operands, option }: Place, current: string): Promise<readonly Offer[] | typeof FILES> {
  const [, name] = /^(--[^=]+)=/.exec(current) ?? [];
  if (name !== undefined) return valuesOf(withValue((await optionsOf(path)).get(name)), `${name}=`);
  if (current.startsWith("-"))
    return [...(await optionsOf(path))].map(([word, { description }]) => [word, description]);
  if (option) return valuesOf(option);
  const spec = await definitionOf(path);
  if (!spec) return operands === 0 ? commandsBelow(path) : [];
  const known = Object.entries(spec.operands ?? {});
  const [key, operand] = known[operands] ?? known.filter(([, { repeats }]) => repeats).at(-1) ?? [];
  return valuesOf(operand, "", key);
}

function commandsBelow(path: string): readonly Offer[] {
  const start = path === "" ? "" : `${path} `;
  const offers = Object.entries(SUMMARIES)
    .filter(([command]) => command.startsWith(start))
    .map(([command, summary]): Offer => {
      const [word = "", ...others] = command.slice(start.length).split(" ");
      return [word, others.length > 0 ? (GROUPS[word] ?? "") : summary];
    });
  return [...new Map(offers)];
}

async function definitionOf(path: string): Promise<CommandSpec | undefined> {
  return Object.hasOwn(COMMANDS, path) ? COMMANDS[path]?.definition() : undefined;
}

async function optionsOf(path: string): Promise<ReadonlyMap<string, Option>> {
  const { directory } = COMMON_OPTIONS;
  const spec = await definitionOf(path);
  const options = path === "" ? { directory } : { ...spec?.options, ...(spec && COMMON_OPTIONS) };
  const named = Object.entries<Option>(options).flatMap(([key, option]): (readonly [string, Option])[] => {
    const long = optionName(key, option);
    return [...(option.short === undefined ? [] : [[option.short, option] as const]), [long, option]];
  });
  return new Map([...named, ...Object.entries(path === "" ? { ...VERSION, ...HELP } : HELP)]);
}

const VERSION: Readonly<Record<string, Option>> = { "--version": { description: "print the version" } };
const HELP: Readonly<Record<string, Option>> = { "--help": { description: "show the options" } };

function withValue(option: Option | undefined): Option | undefined {
  return option?.takes === undefined ? undefined : option;
}

/** What an option or an operand takes; an operand is a file by its key. Each word begins with `before`. */
async function valuesOf(
  spec: Option | OperandSpec<unknown> | undefined,
  before = "",
  name = spec && "takes" in spec ? spec.takes : "",
): Promise<readonly Offer[] | typeof FILES> {
  const offered = spec && "offers" in spec ? spec.offers : undefined;
  const words = spec?.choices ?? (typeof offered === "function" ? await offered() : offered);
  if (words) return words.map((word) => [before + word, ""]);
  return isFileValue(name?.replace(/[<>.]/g, "") ?? "") ? FILES : [];
}
