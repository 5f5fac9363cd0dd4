import { lstatSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { isAccountId, quoted } from "../../allowlist/index.ts";
import { terminalText } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";

/** What a fleet file may be called that nobody names: other programs claim `fleet.yaml` in some repositories. */
const USUAL_NAMES: readonly string[] = ["fleet.yaml", "platectl.yaml"];

/** The fleet files that were named, else that of the folder. Throws a `CommandFailure` (3) for none, or two of them. */
export function fleetFiles(named: readonly string[] | undefined): readonly string[] {
  if (named !== undefined) return named;
  const usual = usualFleetFile();
  if (usual !== undefined) return [usual];
  const where = terminalText(process.cwd());
  throw wrongInput(
    `There is no ${USUAL_NAMES.join(" or ")} in ${where}.\nName a file with -f, or its folder with -C, or write a starter file with \`platectl init\`.`,
  );
}

/** The fleet file of the working folder that nobody needs to name, if there is one. Throws a `CommandFailure` (3) when there are two. */
export function usualFleetFile(): string | undefined {
  const [name, other] = namesIn(".");
  if (name === undefined || other === undefined) return name;
  const fix = "Delete or rename one of them, or name the file to use with -f.";
  throw wrongInput(`This folder has both ${name} and ${other}. ${fix}`);
}

/** Whether the working folder has a fleet file that nobody needs to name. */
export function hasFleetFile(): boolean {
  return namesIn(".").length > 0;
}

/** Whether a path names a file that commands find by themselves in the working folder. */
export function isUsualFile(path: string): boolean {
  return USUAL_NAMES.some((name) => join(path) === name);
}

/** Refuses a new fleet file that is not named as YAML, and a second one of a usual name in a folder. Throws a `CommandFailure` (3). */
export function requireFleetName(path: string): void {
  requireEnding(path, [".yaml", ".yml"], "a fleet file");
  const [other] = namesIn(dirname(path)).filter((name) => name !== basename(path));
  if (other === undefined || !USUAL_NAMES.includes(basename(path))) return;
  const message = `${path} is not written, because ${join(dirname(path), other)} exists: commands would not know which of the two to read.`;
  throw new CommandFailure(EXIT.input, `${message} Edit that file, or name another one.`);
}

// A link that leads nowhere counts: another file must not take its place. What cannot be looked at does not: reading or
// writing it says why.
function namesIn(folder: string): readonly string[] {
  return USUAL_NAMES.filter((name) => {
    try {
      return lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false;
    }
  });
}

/** Runs from here on in another folder, as `-C` says. Throws a `CommandFailure` (3) when that is impossible. */
export function enterFolder(folder: string): void {
  try {
    process.chdir(folder);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw wrongInput(`-C ${quoted(folder)}: the folder cannot be entered (${reason})`, "done");
  }
}

/** Takes `-C FOLDER` from the start of a command line, and enters the folders. Throws a `CommandFailure` (3). */
export function enterNamedFolders(args: readonly string[]): readonly string[] {
  const [word = "", next] = args;
  const joined = /^(?:--directory=|-C)(.+)$/s.exec(word)?.[1];
  const folder = word === "-C" || word === "--directory" ? next : joined;
  if (folder === undefined) return args;
  enterFolder(folder);
  return enterNamedFolders(args.slice(joined === undefined ? 2 : 1));
}

/** Endings that say what is in a file. A temporary file may have any other. */
const TELLING = /^\.(?:html?|md|markdown|json|sarif|csv|txt|diff|patch|xml|ya?ml|xlsx?|pdf|docx?|prom)$/;

/** Refuses a file whose ending says that something else is in it. Throws a `CommandFailure` (3). */
export function requireEnding(path: string | undefined, endings: readonly string[], what: string): void {
  const ending = path === undefined ? "" : extname(path).toLowerCase();
  if (!TELLING.test(ending) || endings.includes(ending)) return;
  throw wrongInput(`${path} would hold ${what}. Name a file that ends with ${endings[0]}.`, "written");
}

/** Whether a word on the command line is the name of a fleet file. */
export function isFleetFile(word: string): boolean {
  return /\.ya?ml$/i.test(word);
}

/** What to say where a fleet file is named without `-f`. */
export function fileHint(file: string): string {
  return `Did you mean \`-f ${file}\`?`;
}

/**
 * Sorts apply's operands: people and shells write `-f a.yaml b.yaml plan.json` and `--account 4711 4712 plan.json`.
 * Throws a `CommandFailure` (3) when more than one is left for the plan.
 */
export function sortOperands(
  operands: readonly string[],
  { file, account }: { readonly file?: readonly string[]; readonly account?: readonly string[] },
) {
  const moreFiles = file ? operands.filter(isFleetFile) : [];
  const moreAccounts = account ? operands.filter((operand) => isAccountId(operand)) : [];
  const taken = new Set([...moreFiles, ...moreAccounts]);
  const [plan, ...surplus] = operands.filter((operand) => !taken.has(operand));
  if (plan !== undefined && isFleetFile(plan)) {
    const why = `${terminalText(plan)} is a fleet file, and apply takes an approved plan here. ${fileHint(terminalText(plan))}`;
    throw wrongInput(why);
  }
  if (surplus.length > 0) {
    throw wrongInput(
      `apply takes one PLAN, but got ${[plan, ...surplus].map((one) => JSON.stringify(one)).join(" and ")}.`,
    );
  }
  return {
    plan,
    ...(file && { file: [...file, ...moreFiles] }),
    ...(account && { account: [...account, ...moreAccounts] }),
  };
}
