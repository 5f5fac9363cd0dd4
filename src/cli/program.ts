import { Argument, Command, CommanderError, Option } from "commander";
import { FULL_PLATES, type PlateView, visibleLines } from "../render/index.ts";
import { EXIT } from "../run/exit-code.ts";
import { COMMANDS, type CommandEntry, GROUPS, SUMMARIES } from "./commands.ts";
import {
  COMMON_OPTIONS,
  type CommandSpec,
  type CommonInput,
  type OperandSpec,
  type OptionSpec,
  optionName,
  type RawValues,
} from "./definitions/spec.ts";
import { enterFolder, enterFolderOfFleetFile, enterNamedFolders, folderWithFleetFile } from "./input/fleet-file.ts";
import { describeFailure, isReaderGone } from "./process/describe-failure.ts";
import { processIo, withPlates } from "./process/io.ts";
import { environment, rememberCommand, TOOL } from "./process/process-info.ts";

/** Runs a command with the values of its command line. */
type RunEntry = (entry: CommandEntry, spec: CommandSpec, values: RawValues & CommonInput) => Promise<void>;

type Help = typeof import("./help.ts");

/** Descriptions are broken down to this many columns beside the names of options. */
const NARROWEST_HELP = 20;

/** Runs the command line and sets the exit code; rejects when it cannot be run at all. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const words = enterNamedFolders(args);
  const steps = words.length === 0 ? firstSteps() : undefined;
  if (steps !== undefined) {
    process.stderr.write(steps);
    process.exitCode = EXIT.input;
    return;
  }
  // Commander's own `help` knows no subcommands.
  const [word, ...others] = words;
  const line = word === "help" ? [...others, "--help"] : words;
  try {
    await (await createProgram(runEntry, line)).parseAsync(line, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version also arrive as errors.
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.input;
    if (error.exitCode !== 0 && error.code !== "commander.help") await writeUsageError(error, line);
  }
}

async function writeUsageError({ message }: CommanderError, line: readonly string[]): Promise<void> {
  const { withUsageHint } = await import("./usage-hints.ts");
  const plates = await platesFor(/ --plates[= ](\S+)/.exec(` ${line.join(" ")}`)?.[1], false);
  process.stderr.write(plates.message(visibleLines(withUsageHint(`${message}\n`, line, await optionsAt(line)))));
  process.stderr.write("(platectl <command> --help shows its options)\n");
}

// The names of the options of the command that a line begins with.
async function optionsAt(line: readonly string[]): Promise<readonly string[] | undefined> {
  const path = [line.slice(0, 2).join(" "), line[0] ?? ""].find((one) => Object.hasOwn(COMMANDS, one));
  const spec = await (path === undefined ? undefined : COMMANDS[path])?.definition();
  return (
    spec &&
    Object.entries({ ...spec.options, ...COMMON_OPTIONS }).flatMap(([key, option]) => [
      optionName(key, option),
      ...(option.short === undefined ? [] : [option.short]),
    ])
  );
}

/**
 * The command line: every command, and the options of those that `line` begins with; without it, those of all. Usage errors
 * are thrown as `CommanderError` and not written.
 */
export async function createProgram(run: RunEntry, line?: readonly string[]): Promise<Command> {
  const program = new Command("platectl")
    .description("Keep parking allowlists as code: plan, review and apply the cars of a fleet.")
    .version(TOOL.version, "-V, --version")
    .addOption(optionOf("directory", COMMON_OPTIONS.directory))
    .exitOverride()
    .configureHelp({ minWidthToWrap: NARROWEST_HELP })
    .configureOutput({ writeOut: writeHelp, outputError: () => undefined });
  const isHelp = line === undefined || line.includes("--help") || line.includes("-h");
  const showsRare = line?.includes("--all") ?? true;
  const all = Object.entries(SUMMARIES);
  const named = line === undefined ? all : all.filter(([path]) => path.split(" ", 1)[0] === line[0]);
  const help = isHelp && named.length > 0 ? await import("./help.ts") : undefined;
  for (const [path, summary] of named.length > 0 ? named : all) {
    const command = commandAt(program, path.split(" ")).description(summary).exitOverride();
    const entry = named.length > 0 ? COMMANDS[path] : undefined;
    if (!entry) continue;
    const spec = await entry.definition();
    complete(command, spec, (values) => run(entry, spec, values), help, showsRare);
    if (help) command.addHelpText("after", help.helpEnding(path, showsRare));
  }
  return program;
}

// `platectl plan --help | head` ends when its reader has enough.
function writeHelp(text: string): void {
  process.stdout.once("error", (error) => {
    if (!isReaderGone(error)) throw error;
  });
  process.stdout.write(text);
}

function commandAt(program: Command, [first = "", second]: readonly string[]): Command {
  if (second === undefined) return program.command(first);
  const group = program.commands.find((one) => one.name() === first);
  return (group ?? program.command(first).description(GROUPS[first] ?? "")).command(second);
}

// What a command takes, and does. Only help needs the options in an order, under headings.
function complete(
  command: Command,
  spec: CommandSpec,
  run: (values: RawValues & CommonInput) => Promise<void>,
  help: Help | undefined,
  showsRare: boolean,
): void {
  const operands = Object.entries(spec.operands ?? {});
  for (const [key, operand] of operands) command.addArgument(argumentOf(key, operand));
  const options = help?.listedOptions(spec.options) ?? Object.entries({ ...spec.options, ...COMMON_OPTIONS });
  for (const [key, option, heading] of options) {
    const made = optionOf(key, option);
    command.addOption(
      heading === undefined ? made : made.helpGroup(heading).hideHelp(option.rare === true && !showsRare),
    );
  }
  command.action(() => {
    rememberCommand(typedWords(command));
    const given = Object.fromEntries(operands.map(([key], at) => [key, command.processedArgs[at]]));
    return run({ ...command.optsWithGlobals(), ...given });
  });
}

// `state adopt --account`.
function typedWords(command: Command): readonly string[] {
  const isTyped = (option: Option) => command.getOptionValueSourceWithGlobals(option.attributeName()) === "cli";
  const options = [...(command.parent?.options ?? []), ...command.options].filter(isTyped);
  const group = command.parent?.parent ? [command.parent.name()] : [];
  return [...group, command.name(), ...options.map(({ long }) => long ?? "")];
}

function argumentOf(
  key: string,
  { description, optional, repeats, choices, fallback }: OperandSpec<unknown>,
): Argument {
  const name = `${key}${repeats ? "..." : ""}`;
  const argument = new Argument(optional ? `[${name}]` : `<${name}>`, description);
  if (choices) argument.choices(choices);
  return fallback === undefined ? argument : argument.default(fallback);
}

function optionOf(key: string, spec: OptionSpec<unknown>): Option {
  const { short, takes, choices, conflicts = [], fallback, repeats } = spec;
  const name = optionName(key, spec);
  const option = new Option([short && `${short},`, name, takes].filter(Boolean).join(" "), spec.description);
  if (choices) option.choices(choices);
  if (repeats && !option.variadic) option.argParser(collector(option.parseArg));
  if (fallback !== undefined) option.default(fallback);
  return option.conflicts([...conflicts]).makeOptionMandatory(spec.required === true);
}

// Collects the values of an option that takes one at a time: a copy for each would be quadratic.
function collector(check: Option["parseArg"]): (value: string) => readonly string[] {
  const values: string[] = [];
  return (value) => {
    check?.(value, undefined);
    values.push(value);
    return values;
  };
}

const runEntry: RunEntry = async (entry, spec, values) => {
  const streams = processIo(!values.color);
  let io = withPlates(streams, await platesFor(values.plates, false));
  try {
    for (const folder of values.directory ?? []) enterFolder(folder);
    const entered = await enterFolderOfFleetFile(spec, values);
    io = withPlates(streams, await platesFor(values.plates, true));
    if (entered.note !== undefined && !values.quiet) io.message(visibleLines(entered.note));
    process.exitCode = await entry.run(entered.values, io);
  } catch (error) {
    if (isReaderGone(error)) {
      process.exitCode = EXIT.undelivered;
      return;
    }
    const failure = describeFailure(error, io.plates);
    if (values.json) await io.result(failure.document).catch(() => undefined);
    io.message(failure.text);
    process.exitCode = failure.exitCode;
  }
};

// Masking and hashing load modules that a run may not need otherwise. What goes wrong before the key of hashes is read, or the
// command line is understood, is masked.
async function platesFor(wish: string | undefined, isChosen: boolean): Promise<PlateView> {
  if ((wish ?? (environment()["PLATECTL_PLATES"] || "full")) === "full") return FULL_PLATES;
  const { choosePlates, maskedPlates } = await import("./output/shown-plates.ts");
  return isChosen ? choosePlates(wish, environment()) : maskedPlates();
}

const FIRST_STEPS = `There is no fleet.yaml or platectl.yaml here yet. To start:
  platectl export --output fleet.yaml   if the server holds a list already: writes it as a fleet file
  platectl import cars.csv              if a spreadsheet holds the cars
  platectl init                         if there is neither: writes an empty fleet file with comments
\`platectl sandbox\` starts a local server to try this with, and \`platectl --help\` lists all commands.
`;

/** What to do in a folder without a fleet file; undefined where there is one. */
function firstSteps(): string | undefined {
  return folderWithFleetFile(process.cwd()) === undefined ? FIRST_STEPS : undefined;
}
