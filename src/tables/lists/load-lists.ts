import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import type { Source } from "../../allowlist/index.ts";
import { showPath } from "../../schema/diagnostics/diagnostic-collector.ts";
import type { LoadContext } from "../../schema/files/index.ts";
import { filesMatching, isPattern, readFileBytes, realPathWithin, shownPath } from "../../schema/files/index.ts";
import { decodeList, type LastChange, type ListFile } from "./list-file.ts";
import type { ListReference, PlacedReference } from "./list-shape.ts";

/** The files that each `carsFrom` item refers to. */
export type Lists = ReadonlyMap<ListReference, readonly ListFile[]>;

interface ListContext extends LoadContext {
  /** The fleet file's folder, as named and without links. */
  readonly folder: string;
  readonly realFolder: string;
  /** By path and all that an item says of it: a list that many accounts name is kept once. */
  readonly read: Map<string, ListFile | undefined>;
  readonly changes: Map<string, LastChange | undefined>;
}

/** A file, and the item of `carsFrom` that names it. */
interface NamedList extends PlacedReference {
  readonly absolute: string;
}

/** Reads the lists that a fleet file refers to, none from outside its folder (reliability A11). */
export async function loadLists(
  references: readonly PlacedReference[],
  fleetFile: string,
  load: LoadContext,
): Promise<Lists> {
  const lists = new Map<ListReference, ListFile[]>();
  const folder = dirname(fleetFile);
  const context: ListContext = {
    ...load,
    folder,
    realFolder: await realpath(folder),
    read: new Map(),
    changes: new Map(),
  };
  for (const { reference, source } of references) {
    const files: ListFile[] = [];
    for (const absolute of await filesOf(reference.file, source, context)) {
      const file = await readOnce({ absolute, reference, source }, context);
      if (file) files.push(file);
    }
    lists.set(reference, files);
  }
  return lists;
}

/** The list as an item names it; undefined, and reported, when it cannot be read or when all lists are too large together. */
async function readOnce(list: NamedList, context: ListContext): Promise<ListFile | undefined> {
  const { absolute, reference } = list;
  const { file: _, features: __, ...particulars } = reference;
  const known = JSON.stringify([absolute, particulars]);
  const file = await once(context.read, known, () => decodeInside(list, context));
  if (!file || !context.total.add(file.size, context.diagnostics)) return undefined;
  if (reference.maxAge === undefined) return file;
  const changed = await once(context.changes, absolute, () => lastChangeOf(file, list, context));
  return changed ? { ...file, changed } : file;
}

async function once<T>(made: Map<string, T>, key: string, make: () => Promise<T>): Promise<T | undefined> {
  if (!made.has(key)) made.set(key, await make());
  return made.get(key);
}

// Its last commit, or its time stamp where the content is not committed; reported when neither is known.
async function lastChangeOf(
  { path }: ListFile,
  { absolute, source }: NamedList,
  { commitTime, diagnostics }: ListContext,
): Promise<LastChange | undefined> {
  const real = await realpath(absolute);
  const commit = await commitTime(real);
  if (commit.kind === "committed") return { at: commit.at, by: "commit" };
  if (commit.kind === "not-committed") return { at: Math.floor((await stat(real)).mtimeMs), by: "time stamp" };
  const message = `How old ${showPath(path)} is cannot be found out, and \`maxAge\` needs it: ${commit.why}.`;
  const fix = "Fetch the whole history (`fetch-depth: 0` of actions/checkout), or remove `maxAge`.";
  diagnostics.error("list-age-unknown", message.replace(/\.\.$/, "."), source, fix);
  return undefined;
}

async function filesOf(
  file: string,
  source: Source,
  { folder, realFolder, folders, diagnostics }: ListContext,
): Promise<string[]> {
  if (isAbsolute(file) || /^[A-Za-z]:/.test(file) || file.split(/[\\/]/).includes("..")) {
    const message = `${showPath(file)} may lead outside the fleet file's folder.`;
    diagnostics.error("list-outside", message, source, "Name a file inside the folder, relative to the fleet file.");
    return [];
  }
  const exact = resolve(folder, file);
  if (!isPattern(file) || (await realpath(exact).catch(() => undefined))) return [exact];
  return filesMatching(file, folder, { boundaryOf: async () => realFolder, folders, diagnostics }, source);
}

async function decodeInside(
  { absolute, reference, source }: NamedList,
  context: ListContext,
): Promise<ListFile | undefined> {
  const { folder, realFolder, cwd, total, diagnostics } = context;
  if (total.isExceeded) return undefined;
  const path = shownPath(absolute, cwd, folder);
  const real = await realPathWithin(absolute, realFolder, path, diagnostics, source);
  const bytes = real === undefined ? undefined : await readFileBytes(real, path, diagnostics);
  if (!bytes) return undefined;
  return decodeList(bytes, path, reference, diagnostics, (cost) => void total.add(cost, diagnostics));
}
