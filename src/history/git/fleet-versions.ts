import { relative, resolve } from "node:path";
import { type Git, gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { exactly, type FleetPaths, fleetPaths, type GitPlace, pathBelow } from "./git-source.ts";
import { renamesOf } from "./read-log.ts";

/** A commit that changed the fleet files. */
export interface CommittedVersion {
  readonly commit: string;
  readonly author: string;
  /** When it was committed, milliseconds since the epoch. */
  readonly at: number;
  /** Where the files that were asked for stand in it, from the current folder; undefined where that is where they stand now. */
  readonly files?: readonly string[];
}

interface Change extends Omit<CommittedVersion, "files"> {
  readonly isRoot: boolean;
  readonly added: ReadonlySet<string>;
  /** By the new path, the former one. */
  readonly renamed: ReadonlyMap<string, string>;
}

const MS = 1000;
const LOG = [
  ...["-c", "core.quotePath=false", "log", "--format=%x00%H%x1f%ct%x1f%P%x1f%an", "--first-parent", "-m", "-M"],
  ...["--name-status", "--no-show-signature", "--no-relative"],
];

/**
 * The newest commits that changed the fleet files, or the lists beside them, newest first and no more than `most`, also while
 * the files stood elsewhere; the branch's own where others were merged. None where git cannot say.
 */
export async function fleetVersions(
  files: readonly string[],
  most: number,
  { cwd, env }: GitPlace,
): Promise<readonly CommittedVersion[]> {
  const root = repositoryAround(cwd);
  if (root === undefined) return [];
  const paths = fleetPaths(files, root, cwd);
  if (paths.texts.length === 0) return [];
  const now = [...new Set(files.flatMap((file) => pathBelow(root, resolve(cwd, file)) ?? []))];
  try {
    const named = await namedVersions(gitIn(cwd, env), paths, { now, most });
    return named.map(({ names, ...version }) =>
      names === now ? version : { ...version, files: names.map((name) => relative(cwd, resolve(root, name))) },
    );
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}

type Named = Omit<CommittedVersion, "files"> & { readonly names: readonly string[] };

// A file that a commit moved there seems to begin with it, until its former path is looked at, too.
async function namedVersions(
  git: Git,
  { texts, workbooks }: FleetPaths,
  { now, most }: { readonly now: readonly string[]; readonly most: number },
): Promise<readonly Named[]> {
  const { code, stdout } = await git([...LOG, `--max-count=${most}`, "--", ...texts, ...workbooks]);
  if (code !== 0) return [];
  const versions: Named[] = [];
  let names = now;
  for (const { isRoot, added, renamed, ...version } of changesIn(stdout.toString("utf8"))) {
    versions.push({ ...version, names });
    const born = isRoot ? [] : names.filter((name) => added.has(name));
    const moves = born.length === 0 ? [] : await renamesOf(git, [version.commit]);
    const former = moves.flatMap(({ from, to }) => (born.includes(to) ? [exactly(from)] : []));
    if (!former.every((path) => texts.includes(path)))
      return namedVersions(git, { texts: [...texts, ...former], workbooks }, { now, most });
    if (names !== now || names.some((name) => renamed.has(name))) names = namesBefore(names, { added, renamed });
  }
  return versions;
}

function namesBefore(
  names: readonly string[],
  { added, renamed }: Pick<Change, "added" | "renamed">,
): readonly string[] {
  return names.flatMap((name) => (added.has(name) ? [] : [renamed.get(name) ?? name]));
}

function changesIn(log: string): Change[] {
  return log
    .split("\u0000")
    .slice(1)
    .map((piece) => {
      const [header = "", ...rows] = piece.split("\n");
      const [commit = "", seconds = "", parents = "", ...author] = header.split("\u001f");
      const cells = rows.map((row) => row.split("\t"));
      return {
        ...{ commit, author: author.join(" "), at: Number(seconds) * MS, isRoot: parents === "" },
        added: new Set(cells.flatMap(([kind, path = ""]) => (kind === "A" ? [path] : []))),
        renamed: new Map(
          cells.flatMap(([kind = "", from = "", to = ""]) => (kind.startsWith("R") ? [[to, from]] : [])),
        ),
      };
    });
}
