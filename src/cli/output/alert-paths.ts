import { relative, sep } from "node:path";
import type { AlertPaths } from "../../render/index.ts";
import { repositoryAround } from "../../state/index.ts";

/**
 * How the paths of a run lie in the git repository around the working folder: tools for code review count from its root. Problems
 * without a line of their own stand in the first fleet file.
 */
export function alertPaths(files: readonly { readonly path: string }[]): AlertPaths {
  const cwd = process.cwd();
  const root = repositoryAround(cwd);
  const fleetFile = files.find(({ path }) => /\.ya?ml$/i.test(path))?.path;
  return {
    folder: root === undefined ? "" : relative(root, cwd).split(sep).join("/"),
    ...(fleetFile !== undefined && { fleetFile }),
  };
}
