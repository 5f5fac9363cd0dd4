import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { Source } from "../allowlist/index.ts";
import type { PlacedReference } from "./fleet-part.ts";
import { globFor } from "./globs.ts";
import type { Problems } from "./problems.ts";
import { readTextFile, reasonOf, shownPath, type TextFile } from "./read-file.ts";
import type { ListReference } from "./shape.ts";
import { showPath } from "./show.ts";

/** The files that each `carsFrom` item stands for. */
export type Lists = ReadonlyMap<ListReference, readonly TextFile[]>;

interface Place {
  /** The fleet file's path. */
  readonly fleetFile: string;
  readonly cwd: string;
  readonly problems: Problems;
}

/** Reads the lists that a fleet file refers to, none from outside its folder (reliability A11). */
export async function loadLists(references: readonly PlacedReference[], place: Place): Promise<Lists> {
  const lists = new Map<ListReference, readonly TextFile[]>();
  for (const { reference, source } of references) {
    const files: TextFile[] = [];
    for (const absolute of await filesOf(reference.file, source, place)) {
      const file = await readInside(absolute, source, place);
      if (file) files.push(file);
    }
    lists.set(reference, files);
  }
  return lists;
}

async function filesOf(file: string, source: Source, place: Place): Promise<string[]> {
  const folder = dirname(place.fleetFile);
  if (isAbsolute(file) || /^[A-Za-z]:/.test(file) || file.split(/[\\/]/).includes("..")) {
    const message = `${showPath(file)} may lead outside the fleet file's folder.`;
    place.problems.error("list-outside", message, source, "Name a file inside the folder, relative to the fleet file.");
    return [];
  }
  const exact = resolve(folder, file);
  const glob = await globFor(file);
  if (!glob || (await realpath(exact).catch(() => undefined))) return [exact];
  const matches = await glob(file, {
    cwd: folder,
    absolute: true,
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  if (matches.length > 0) return matches.map((match) => resolve(match)).sort();
  place.problems.error(
    "nothing-found",
    `No file matches ${showPath(file)}.`,
    source,
    "Check the pattern, or remove the item.",
  );
  return [];
}

async function readInside(absolute: string, source: Source, place: Place): Promise<TextFile | undefined> {
  const { fleetFile, cwd, problems } = place;
  const path = shownPath(absolute, cwd, fleetFile);
  try {
    const real = await realpath(absolute);
    const inside = relative(await realpath(dirname(fleetFile)), real);
    if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
      const message = `${showPath(path)} is a link to a place outside the fleet file's folder.`;
      problems.error("list-outside", message, source, "Put the list itself into the folder.");
      return undefined;
    }
    return await readTextFile(real, path, problems);
  } catch (error) {
    problems.error(
      "no-such-file",
      `The list ${showPath(path)} cannot be read: ${reasonOf(error)}.`,
      source,
      "Check the name.",
    );
    return undefined;
  }
}
