import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { formatFleet, loadFleet, parseFleet } from "../../src/schema/index.ts";
import { type Family, family } from "./growth.ts";

const GLOBAL = "version: 1\nmode: global\n";
const ACCOUNTS = "version: 1\nmode: billing-account\n";

const times = (n: number, text: (at: number) => string, between = "") =>
  Array.from({ length: n }, (_, at) => text(at)).join(between);
const plate = (at: number) => `AB${String(at).padStart(7, "0")}`;

/** A fleet file. */
function file(name: string, size: number, text: (n: number) => string): Family {
  return family(name, size, (n) => void parseFleet(text(n), "fleet.yaml"));
}

/** What `fmt` makes of a fleet file. */
function formatted(name: string, size: number, text: (n: number) => string): Family {
  return family(`fmt: ${name}`, size, (n) => onDisk({ "fleet.yaml": text(n) }, (cwd) => formatFleet(["."], { cwd })));
}

/** Files in a folder that has a fleet file. */
function folder(name: string, size: number, files: (n: number) => Record<string, string>): Family {
  return family(name, size, (n) => onDisk(files(n), (cwd) => loadFleet(["fleet.yaml"], { cwd })));
}

function list(name: string, size: number, text: (n: number) => string): Family[] {
  return [
    folder(`txt: ${name}`, size, (n) => ({
      "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.txt }]\n`,
      "a.txt": text(n),
    })),
    folder(`csv: ${name}`, size, (n) => ({
      "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv, column: plate }]\n`,
      "a.csv": `plate;make\n${text(n)}`,
    })),
  ];
}

async function onDisk(files: Record<string, string>, act: (cwd: string) => Promise<unknown>): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "platectl-growth-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    await act(cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const CARS: readonly Family[] = [
  file("cars, one a line", 50_000, (n) => `${GLOBAL}cars:\n${times(n, (at) => `  - ${plate(at)}\n`)}`),
  file("cars with accents", 50_000, (n) => {
    return `${GLOBAL}cars:\n${times(n, (at) => `  - ÅŠ${String(at).padStart(7, "0")}\n`)}`;
  }),
  file("cars with Greek letters", 20_000, (n) => {
    return `${GLOBAL}cars:\n${times(n, (at) => `  - ΩΨ${String(at).padStart(7, "0")}\n`)}`;
  }),
  file("cars with notes that differ", 10_000, (n) => {
    return `${GLOBAL}cars:\n${times(n, (at) => `  - { licenseNumber: ${plate(at)}, note: n${at} }\n`)}`;
  }),
  file("cars on one line", 10_000, (n) => `${GLOBAL}cars: [${times(n, plate, ", ")}]\n`),
  file("the same car", 40_000, (n) => `${GLOBAL}cars:\n${times(n, () => "  - AB1\n")}`),
  file("the same car with other features", 2_000, (n) => {
    return `${GLOBAL}cars:\n${times(n, (at) => `  - { licenseNumber: AB1, features: [F${at}] }\n`)}`;
  }),
  file("features of a car", 10_000, (n) => {
    const many = times(n, (at) => `F${at}`, ", ");
    return `${GLOBAL}cars:\n  - AB1\n  - { licenseNumber: AB2, features: [${many}] }\n  - { licenseNumber: AB2 }\n`;
  }),
  file("what is not a plate", 20_000, (n) => `${GLOBAL}cars:\n${times(n, () => "  - A#!\n")}`),
  file("unknown keys in cars", 10_000, (n) => {
    return `${GLOBAL}cars:\n${times(n, (at) => `  - { licenseNumber: ${plate(at)}, licensenumbr${at}: 1 }\n`)}`;
  }),
  file("comment lines between two cars", 50_000, (n) => {
    return `${GLOBAL}cars:\n  - AB1\n${times(n, () => "  # c\n")}  - AB2\n`;
  }),
  file("cars: without cars", 10_000, (n) => times(n, () => "cars:\n  - \n")),
  file("an account with a deep indentation", 100_000, (n) => {
    return `${ACCOUNTS}accounts:\n${" ".repeat(n)}- baId: 1\n${" ".repeat(n)}  cars: [AB1]\n`;
  }),
];

const MAPPINGS: readonly Family[] = [
  file("accounts with a wrong key", 2_000, (n) => {
    return `${ACCOUNTS}accounts:\n${times(n, (at) => `  - id: ${at}\n    cars: []\n`)}`;
  }),
  file("unknown keys", 10_000, (n) => GLOBAL + times(n, (at) => `versio${at}: 1\n`)),
  file("wrong accounts below unknown keys", 2_000, (n) => {
    return `${times(n, (at) => `k${at}: 1\n`)}${ACCOUNTS}accounts:\n${times(n, () => "  - cars: []\n")}`;
  }),
  file("the same key", 10_000, (n) => GLOBAL + times(n, () => "count: 1\n")),
  file("accounts with the same id", 2_000, (n) => {
    return `${ACCOUNTS}accounts:\n${times(n, () => "  - baId: 1\n    cars: []\n")}`;
  }),
  file("acknowledgements", 2_000, (n) => {
    const one = "    - { scope: account:1, deletes: 1, until: 2026-01-01, reason: r }\n";
    return `${GLOBAL}cars: []\npolicy:\n  acknowledge:\n${times(n, () => one)}`;
  }),
  file("acceptances of warnings, and as many warnings", 2_000, (n) => {
    const one = (at: number) => `    - { warning: unusual-plate, licenseNumber: "A+${at}", reason: r }\n`;
    return `${GLOBAL}policy:\n  accept:\n${times(n, one)}cars:\n${times(n, (at) => `  - A+${at}\n`)}`;
  }),
  file(
    "wrong masks",
    5_000,
    (n) => `${GLOBAL}cars: []\npolicy: { protect: { plates: [${times(n, () => "'#'", ",")}] } }\n`,
  ),
];

const YAML: readonly Family[] = [
  ["]", 20_000],
  [",", 20_000],
  ['"', 20_000],
  ["'", 100_000],
  ['"a" ', 20_000],
  ["%a\n", 20_000],
  ["---\n", 20_000],
  ["# c\n", 50_000],
  ["\n", 100_000],
  ["\t\n", 20_000],
  ["&a ", 20_000],
  ["*a ", 20_000],
  ["!a ", 20_000],
  ["- &a b\n", 10_000],
  ["- ? a\n", 10_000],
  ["? ", 50_000],
  ["- ", 50_000],
  ["a: ", 20_000],
  ["{a: ", 20_000],
  ["[", 50_000],
  [": ", 50_000],
  ["|\n", 20_000],
  ["a\n", 50_000],
  ["'a'\n", 20_000],
  [" ", 100_000],
].map(([piece, size]) => {
  return file(`YAML: ${JSON.stringify(piece)} again and again`, Number(size), (n) => `${String(piece).repeat(n)}x\n`);
});

const TEXTS: readonly Family[] = [
  file("a long plate in double quotes", 500_000, (n) => `${GLOBAL}cars: ["${"A".repeat(n)}"]\n`),
  file("a long note over lines", 50_000, (n) => `${GLOBAL}cars: []\nnote: "${"a\n ".repeat(n)}"\n`),
  file("a long key", 500_000, (n) => `${GLOBAL}${"k".repeat(n)}: 1\n`),
  formatted("blanks behind a plate", 40_000, (n) => `${GLOBAL}cars:\n  - AB1${" ".repeat(n)}\n  - AB2\n`),
  formatted("blanks in brackets", 40_000, (n) => `${GLOBAL}cars: [AB1${" ".repeat(n)}, AB2]\n`),
  formatted("comments", 5_000, (n) => `${GLOBAL}cars:\n${times(n, (at) => `  # c\n  - ${plate(at)} # d\n`)}`),
  formatted("cars with values on one line", 2_500, (n) => {
    return `${GLOBAL}cars: [${times(n, (at) => `{ licenseNumber: ${plate(at)}, note: n }`, ", ")}]\n`;
  }),
  file("hashes in brackets", 20_000, (n) => `${GLOBAL}cars: [${" #".repeat(n)}\n`),
  formatted("cars on one line", 5_000, (n) => `${GLOBAL}cars: [${times(n, plate, ", ")}]\n`),
];

const LISTS: readonly Family[] = [
  ...list("cars", 50_000, (n) => times(n, (at) => `${plate(at)};x\n`)),
  ...list("blanks", 500_000, (n) => `${" ".repeat(n)}#\n`),
  ...list("quotes", 200_000, (n) => `"${'""'.repeat(n)}\n`),
  ...list("separators", 200_000, (n) => `${";".repeat(n)}\n`),
  ...list("a long line", 500_000, (n) => `${"A".repeat(n)}\n`),
  folder("a csv with many columns", 50_000, (n) => ({
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv, column: plates }]\n`,
    "a.csv": `${times(n, (at) => `plate${at}`, ";")}\n`,
  })),
  folder("a pattern with stars", 100, (n) => ({
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: '${"*a".repeat(400)}b.txt' }]\n`,
    ...Object.fromEntries(Array.from({ length: n }, (_, at) => [`${"a".repeat(60)}${at}.txt`, "AB1\n"])),
  })),
  folder("a csv with a quote that is not closed", 200_000, (n) => csv(`plates\n"${'""'.repeat(n)}`)),
  folder("a csv with quotes in cells", 100_000, (n) => csv(`plates\n${'"a""b"\n'.repeat(n)}`)),
];

function csv(text: string) {
  return { "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv, column: plates }]\n`, "a.csv": text };
}

/** What reads fleet files and lists. */
export const schemaFamilies: readonly Family[] = [...CARS, ...MAPPINGS, ...YAML, ...TEXTS, ...LISTS];
