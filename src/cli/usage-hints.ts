import { nearestWord } from "../schema/values/index.ts";
import { fileHint, isFleetFile } from "./input/fleet-file.ts";

/** What users of other tools type for a command of ours, and what to say. */
const COMMAND_HINTS: Readonly<Record<string, string>> = byWord([
  ["delete remove rm destroy", "To take a car off the list, remove it from the fleet file and run `platectl apply`."],
  ["add insert", "To add a car, write it into the fleet file and run `platectl apply`."],
  ["pull download get dump backup", "Did you mean `platectl export`?"],
  ["diff preview dry-run status compare", "Did you mean `platectl plan`?"],
  ["sync push deploy run up update upload", "Did you mean `platectl apply`?"],
  ["check lint verify test", "Did you mean `platectl validate`?"],
  ["format tidy", "Did you mean `platectl fmt`?"],
  ["new create setup start", "Did you mean `platectl init`?"],
  ["list ls plates", "Did you mean `platectl cars list`?"],
  ["car plate find search show", "Did you mean `platectl history PLATE`, or `platectl cars list`?"],
  ["invoice invoices bills records", "Did you mean `platectl billing list`?"],
  ["account", "Did you mean `platectl accounts list`?"],
  ["user", "Did you mean `platectl users list`?"],
  ["adopt forget unlock", "Did you mean `platectl state …`? `platectl state --help` lists its commands."],
  ["server serve mock demo", "Did you mean `platectl sandbox`?"],
  [
    "login auth configure",
    "There is no login: set PLATECTL_BASE_URL, PLATECTL_CLIENT_ID and PLATECTL_CLIENT_SECRET. `platectl doctor` checks them.",
  ],
  ["version", "Did you mean `platectl --version`?"],
]);

const OPTION_HINTS: Readonly<Record<string, string>> = byWord([
  [
    "--dry-run --dryrun -n --check --noop",
    "`platectl plan` shows what `platectl apply` would do, and changes nothing.",
  ],
  ["-y --yes --assume-yes --approve --force", "Did you mean `--auto-approve`?"],
  ["-o --output-file", "Did you mean `--output`?"],
  ["-v --debug", "Did you mean `--verbose`? `platectl --version` prints the version."],
  ["-q --silent", "Did you mean `--quiet`?"],
  ["--config -c --fleet", "Did you mean `-f`?"],
  ["--html --markdown --md --text --junit --ndjson", "Did you mean `--format`?"],
  ["--csv", "Did you mean `--format csv`?"],
  ["--format", "This command prints text or `--json`."],
  ["--out", "Did you mean `--output`, or `--plan-file` for the plan document?"],
  ["--url", "Did you mean `--base-url`?"],
  ["--baid --accounts -a", "Did you mean `--account`?"],
]);

/** A usage error of commander with a hint for a word of other tools; only `options` of the command are suggested. */
export function withUsageHint(message: string, args: readonly string[], options?: readonly string[]): string {
  const hint = hintFor(message, args, options);
  if (hint === undefined) return message;
  return `${message.replace(/\n\(Did you mean [^\n]*\)/, "").trimEnd()}\n${hint}\n`;
}

function hintFor(message: string, args: readonly string[], options?: readonly string[]): string | undefined {
  const command = /unknown command '([^']*)'/.exec(message)?.[1];
  if (command !== undefined) return own(COMMAND_HINTS, command.toLowerCase());
  const option = /unknown option '([^'=]*)/.exec(message)?.[1];
  if (option !== undefined) {
    const hint = own(OPTION_HINTS, option);
    const meant = /^Did you mean `(-\S+)`/.exec(hint ?? "")?.[1];
    if (meant === undefined || !options || options.includes(meant)) return hint;
    return meant === "--auto-approve" ? "This command asks nothing: leave it out." : undefined;
  }
  const [, given, choices = ""] = /'([^']*)' is invalid.* Allowed choices are (.*)\./.exec(message) ?? [];
  if (given !== undefined) return nearestChoice(given, choices.split(", "));
  const missing = /missing required argument '([^']*)'/.exec(message)?.[1];
  if (missing !== undefined) return own(OPERAND_HINTS, missing);
  if (!message.includes("too many arguments")) return undefined;
  const file = args.find((arg) => isFleetFile(arg));
  if (file !== undefined) return fileHint(file);
  return TAKES_PLATE.test(args.join(" ")) ? "A plate with spaces stands between quotes: 'M-AB 1234'." : undefined;
}

const TAKES_PLATE = /^(?:car|history|users remove-car)\b/;

const OPERAND_HINTS: Readonly<Record<string, string>> = {
  baId: "Give the id of a billing account: `platectl accounts list` shows them.",
  puId: "Give the id of a parking user: `platectl users list` shows those of a billing account.",
  hash: "Give the hash that `plan --publish` printed.",
};

function nearestChoice(given: string, choices: readonly string[]): string | undefined {
  const nearest = nearestWord(given, choices);
  return nearest === undefined ? undefined : `Did you mean \`${nearest}\`?`;
}

function own(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

function byWord(hints: readonly (readonly [words: string, hint: string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(hints.flatMap(([words, hint]) => words.split(" ").map((word) => [word, hint])));
}
