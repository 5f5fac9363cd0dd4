import { gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { fleetFolders, type GitPlace, KINDS, WORKBOOK_KINDS } from "./git-source.ts";

/** A commit that changed the fleet files. */
export interface CommittedVersion {
  readonly commit: string;
  readonly author: string;
  /** When it was committed, milliseconds since the epoch. */
  readonly at: number;
}

const MS = 1000;

/**
 * The newest commits that changed the fleet files, or the lists beside them, newest first and no more than `most`; the branch's
 * own where others were merged. None where git cannot say.
 */
export async function fleetVersions(
  files: readonly string[],
  most: number,
  { cwd, env }: GitPlace,
): Promise<readonly CommittedVersion[]> {
  const root = repositoryAround(cwd);
  if (root === undefined) return [];
  const { paths } = fleetFolders(files, root, cwd, [...KINDS, ...WORKBOOK_KINDS]);
  try {
    const log = ["log", "--format=%H%x1f%ct%x1f%an", "--first-parent", "--no-show-signature", `--max-count=${most}`];
    const { code, stdout } = await gitIn(cwd, env)([...log, "--", ...paths]);
    if (code !== 0) return [];
    return stdout.toString("utf8").split("\n").filter(Boolean).map(versionOf);
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}

function versionOf(row: string): CommittedVersion {
  const [commit = "", seconds = "", ...author] = row.split("\u001f");
  return { commit, author: author.join(" "), at: Number(seconds) * MS };
}
