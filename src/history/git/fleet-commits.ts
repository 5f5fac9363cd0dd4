import { posix } from "node:path";
import type { PlateKey, PlateRules } from "../../allowlist/index.ts";
import { type Git, gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { eventsOf, type FleetLog, type LogWish, type PlateEvent, readFleetLog } from "./fleet-log.ts";
import { fleetFolders, type GitPlace, KINDS, WORKBOOK_KINDS } from "./git-source.ts";

/** Rows of one part of the page, with what is missing from them if anything is, or why there are none. */
export type Part<Row> = { readonly rows: readonly Row[]; readonly note?: string } | { readonly note: string };

/** A commit that wrote a plate into a file, took it out, moved its line or changed it. */
export interface FleetCommit {
  readonly commit: string;
  /** When it was committed, with its time zone. */
  readonly at: string;
  readonly author: string;
  readonly subject: string;
  readonly file: string;
  readonly change: PlateEvent["change"];
}

const SHALLOW = "older commits are not here, as this clone is shallow; git fetch --unshallow brings them";
const CUT = "older versions of workbooks were not read, as there are too many";
/** What is read at most of the versions of workbooks, and of patches of one plate. */
const LIMITS = { bytes: 128 * 1024 * 1024, milliseconds: 30_000 } as const;
const SEPARATORS = "[ .·-]*";

/** The commits that touched a plate, in any spelling, in the folders of these fleet files; oldest first. */
export async function fleetCommits(
  plateKey: PlateKey,
  rules: PlateRules,
  fleetFiles: readonly string[],
  place: GitPlace,
): Promise<Part<FleetCommit>> {
  const search = ["--extended-regexp", "-i", `-G${anySpelling(plateKey)}`];
  const patches = await fleetPatches(fleetFiles, place, { search, limits: LIMITS });
  if ("note" in patches) return patches;
  const { log, isCut, edge } = patches;
  const events = eventsOf(log, new Set([plateKey]), rules).get(plateKey) ?? [];
  const rows = inOrder(events.filter(({ commit }) => !edge.has(commit)));
  const notes = [...(edge.size > 0 ? [SHALLOW] : []), ...(isCut ? [CUT] : [])];
  return { rows, ...(notes.length > 0 && { note: notes.join("; ") }) };
}

/** What commits did to the files of a fleet; `edge`: the oldest commits of a shallow clone, which seem to have written all. */
interface FleetPatches extends Pick<FleetLog, "log" | "isCut"> {
  readonly edge: ReadonlySet<string>;
}

/** Reads what commits did in the folders of fleet files, and to files that were moved there; says why where git cannot tell. */
export async function fleetPatches(
  fleetFiles: readonly string[],
  { cwd, env }: GitPlace,
  wish: Pick<LogWish, "search" | "limits">,
): Promise<FleetPatches | { readonly note: string }> {
  const git = gitIn(cwd, env);
  const root = repositoryAround(cwd);
  if (root === undefined) return { note: "there is no git repository here" };
  const pathsOf = async (kinds: readonly string[]) => {
    const { folders, paths } = fleetFolders(fleetFiles, root, cwd, kinds);
    return [...paths, ...(await formerPaths(git, folders, kinds))];
  };
  try {
    const [texts, workbooks] = await Promise.all([pathsOf(KINDS), pathsOf(WORKBOOK_KINDS)]);
    const { log, complaint, isCut } = await readFleetLog(git, { texts, workbooks, ...wish });
    if (complaint !== undefined) return { note: `git cannot tell: ${complaint}` };
    return { log, isCut, edge: await shallowEdge(git) };
  } catch (error) {
    if (error instanceof StateError) return { note: `git cannot tell: ${error.message}` };
    throw error;
  }
}

// What came stands below what went by the same commit.
function inOrder(events: readonly PlateEvent[]): FleetCommit[] {
  const commits = new Map(events.map(({ commit }, at) => [commit, at]));
  const placeOf = ({ commit }: FleetCommit) => commits.get(commit) ?? 0;
  return events
    .map(({ commit, writtenAt, author, subject, file, change }) => ({
      commit,
      at: writtenAt,
      author,
      subject,
      file,
      change,
    }))
    .sort(
      (left, right) =>
        placeOf(right) - placeOf(left) || Number(right.change === "lost") - Number(left.change === "lost"),
    );
}

async function shallowEdge(git: Git): Promise<ReadonlySet<string>> {
  const shallow = await git(["rev-parse", "--is-shallow-repository"]);
  if (!shallow.stdout.toString("utf8").startsWith("true")) return new Set();
  const roots = await git(["rev-list", "--max-parents=0", "HEAD"]);
  return new Set(roots.stdout.toString("utf8").split("\n").filter(Boolean));
}

// For git's own search: POSIX, byte by byte, so that letters outside ASCII are spelt in both cases.
function anySpelling(plateKey: string): string {
  return [...plateKey]
    .map((letter) => (/[0-9A-Z]/.test(letter) ? letter : `(${letter}|${letter.toLowerCase()})`))
    .join(SEPARATORS);
}

/** Where files of these folders (from the top of the repository) were before they were moved there from elsewhere in the repository, as git's pathspecs. */
export async function formerPaths(
  git: Git,
  folders: readonly string[],
  kinds: readonly string[],
): Promise<readonly string[]> {
  const known = new Set(folders.map((folder) => posix.relative(".", folder)));
  // Nothing comes from elsewhere when the whole repository is looked at.
  if (known.has("")) return [];
  const files = new Set<string>();
  const isKnown = (path: string) => files.has(path) || foldersAbove(path).some((folder) => known.has(folder));
  for (const { from, to } of await moves(git, kinds)) if (isKnown(to) && !isKnown(from)) files.add(from);
  return [...files].map((path) => `:(top,literal)${path}`);
}

/** `a` and `a/b` for `a/b/c.yaml`. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

interface Move {
  readonly from: string;
  readonly to: string;
}

// Newest first.
async function moves(git: Git, kinds: readonly string[]): Promise<readonly Move[]> {
  const shown = [
    "--format=",
    "--no-show-signature",
    "--diff-filter=R",
    "-M",
    "--name-status",
    "-z",
    "-m",
    "--first-parent",
  ];
  const { stdout } = await git(["log", ...shown, "--", ...kinds.map((kind) => `:(top,glob)**/*.${kind}`)]);
  const words = stdout.toString("utf8").split("\u0000");
  return words.flatMap((word, at) => {
    const [from, to] = words.slice(at + 1, at + 3);
    return /^\s*R[0-9]{1,3}$/.test(word) && from !== undefined && to !== undefined ? [{ from, to }] : [];
  });
}
