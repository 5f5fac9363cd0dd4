import { Argument, Command, CommanderError, Option } from "commander";
import { EXIT } from "../exit-code.ts";
import { FULL_PLATES, type PlateView, visibleLines } from "../render/index.ts";
import { COMMANDS, type CommandEntry, GROUPS } from "./commands.ts";
import { optionName, type RawValues } from "./definitions/readers.ts";
import { COMMON_OPTIONS, type CommonInput, type OperandSpec, type OptionSpec } from "./definitions/spec.ts";
import { helpEnding, listedOptions } from "./help.ts";
import { enterFolder, enterFolderOfFleetFile, enterNamedFolders, folderWithFleetFile } from "./input/fleet-file.ts";
import { describeFailure, isReaderGone } from "./process/describe-failure.ts";
import { processIo, withPlates } from "./process/io.ts";
import { environment, TOOL } from "./process/process-info.ts";
import { withUsageHint } from "./process/usage-hints.ts";

/** Runs a command with the values of its command line. */
type RunEntry = (entry: CommandEntry, values: RawValues & CommonInput) => Promise<void>;

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
    const plates = await platesUntilChosen(/ --plates[= ](\S+)/.exec(` ${line.join(" ")}`)?.[1]);
    await createProgram(runEntry, line[0], line.includes("--all"), plates).parseAsync(line, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version also arrive as errors.
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.input;
  }
}

/**
 * The command line: every command with its options, or just those of the one that `word` names, where that is all a run
 * needs. Help shows rare options with `showsRare`. Usage errors are written so that they show plates as
 * `plates` says, and thrown as `CommanderError`.
 */
export function createProgram(
  run: RunEntry,
  word?: string,
  showsRare = word === undefined,
  plates = FULL_PLATES,
): Command {
  const program = new Command("platectl")
    .description("Keep parking allowlists as code: plan, review and apply the cars of a fleet.")
    .version(TOOL.version, "-V, --version")
    .addOption(optionOf("directory", COMMON_OPTIONS.directory))
    .exitOverride()
    .configureOutput({
      writeOut: writeHelp,
      outputError: (text, write) => write(plates.message(visibleLines(withUsageHint(text, process.argv.slice(2))))),
    })
    .showHelpAfterError("(platectl <command> --help shows its options)");
  const all = Object.entries(COMMANDS);
  const named = all.filter(([path]) => path.split(" ", 1)[0] === word);
  for (const [path, entry] of named.length > 0 ? named : all) {
    const command = commandAt(program, path.split(" ")).description(entry.spec.summary).exitOverride();
    if (word !== "--help") complete(command, path, entry, run, showsRare);
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
  return second === undefined ? program.command(first) : groupOf(program, first).command(second);
}

// What a command takes, and does.
function complete(command: Command, path: string, entry: CommandEntry, run: RunEntry, showsRare: boolean): void {
  const operands = Object.entries(entry.spec.operands ?? {});
  for (const [key, spec] of operands) command.addArgument(argumentOf(key, spec));
  for (const { key, spec, heading } of listedOptions(entry.spec.options)) {
    const isHidden = spec.rare === true && !showsRare;
    command.addOption(optionOf(key, spec).helpGroup(heading).hideHelp(isHidden));
  }
  command.addHelpText("after", helpEnding(path, showsRare));
  command.action(() => {
    const given = Object.fromEntries(operands.map(([key], at) => [key, command.processedArgs[at]]));
    return run(entry, { ...command.optsWithGlobals(), ...given });
  });
}

function groupOf(program: Command, name: string): Command {
  const group = program.commands.find((one) => one.name() === name);
  return group ?? program.command(name).description(GROUPS[name] ?? "");
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

const runEntry: RunEntry = async (entry, values) => {
  const streams = processIo({ noColor: !values.color, env: process.env });
  let io = withPlates(streams, await platesUntilChosen(values.plates));
  try {
    for (const folder of values.directory ?? []) enterFolder(folder);
    const entered = await enterFolderOfFleetFile(entry.spec, values);
    io = withPlates(streams, await platesFor(values));
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

// Masking and hashing load modules that a run may not need otherwise.
async function platesFor({ plates }: CommonInput): Promise<PlateView> {
  if (areFull(plates)) return FULL_PLATES;
  return (await import("./output/shown-plates.ts")).choosePlates(plates, environment());
}

// What goes wrong before the key of hashes is read, or the command line is understood, is masked.
async function platesUntilChosen(wish: string | undefined): Promise<PlateView> {
  return areFull(wish) ? FULL_PLATES : (await import("./output/shown-plates.ts")).maskedPlates();
}

function areFull(wish: string | undefined): boolean {
  return (wish ?? (environment()["PLATECTL_PLATES"] || "full")) === "full";
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
