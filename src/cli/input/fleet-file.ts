import { existsSync, lstatSync } from "node:fs";
import { basename, dirname, extname, isAbsolute, join, relative } from "node:path";
import { isAccountId, quoted } from "../../allowlist/index.ts";
import { terminalText } from "../../render/index.ts";
import { EXIT } from "../../run/exit-code.ts";
import { repositoryAround } from "../../state/index.ts";
import { type CommandSpec, isFileValue, type RawValues } from "../definitions/spec.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";
import { environment } from "../process/process-info.ts";

/** What a fleet file may be called that no one names: other programs claim `fleet.yaml` in some repositories. */
const USUAL_NAMES: readonly string[] = ["fleet.yaml", "platectl.yaml"];

/**
 * The nearest folder with a fleet file that no one needs to name: this one, or one above it up to the top of its git
 * repository. Undefined when there is none.
 */
export function folderWithFleetFile(start: string): string | undefined {
  return foldersToSearch(start).find((folder) => namesIn(folder).length > 0);
}

/**
 * The fleet files that were named, else the one of the working folder.
 * @throws CommandFailure (3) when there is none, or when there are two.
 */
export function fleetFiles(named: readonly string[] | undefined): readonly string[] {
  if (named !== undefined) return named;
  const usual = usualFleetFile();
  if (usual !== undefined) return [usual];
  throw new CommandFailure(EXIT.input, notFound(foldersToSearch(process.cwd())));
}

/** The fleet file of the working folder that no one needs to name, if there is one. Throws a `CommandFailure` (3) when there are two. */
export function usualFleetFile(): string | undefined {
  const [name, other] = namesIn(".");
  if (name === undefined || other === undefined) return name;
  const fix = "Delete or rename one of them, or name the file to use with -f.";
  throw wrongInput(`This folder has both ${name} and ${other}. ${fix}`);
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

// Never above the repository: files there belong to something else, and perhaps to somebody else.
function foldersToSearch(start: string): readonly string[] {
  const top = repositoryAround(start) ?? start;
  const folders = [start];
  for (let folder = start; folder !== top; folder = dirname(folder)) folders.push(dirname(folder));
  return folders;
}

function notFound(folders: readonly string[]): string {
  const [here = "", ...above] = folders.map(terminalText);
  const inRepository = repositoryAround(process.cwd()) !== undefined;
  const where =
    above.length > 0
      ? `${[here, ...above].join(", ")}, which is the top of the git repository`
      : `${here}, which is ${inRepository ? "the top of a git repository" : "in no git repository, so the folders above it are not searched"}`;
  return `There is no ${USUAL_NAMES.join(" or ")}. Looked in ${where}.\nName a file with -f, or write a starter file with \`platectl init\`. Nothing was contacted.`;
}

/** The values of a command line for the folder that the command runs in, and what to say about that folder. */
export interface Entered<Values> {
  readonly values: Values;
  readonly note?: string;
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

/**
 * Enters the folder above the current one that holds the fleet file, where the command uses one and none is named: paths
 * in documents and in the state are then the same from every folder. What options and operands name stays what it was.
 * @throws CommandFailure (3) when both folders hold a state.
 */
export async function enterFolderOfFleetFile<Values extends RawValues>(
  spec: CommandSpec,
  values: Values,
): Promise<Entered<Values>> {
  const { file, state } = spec.options;
  if (!(file?.searched || state) || values["file"] !== undefined) return { values };
  const start = process.cwd();
  const folder = folderWithFleetFile(start);
  if (folder === undefined || folder === start) return { values };
  if (state && values["state"] === undefined) await requireNoState(start, folder);
  process.chdir(folder);
  const options = Object.entries(spec.options).map(([key, { takes = "" }]) => [key, takes] as const);
  const operands = Object.keys(spec.operands ?? {}).map((key) => [key, key] as const);
  const moved = [...options, ...operands]
    .filter(([key]) => values[key] !== undefined)
    .map(([key, name]) => [key, movedValue(values[key], kindOf(key, name), relative(folder, start))]);
  const above = terminalText(relative(start, folder));
  const note = `Using the fleet file in ${above}; paths in messages start there.\n`;
  return { values: { ...values, ...Object.fromEntries(moved) }, note };
}

type Kind = "file" | "state" | "other";

function kindOf(key: string, name: string): Kind {
  if (key === "state") return "state";
  return isFileValue(name.replace(/[<>.]/g, "")) ? "file" : "other";
}

function movedValue(value: unknown, kind: Kind, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((one) => movedValue(one, kind, prefix));
  if (typeof value !== "string") return value;
  if (kind === "file") return movedPath(value, prefix);
  const path = kind === "state" ? /^file:(.+)$/s.exec(value)?.[1] : undefined;
  return path === undefined ? value : `file:${movedPath(path, prefix)}`;
}

function movedPath(path: string, prefix: string): string {
  return path === "" || isAbsolute(path) ? path : join(prefix, path);
}

// With the wrong one of two states a run would not know which cars are its own.
async function requireNoState(start: string, folder: string): Promise<void> {
  const { readStateAddress } = await import("../process/environment.ts");
  const address = readStateAddress(undefined, environment());
  if (address.kind !== "file" || isAbsolute(address.path)) return;
  const here = join(start, address.path);
  if (!existsSync(here)) return;
  const there = join(folder, address.path);
  const message = `The fleet file is in ${folder}, whose state is ${there}, but there is also a state in this folder, ${here}.`;
  const fix = `Choose one with --state file:${relative(start, there)} or --state file:${address.path}.`;
  throw new CommandFailure(EXIT.input, terminalText(`${message} ${fix} Nothing was contacted.`));
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
 * Sorts apply's operands: `-f a.yaml b.yaml plan.json` and `--account 4711 4712 plan.json` are written by people and by
 * shells that expand globs, so what follows the first value may belong to the option or be the plan.
 * @throws CommandFailure (3) when more than one operand is left for the plan.
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
