import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { dataFile } from "./data-file.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Which rooms a room may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = dataFile("architecture.yaml");

/** What a stranger reads first, in an afternoon: desired and live cars in, a plan and its outcomes out. */
const CORE = ["allowlist", "plan", "apply", "run", "live"];
const MOST_LINES_OF_THE_CORE = 8800;

/** Rooms that see no file, network, clock, randomness or process but by what they are given. */
const SEES_NO_WORLD = [...CORE, "plate-series", "usecases/audit", "render"];
const isIn = (rooms: readonly string[], room: string) =>
  rooms.some((one) => room === one || room.startsWith(`${one}/`));

const WORLD = [
  { name: "Date", pattern: /\b(?:new Date\b|Date\.(?:now|parse|UTC)\b)/ },
  { name: "Math.random", pattern: /\bMath\.random\b/ },
  { name: "timers", pattern: /\b(?:setTimeout|setInterval|setImmediate)\s*\(/ },
  { name: "fs", pattern: /from "(?:node:)?fs(?:\/promises)?"/ },
  { name: "fetch", pattern: /\bfetch\s*\(/ },
  { name: "process", pattern: /\bprocess\./ },
];

/** What is started by itself. */
const PROGRAMS = ["cli", "library", "process/this-process", "github-action"];

const LONGEST_FILE = 250;
const LONGEST_FUNCTION = 40;
const MOST_FILES_OF_A_FOLDER = 20;

interface SourceFile {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly lines: readonly string[];
}

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

function sourceFiles(): SourceFile[] {
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((name) => name.split(sep).join("/"))
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, "src", path), "utf8");
      return { path, room: roomOf(path), text, lines: text.trimEnd().split("\n") };
    });
}

function roomOf(path: string): string {
  const parts = path.replace(/\.ts$/, "").split("/");
  const prefixes = parts.map((_, at) => parts.slice(0, parts.length - at).join("/"));
  return prefixes.find((prefix) => prefix in MAY_IMPORT) ?? prefixes.at(-1) ?? "";
}

function isDoor(path: string): boolean {
  const room = roomOf(path);
  return path === `${room}.ts` || path === `${room}/index.ts`;
}

function importsOf(file: SourceFile): Import[] {
  const statements = file.text.matchAll(
    /^(import|export)\s+(type\s+)?[^;]*?from\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm,
  );
  return [...statements].map((match) => ({
    target: posix.join(posix.dirname(file.path), match[3] ?? match[4] ?? ""),
    typeOnly: match[2] !== undefined,
  }));
}

function isAllowed(from: string, to: string, typeOnly: boolean): boolean {
  const allowed = MAY_IMPORT[from] ?? [];
  if (allowed.includes(to)) return true;
  return typeOnly && allowed.includes(`types:${to}`);
}

function functionsOf(file: SourceFile): { name: string; length: number }[] {
  const found: { name: string; length: number }[] = [];
  file.lines.forEach((line, start) => {
    const match =
      /^(\s*)(?:export )?(?:async )?(?:function\*? (\w+)|(?:const (\w+) = (?:async )?\(.*=>|(?:async )?(\w+)\(.*\)(?::.*)?) \{$)/.exec(
        line,
      );
    if (!match || /^\s*(?:if|for|while|switch|catch)\b/.test(line)) return;
    const end = file.lines.findIndex((other, at) => at > start && other.startsWith(`${match[1]}}`));
    found.push({ name: `${file.path}#${match[2] ?? match[3] ?? match[4]}`, length: end - start + 1 });
  });
  return found;
}

const files = sourceFiles();

it("imports go only where the table of rooms allows", () => {
  const forbidden = files.flatMap((file) =>
    importsOf(file)
      .map((one) => ({ ...one, room: roomOf(one.target) }))
      .filter((one) => one.room !== file.room && !isAllowed(file.room, one.room, one.typeOnly))
      .map((one) => `${file.path} imports ${one.target}`),
  );
  expect(forbidden).toEqual([]);
});

it("imports enter a room by its door", () => {
  const past = files.flatMap((file) =>
    importsOf(file)
      .filter((one) => roomOf(one.target) !== file.room && !isDoor(one.target))
      .map((one) => `${file.path} imports past the door: ${one.target}`),
  );
  expect(past).toEqual([]);
});

// The bundler keeps all that such a door exports, for everybody who imports from it: a file of the own room is loaded instead.
it("no door of another room is loaded with import()", () => {
  const loaded = files.flatMap((file) =>
    [...file.text.matchAll(/\bimport\("(\.[^"]+)"\)/g)]
      .map(([, path = ""]) => posix.join(posix.dirname(file.path), path))
      .filter((target) => roomOf(target) !== file.room)
      .map((target) => `${file.path} loads ${target}`),
  );
  expect(loaded).toEqual([]);
});

it("the table of imports names only rooms that exist", () => {
  const unknown = files.filter((file) => !(file.room in MAY_IMPORT)).map((file) => file.path);
  expect(unknown).toEqual([]);
});

/** The size class of a room in `src/README.md`, by its lines. */
const SIZES = [
  ["S", 1000],
  ["M", 3000],
  ["L", 7000],
  ["XL", Number.POSITIVE_INFINITY],
] as const;

it("src/README.md lists the rooms at the top, with their size, the core first", () => {
  const page = readFileSync(join(root, "src/README.md"), "utf8");
  const listed = [...page.matchAll(/^\| `([a-z-]+)` \| (\w+) \|/gm)].map(([, room = "", size]) => [room, size]);
  const folders = new Set(files.filter(({ path }) => path.includes("/")).map(({ path }) => topFolder(path)));
  const sizes = [...folders].map((folder) => {
    const lines = files
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .reduce((sum, file) => sum + file.lines.length, 0);
    return [folder, SIZES.find(([, most]) => lines < most)?.[0]];
  });
  expect([...listed].sort()).toEqual(sizes.sort());
  expect(
    listed
      .slice(0, CORE.length)
      .map(([room]) => room)
      .sort(),
  ).toEqual([...CORE].sort());
});

it("imports do not form cycles", () => {
  expect(circlesIn(new Map(files.map((file) => [file.path, importsOf(file).map((one) => one.target)])))).toEqual([]);
});

it("the folders of a room import one way", () => {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = posix.dirname(file.path);
    const targets = importsOf(file).map((one) => posix.dirname(one.target));
    const inside = targets.filter((to) => to !== from && topFolder(to) === topFolder(from));
    graph.set(from, new Set([...(graph.get(from) ?? []), ...inside]));
  }
  graph.delete(".");
  expect(circlesIn(graph)).toEqual([]);
});

function topFolder(path: string): string {
  return path.split(/[/ ]/, 1)[0] ?? "";
}

/** Ways through the graph that come back to where they began, one text each. */
function circlesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    if (trail.includes(path) || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return circles;
}

it("the core is small enough to be read, and needs nothing beside itself", () => {
  const core = files.filter(({ room }) => isIn(CORE, room));
  const beside = core.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => !isIn(CORE, roomOf(target)))
      .map(({ target }) => `${file.path} imports ${target}`),
  );
  expect(beside).toEqual([]);
  expect(core.reduce((sum, { lines }) => sum + lines.length, 0)).toBeLessThanOrEqual(MOST_LINES_OF_THE_CORE);
});

it.each(WORLD)("pure rooms do not touch $name", ({ pattern }) => {
  const offenders = files
    .filter((file) => isIn(SEES_NO_WORLD, file.room) && file.room !== "usecases/audit/read")
    .flatMap((file) => file.lines.map((line, at) => ({ line, place: `${file.path}:${at + 1}` })))
    .filter(({ line }) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && pattern.test(line))
    .map(({ place, line }) => `${place} ${line.trim()}`);
  expect(offenders).toEqual([]);
});

it("the global `process` is used by the programs alone", () => {
  const offenders = files
    .filter((file) => !PROGRAMS.includes(file.room))
    .flatMap((file) => file.lines.map((line, at) => ({ line, place: `${file.path}:${at + 1}` })))
    .filter(({ line }) => /\bprocess\.|from "node:process"/.test(line) && !/^\s*(?:\*|\/\/)/.test(line))
    .map(({ place }) => place);
  expect(offenders).toEqual([]);
});

it(`files have at most ${LONGEST_FILE} lines`, () => {
  const long = files.filter((file) => file.lines.length > LONGEST_FILE);
  expect(long.map((file) => `${file.path}: ${file.lines.length}`)).toEqual([]);
});

it(`folders have at most ${MOST_FILES_OF_A_FOLDER} files, besides folders`, () => {
  const folders = files.map((file) => posix.dirname(file.path));
  const full = [...new Set(folders)].filter(
    (folder) => folders.filter((other) => other === folder).length > MOST_FILES_OF_A_FOLDER,
  );
  expect(full).toEqual([]);
});

it(`functions have at most ${LONGEST_FUNCTION} lines`, () => {
  const long = files.flatMap(functionsOf).filter((one) => one.length > LONGEST_FUNCTION);
  expect(long.map((one) => `${one.name}: ${one.length}`)).toEqual([]);
});

it("everything that is exported has a doc comment", () => {
  const bare = files.flatMap((file) =>
    file.lines
      .map((line, at) => ({ line, before: file.lines[at - 1] ?? "", place: `${file.path}:${at + 1}` }))
      .filter(({ line }) => /^export (?:async )?(?:function|class|const|interface|type \w)/.test(line))
      .filter(({ before }) => !before.trimEnd().endsWith("*/"))
      .map(({ place, line }) => `${place} ${line}`),
  );
  expect(bare).toEqual([]);
});

/** Every name that a file exports, by where it is declared. */
function exportedNames(): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { path, text } of files) {
    for (const [, name = ""] of text.matchAll(/^export (?:async )?(?:function\*?|class|const|interface|type) (\w+)/gm))
      places.set(name, [...(places.get(name) ?? []), path]);
  }
  return places;
}

it("no other room gives another meaning to a name that the core exports", () => {
  const isOfCore = (path: string) => isIn(CORE, path.split("/")[0] ?? "");
  const twice = [...exportedNames()].filter(([, paths]) => paths.some(isOfCore) && new Set(paths).size > 1);
  expect(twice.map(([name, paths]) => `${name}: ${paths.join(", ")}`)).toEqual([]);
});

/** What two rooms outside of the core call by one name; a reader meets them in one of the two alone. */
const SAME_NAMES: Readonly<Record<string, string>> = {
  openFleet: "for programs: the defaults of this process added",
  sealPlan: "for programs: the version of platectl added",
  openStore: "for programs: an address as text",
  ...{
    text: "shapes: of documents, of answers, of values of the fleet file",
    count: "a shape; a switch of the sandbox",
  },
  ...{ features: "a shape: of documents, of the fleet file", value: "a shape: of answers, of the fleet file" },
  ...{ oneOf: "a shape; a switch of the sandbox", words: "a template of escaped text; a switch of the sandbox" },
  ...{ createUser: "the sandbox's side of the same request", Row: "of a page of the server; of a table" },
  ...{
    Query: "of an address; to a database",
    plateOf: "of a row of the server; of a record",
    nameOf: "of a request; of a place",
  },
  ...{ contentOf: "of a field of a document; of a cell", EMPTY: "nothing, as text and as journal" },
  ...{ rare: "what help leaves out: an option, a key", isFleetFile: "by its content; by its path in a commit" },
  ...{
    FileChange: "of a preview; of a commit",
    readParts: "of a fleet; of a workbook",
    Lists: "of a lock; of the files",
  },
  ...{ WrittenCar: "in the file now; in a version of it", WrittenCars: "in the file now; in its versions" },
  ...{ placeOf: "of a change; of a record in a range", BilledAccount: "in invoices; in a tally" },
};

it("a name that two rooms export means one thing, or the list says what each means", () => {
  const roomsOf = (paths: readonly string[]) => new Set(paths.map((path) => path.split("/")[0] ?? ""));
  const twice = [...exportedNames()].filter(([, paths]) => roomsOf(paths).size > 1).map(([name]) => name);
  expect(twice.sort().filter((name) => !(name in SAME_NAMES))).toEqual([]);
  expect(Object.keys(SAME_NAMES).filter((name) => (exportedNames().get(name) ?? []).length < 2)).toEqual([]);
});

it("no file escapes the type checker", () => {
  const escapes = files.filter((file) => /@ts-ignore|@ts-expect-error|\bas any\b|as unknown as/.test(file.text));
  expect(escapes.map((file) => relative(root, file.path))).toEqual([]);
});
