import { relative, resolve } from "node:path";
import { gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { fleetPaths, type GitPlace, pathBelow } from "./git-source.ts";
import { type LogCommit, readCommits } from "./read-log.ts";

/** A commit that changed the fleet files. */
export interface CommittedVersion extends Pick<LogCommit, "commit" | "author" | "at"> {
  /** Where the files that were asked for stand in it, from the current folder; undefined where that is where they stand now. */
  readonly files?: readonly string[];
}

/**
 * The newest commits that changed the fleet files, or the lists beside them, newest first and no more than `most`, also while
 * the files stood elsewhere. None where git cannot say.
 */
export async function fleetVersions(
  files: readonly string[],
  most: number,
  { cwd, env }: GitPlace,
): Promise<readonly CommittedVersion[]> {
  const root = repositoryAround(cwd);
  const paths = root === undefined ? [] : fleetPaths(files, root, cwd);
  if (root === undefined || paths.length === 0) return [];
  const now = [...new Set(files.flatMap((file) => pathBelow(root, resolve(cwd, file)) ?? []))];
  try {
    const { commits } = await readCommits(gitIn(cwd, env), paths, { most });
    let names: readonly string[] = now;
    return commits.map(({ commit, author, at, files: changed }) => {
      const version = { commit, author, at };
      const there = names;
      const before = new Map(changed.map(({ isNew, former, path }) => [path, isNew ? [] : [former]]));
      if (there.some((name) => before.get(name)?.[0] !== name && before.has(name)))
        names = there.flatMap((name) => before.get(name) ?? [name]);
      return there === now ? version : { ...version, files: there.map((name) => relative(cwd, resolve(root, name))) };
    });
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}
