import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { EXIT } from "../../exit-code.ts";
import { terminalText } from "../../render/index.ts";
import { repositoryAround } from "../../state/index.ts";
import { CommandFailure, wrongInput } from "../process/failure.ts";

/** What a fleet file may be called that nobody names: other programs claim `fleet.yaml` in some repositories. */
const USUAL_NAMES: readonly string[] = ["fleet.yaml", "platectl.yaml"];

/**
 * The nearest folder with a fleet file that nobody needs to name: this one, or one above it up to the top of its git
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

/** The fleet file of the working folder that nobody needs to name, if there is one. Throws a `CommandFailure` (3) when there are two. */
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

/** Refuses to write a second fleet file of a usual name into a folder. Throws a `CommandFailure` (3). */
export function requireOneUsualFile(path: string): void {
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
