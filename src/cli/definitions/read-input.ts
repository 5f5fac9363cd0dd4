import { COMMON_OPTIONS, type CommandSpec, type InputOf, type OperandSpec, type OptionSpec } from "./spec.ts";

/** The values of a command line by the keys of options and operands. */
export type RawValues = Readonly<Record<string, unknown>>;

type Spec = OptionSpec<unknown> | OperandSpec<unknown>;

/** The name of an option on the command line: `exitCode` is `--exit-code`; that of a negated one begins with `--no-`. */
export function optionName(key: string, { negated }: Pick<OptionSpec<unknown>, "negated"> = {}): string {
  return `--${negated ? "no-" : ""}${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * What a command gets for its command line; what was not given and has no default is left out.
 * @throws CommandFailure (3) for a value that an option or operand does not take.
 */
export function inputFrom<Command extends CommandSpec>(command: Command, raw: RawValues): InputOf<Command> {
  const options: readonly (readonly [string, Spec, string])[] = Object.entries({
    ...COMMON_OPTIONS,
    ...command.options,
  }).map(([key, spec]) => [key, spec, optionName(key)]);
  const operands = Object.entries(command.operands ?? {}).map(([key, spec]) => [key, spec, `<${key}>`] as const);
  const read = [...options, ...operands]
    .filter(([key]) => raw[key] !== undefined)
    .map(([key, spec, name]): readonly unknown[] => [key, readValue(raw[key], spec, name)]);
  // From here on the definition vouches for the types.
  return Object.fromEntries(read);
}

function readValue(given: unknown, { read }: Spec, name: string): unknown {
  const readOne = (one: unknown) => (read && typeof one === "string" ? read(one, name) : one);
  return Array.isArray(given) ? given.map(readOne) : readOne(given);
}
