import { gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { fleetFolders, type GitPlace, KINDS, WORKBOOK_KINDS } from "./git-source.ts";

/**
 * The newest commits that changed the fleet files, or the lists beside them, newest first and no more than `most`; the branch's
 * own where others were merged. None where git cannot say.
 */
export async function fleetVersions(
  files: readonly string[],
  most: number,
  { cwd, env }: GitPlace,
): Promise<readonly string[]> {
  const root = repositoryAround(cwd);
  if (root === undefined) return [];
  const { paths } = fleetFolders(files, root, cwd, [...KINDS, ...WORKBOOK_KINDS]);
  try {
    const log = ["log", "--format=%H", "--first-parent", "--no-show-signature", `--max-count=${most}`];
    const { code, stdout } = await gitIn(cwd, env)([...log, "--", ...paths]);
    return code === 0 ? stdout.toString("utf8").split("\n").filter(Boolean) : [];
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}
