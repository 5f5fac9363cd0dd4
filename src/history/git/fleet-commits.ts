import { type Git, gitIn, repositoryAround, StateError } from "../../state/index.ts";
import { formerPaths } from "./former-paths.ts";
import { fleetFolders, type GitPlace, KINDS, PLAIN_PATCHES } from "./git-source.ts";

/** Rows of one part of the page, with what is missing from them if anything is, or why there are none. */
export type Part<Row> = { readonly rows: readonly Row[]; readonly note?: string } | { readonly note: string };

/** A commit that wrote a plate into a file, took it out, or changed its line. */
export interface FleetCommit {
  readonly commit: string;
  /** When it was committed, with its time zone. */
  readonly at: string;
  readonly author: string;
  readonly subject: string;
  readonly file: string;
  readonly change: "gained" | "lost" | "changed";
}

const FIELD = "\u001f";
const COMMIT = "\u0000";
const SHALLOW = "older commits are not here, as this clone is shallow; git fetch --unshallow brings them";
const SEPARATORS = "[ .·-]*";

/** The commits that touched a plate, in any spelling, in the folders of these fleet files; oldest first. */
export async function fleetCommits(
  plateKey: string,
  fleetFiles: readonly string[],
  { cwd, env }: GitPlace,
): Promise<Part<FleetCommit>> {
  const git = gitIn(cwd, env);
  const root = repositoryAround(cwd);
  if (root === undefined) return { note: "there is no git repository here" };
  const { folders, paths } = fleetFolders(fleetFiles, root, cwd);
  const format = `--format=%x00${["%H", "%cI", "%an", "%s"].join("%x1f")}`;
  const search = ["--extended-regexp", "-i", `-G${anySpelling(plateKey)}`];
  try {
    const former = await formerPaths(git, folders, KINDS);
    const { code, stdout, complaint } = await git([
      "log",
      format,
      ...search,
      ...PLAIN_PATCHES,
      "--",
      ...paths,
      ...former,
    ]);
    if (code !== 0) return { note: `git cannot tell: ${complaint || `it ended with ${code}`}` };
    const edge = await shallowEdge(git);
    const rows = commitsIn(stdout.toString("utf8"), plateKey).filter(({ commit }) => !edge.has(commit));
    return edge.size === 0 ? { rows } : { rows, note: SHALLOW };
  } catch (error) {
    if (error instanceof StateError) return { note: `git cannot tell: ${error.message}` };
    throw error;
  }
}

// The oldest commits of a shallow clone seem to have written every line that is there.
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

function commitsIn(log: string, plateKey: string): FleetCommit[] {
  const plate = new RegExp(`(?<![\\p{L}\\p{N}])${[...plateKey].join(SEPARATORS)}(?![\\p{L}\\p{N}])`, "iu");
  return log
    .split(COMMIT)
    .slice(1)
    .reverse()
    .flatMap((text) => {
      const [header = ""] = text.split("\n", 1);
      const [commit = "", at = "", author = "", ...subject] = header.split(FIELD);
      const named = { commit, at, author, subject: subject.join(" ") };
      return [...changesIn(text.slice(header.length), plate)].map(([file, change]) => ({ ...named, file, change }));
    });
}

/** What a patch says of one file: the items with the plate that went, and those that came. */
interface Touched {
  readonly gone: string[];
  readonly come: string[];
}

function changesIn(patch: string, plate: RegExp): ReadonlyMap<string, FleetCommit["change"]> {
  const touched = new Map<string, Touched>();
  let file = "";
  let inHunk = false;
  for (const line of patch.split("\n")) {
    if (line.startsWith("diff --git ")) inHunk = false;
    else if (line.startsWith("@@")) inHunk = true;
    else if (!inHunk) file = /^(?:---|\+\+\+) "?[ab]\/(.*?)"?\t?$/.exec(line)?.[1] ?? file;
    else {
      const sides = touched.get(file) ?? { gone: [], come: [] };
      touched.set(file, sides);
      const side = line.startsWith("+") ? sides.come : sides.gone;
      for (const item of itemsIn(line.slice(1), plate)) side.push(item);
    }
  }
  return new Map([...touched].flatMap(([name, sides]) => (isSame(sides) ? [] : [[name, changeOf(sides)] as const])));
}

// Other cars may share the line; what counts is the plate's own item: a mapping, a plate in brackets, or the whole line.
function itemsIn(line: string, plate: RegExp): string[] {
  const mappings = line.match(/\{[^{}]*\}/g)?.filter((item) => plate.test(item)) ?? [];
  if (mappings.length > 0) return mappings;
  const [found] = plate.exec(line) ?? [];
  if (found === undefined) return [];
  return [line.includes("[") ? found : line.trim()];
}

function isSame({ gone, come }: Touched): boolean {
  return gone.join("\n") === come.join("\n");
}

function changeOf({ gone, come }: Touched): FleetCommit["change"] {
  if (gone.length > 0 && come.length > 0) return "changed";
  return come.length > 0 ? "gained" : "lost";
}
