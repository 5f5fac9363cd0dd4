import { readdir, realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { globFor } from "./globs.ts";
import type { Problems } from "./problems.ts";
import { shownPath } from "./read-file.ts";
import { showPath } from "./show.ts";

const FLEET_FILE = /^[^.].*\.ya?ml$/;

export interface FoundFile {
  readonly absolute: string;
  /** As the user named it. */
  readonly path: string;
}

/** The fleet files that the arguments name: files, folders (their *.yaml and *.yml) and globs; each file once. */
export async function findFleetFiles(paths: readonly string[], cwd: string, problems: Problems): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const named of paths) {
    for (const absolute of await filesOf(named, cwd, problems)) {
      const real = await realpath(absolute).catch(() => absolute);
      if (!found.has(real)) found.set(real, { absolute, path: shownPath(absolute, cwd, named) });
    }
  }
  return [...found.values()];
}

async function filesOf(named: string, cwd: string, problems: Problems): Promise<string[]> {
  const absolute = resolve(cwd, named);
  const status = await stat(absolute).catch(() => undefined);
  if (status?.isDirectory()) {
    const names = (await readdir(absolute)).filter((name) => FLEET_FILE.test(name)).sort();
    if (names.length === 0) {
      const message = `The folder ${showPath(named)} holds no *.yaml or *.yml file.`;
      problems.error("nothing-found", message, undefined, "Check the folder's name, or name the files.");
    }
    return names.map((name) => join(absolute, name));
  }
  if (status) return [absolute];
  const glob = await globFor(named);
  if (!glob) {
    const fix = "Check the name, or write a starter file with `platectl init`.";
    problems.error("no-such-file", `There is no file ${showPath(named)}.`, undefined, fix);
    return [];
  }
  const matches = await glob(named, { cwd, absolute: true, expandDirectories: false });
  if (matches.length === 0) {
    problems.error("nothing-found", `No file matches ${showPath(named)}.`, undefined, "Check the pattern.");
  }
  return matches.sort();
}
