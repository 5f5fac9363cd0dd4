/**
 * An option of a command. Its key is its name: `exitCode` is `--exit-code`. `Value` is what the
 * command gets, with `undefined` where the option may be left out.
 */
export interface OptionSpec<Value> {
  readonly description: string;
  /** How help shows its value, `<file>`; a switch has none. */
  readonly takes?: string;
  readonly short?: string;
  readonly choices?: readonly string[];
  /** What a shell offers for a value that may be another, too. */
  readonly offers?: readonly string[] | (() => Promise<readonly string[]>);
  /** May be given several times; the command gets all values. */
  readonly repeats?: true;
  /** True unless it is given: `color` is `--no-color`. */
  readonly negated?: true;
  readonly required?: true;
  /** Keys of options that exclude it. */
  readonly conflicts?: readonly string[];
  readonly fallback?: Value;
  /** Names fleet files; without it, the command uses one that it finds itself. */
  readonly searched?: true;
  /** Few people need it: the reference has it, and `--help --all`. */
  readonly rare?: true;
  readonly read?: Reader<unknown>;
}

/** A positional argument. Its key is its name; the order of the keys is their order. */
export interface OperandSpec<Value> {
  readonly description: string;
  readonly optional?: true;
  readonly repeats?: true;
  readonly choices?: readonly string[];
  readonly fallback?: Value;
  readonly read?: Reader<unknown>;
}

/** Reads the text of a value; `name` is what a message calls it: `--port`, `<baId>`. Throws a `CommandFailure` (3). */
export type Reader<Value> = (text: string, name: string) => Value;

/** The options and operands of a command. */
export interface CommandSpec {
  readonly operands?: Readonly<Record<string, OperandSpec<unknown>>>;
  readonly options: Readonly<Record<string, OptionSpec<unknown>>>;
}

type ValueOf<Spec> = Spec extends OptionSpec<infer Value> | OperandSpec<infer Value> ? Value : never;

/** What a command gets for some options or operands. */
export type ValuesOf<Specs> = {
  readonly [Key in keyof Specs as undefined extends ValueOf<Specs[Key]> ? never : Key]: ValueOf<Specs[Key]>;
} & {
  readonly [Key in keyof Specs as undefined extends ValueOf<Specs[Key]> ? Key : never]?: Exclude<
    ValueOf<Specs[Key]>,
    undefined
  >;
};

/** What a command gets for its command line: a renamed option or operand does not compile where it is used. */
export type InputOf<Spec extends CommandSpec> = CommonInput &
  ValuesOf<Spec["options"]> &
  (Spec extends { readonly operands: infer Operands } ? ValuesOf<Operands> : unknown);

/** A switch. */
export function flag(description: string): OptionSpec<boolean | undefined> {
  return { description };
}

/** An option that takes one text. */
export function textOption(takes: string, description: string): OptionSpec<string | undefined> {
  return { takes, description };
}

/** An option whose value is parsed. */
export function valueOption<Value>(
  takes: string,
  description: string,
  read: Reader<Value>,
): OptionSpec<Value | undefined> {
  return { takes, description, read };
}

/** An option that takes one of some words. */
export function choice<const Choice extends string>(
  takes: string,
  description: string,
  choices: readonly Choice[],
): OptionSpec<Choice | undefined> {
  return { takes, description, choices };
}

/** An option that may be given several times. */
export function several<Value = string>(
  takes: string,
  description: string,
  read?: Reader<Value>,
): OptionSpec<readonly Value[] | undefined> {
  return { takes, description, repeats: true, ...(read && { read }) };
}

/** The same, of which each takes one of some words. */
export function severalOf<const Choice extends string>(
  takes: string,
  description: string,
  choices: readonly Choice[],
): OptionSpec<readonly Choice[] | undefined> {
  return { takes, description, repeats: true, choices };
}

/** The same option, with a default value. */
export function withDefault<Value, Default extends Exclude<Value, undefined>>(
  spec: OptionSpec<Value>,
  fallback: Default,
): OptionSpec<Exclude<Value, undefined>> {
  const { fallback: _, ...rest } = spec;
  return { ...rest, fallback };
}

/** The same option, left out of the short help. */
export function rare<Value>(spec: OptionSpec<Value>): OptionSpec<Value> {
  return { ...spec, rare: true };
}

/** The same option, without which the command does not run. */
export function required<Value>({ fallback: _, ...spec }: OptionSpec<Value>): OptionSpec<Exclude<Value, undefined>> {
  return { ...spec, required: true };
}

/** The operand that a command needs. */
export function operand(description: string, read?: Reader<string>): OperandSpec<string> {
  return { description, ...(read && { read }) };
}

/** Operands up to the end of the command line; at least one, unless they are optional. */
export function operands(
  description: string,
  more: Pick<OperandSpec<unknown>, "optional"> = {},
): OperandSpec<readonly string[]> {
  return { description, repeats: true, ...more };
}

/** What help calls a value that is a file or a folder. */
const FILE_VALUES: readonly string[] = ["file", "path", "plan", "document", "folder", "list", "report"];

/** Whether a value is a file or a folder, by what help calls it: `file` for `<file>`, or the operand's key. */
export function isFileValue(name: string): boolean {
  return FILE_VALUES.includes(name.toLowerCase());
}

/** How plates can be shown (`--plates`, PLATECTL_PLATES). */
export const PLATE_MODES = ["full", "masked", "hashed"] as const;

const NO_COLOR: OptionSpec<boolean> = { description: "no colours", negated: true, rare: true };

/** Options of every command. */
export const COMMON_OPTIONS = {
  json: flag("print the result as a JSON document"),
  quiet: flag("no progress, notes or warnings on stderr; the result is complete"),
  verbose: rare(flag("log every request to stderr")),
  color: NO_COLOR,
  directory: rare({
    ...several("<folder>", "run as if started in this folder; may stand before the command"),
    short: "-C",
  }),
  plates: rare(choice("<how>", "how to show plates (default: PLATECTL_PLATES, else full)", PLATE_MODES)),
};

/** What every command gets. */
export type CommonInput = ValuesOf<typeof COMMON_OPTIONS>;

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
    .map(([key, { read }, name]): readonly unknown[] => {
      const given = raw[key];
      const readOne = (one: unknown) => (read && typeof one === "string" ? read(one, name) : one);
      return [key, Array.isArray(given) ? given.map(readOne) : readOne(given)];
    });
  // From here on the definition vouches for the types.
  return Object.fromEntries(read);
}
