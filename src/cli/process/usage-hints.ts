/** What users of other tools type for a command of ours, and what to say. */
const COMMAND_HINTS: Readonly<Record<string, string>> = {
  ...forEach(
    ["delete", "remove", "rm", "destroy"],
    "To take a car off the list, remove it from the fleet file and run `platectl apply`.",
  ),
  ...forEach(["add", "insert"], "To add a car, write it into the fleet file and run `platectl apply`."),
  ...forEach(["pull", "download", "get", "dump", "backup"], "Did you mean `platectl export`?"),
  ...forEach(["diff", "preview", "dry-run", "status", "compare"], "Did you mean `platectl plan`?"),
  ...forEach(["sync", "push", "deploy", "run", "up", "update", "upload"], "Did you mean `platectl apply`?"),
  ...forEach(["check", "lint", "verify", "test"], "Did you mean `platectl validate`?"),
  ...forEach(["format", "tidy"], "Did you mean `platectl fmt`?"),
  ...forEach(["new", "create", "setup", "start"], "Did you mean `platectl init`?"),
  ...forEach(["list", "ls", "plates"], "Did you mean `platectl cars list`?"),
  ...forEach(
    ["car", "plate", "find", "search", "show"],
    "Did you mean `platectl history PLATE`, or `platectl cars list`?",
  ),
  ...forEach(["invoice", "invoices", "bills", "records"], "Did you mean `platectl billing list`?"),
  ...forEach(["account"], "Did you mean `platectl accounts list`?"),
  ...forEach(["user"], "Did you mean `platectl users list`?"),
  ...forEach(
    ["adopt", "forget", "unlock"],
    "Did you mean `platectl state …`? `platectl state --help` lists its commands.",
  ),
  ...forEach(["server", "serve", "mock", "demo"], "Did you mean `platectl sandbox`?"),
  ...forEach(
    ["login", "auth", "configure"],
    "There is no login: set PLATECTL_BASE_URL, PLATECTL_CLIENT_ID and PLATECTL_CLIENT_SECRET. `platectl doctor` checks them.",
  ),
  ...forEach(["version"], "Did you mean `platectl --version`?"),
};

const APPROVE = "Did you mean `--auto-approve`?";
const DRY_RUN = "`platectl plan` shows what `platectl apply` would do, and changes nothing.";
const FORMAT = "Did you mean `--format`?";

/** The same for options. */
const OPTION_HINTS: Readonly<Record<string, string>> = {
  ...forEach(["--dry-run", "--dryrun", "-n", "--check", "--noop"], DRY_RUN),
  ...forEach(["-y", "--yes", "--assume-yes", "--approve", "--force"], APPROVE),
  ...forEach(["-o", "--output-file"], "Did you mean `--output`?"),
  ...forEach(["-v", "--debug"], "Did you mean `--verbose`? `platectl --version` prints the version."),
  ...forEach(["-q", "--silent"], "Did you mean `--quiet`?"),
  ...forEach(["--config", "-c", "--fleet"], "Did you mean `-f`?"),
  ...forEach(["--html", "--markdown", "--md", "--text", "--junit"], FORMAT),
  "--csv": "Did you mean `--format csv`?",
  "--ndjson": "Did you mean `--format ndjson`?",
  "--format": "This command prints text or `--json`.",
  "--out": "Did you mean `--output`, or `--plan-file` for the plan document?",
  "--url": "Did you mean `--base-url`?",
  ...forEach(["--baid", "--accounts", "-a"], "Did you mean `--account`?"),
};

/** A usage error as commander words it, with a hint where a word of other tools, or a fleet file without `-f`, is the cause. */
export function withUsageHint(message: string, args: readonly string[]): string {
  const hint = hintFor(message, args);
  if (hint === undefined) return message;
  return `${message.replace(/\n\(Did you mean [^\n]*\)/, "").trimEnd()}\n${hint}\n`;
}

function hintFor(message: string, args: readonly string[]): string | undefined {
  const command = /unknown command '([^']*)'/.exec(message)?.[1];
  if (command !== undefined) return own(COMMAND_HINTS, command.toLowerCase());
  const option = /unknown option '([^'=]*)/.exec(message)?.[1];
  if (option !== undefined) return own(OPTION_HINTS, option);
  if (!message.includes("too many arguments")) return undefined;
  const file = args.find((arg) => isFleetFile(arg));
  return file === undefined ? undefined : fileHint(file);
}

/** Whether a word on the command line is the name of a fleet file. */
export function isFleetFile(word: string): boolean {
  return /\.ya?ml$/i.test(word);
}

/** What to say where a fleet file is named without `-f`. */
export function fileHint(file: string): string {
  return `Did you mean \`-f ${file}\`?`;
}

function own(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

function forEach(words: readonly string[], hint: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.map((word) => [word, hint]));
}
