import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { formatFleet, loadFleet, parseFleet } from "../../src/schema/index.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { type Family, family } from "./growth.ts";

const GLOBAL = "version: 1\nmode: global\n";
const ACCOUNTS = "version: 1\nmode: billing-account\n";

/** `{n}` is the number of the piece, `{n7}` the same in seven digits. */
const numbered = (piece: string, at: number) =>
  piece.replaceAll("{n7}", String(at).padStart(7, "0")).replaceAll("{n}", String(at));
const times = (n: number, piece: string, between = "") =>
  Array.from({ length: n }, (_, at) => numbered(piece, at)).join(between);

/** The families of a table: their texts are a beginning, a piece as many times as is asked for, and an end. */
function tabled<Made>(table: string, make: (name: string, size: number, text: (n: number) => string) => Made): Made[] {
  return rowsOf(import.meta.url, table, TEXT, z.number(), TEXT, TEXT, TEXT, TEXT).map(
    ([name, size, before, piece, between, after]) =>
      make(name, size, (n) => `${before}${times(n, piece, between)}${after}`),
  );
}

/** A fleet file. */
function file(name: string, size: number, text: (n: number) => string): Family {
  return family(name, size, (n) => void parseFleet(text(n), "fleet.yaml"));
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

/** What reads fleet files and lists. */
export const schemaFamilies: readonly Family[] = [
  ...tabled("fleet files", file),
  file("wrong accounts below unknown keys", 2_000, (n) => {
    return `${times(n, "k{n}: 1\n")}${ACCOUNTS}accounts:\n${times(n, "  - cars: []\n")}`;
  }),
  file("an account with a deep indentation", 100_000, (n) => {
    return `${ACCOUNTS}accounts:\n${" ".repeat(n)}- baId: 1\n${" ".repeat(n)}  cars: [AB1]\n`;
  }),
  file("acceptances of warnings, and as many warnings", 2_000, (n) => {
    const accepted = times(n, '    - { warning: unusual-plate, licenseNumber: "A+{n}", reason: r }\n');
    return `${GLOBAL}policy:\n  accept:\n${accepted}cars:\n${times(n, "  - A+{n}\n")}`;
  }),
  ...tabled("fmt", (name, size, text) =>
    family(`fmt: ${name}`, size, (n) => onDisk({ "fleet.yaml": text(n) }, (cwd) => formatFleet(["."], { cwd }))),
  ),
  ...tabled("lists", list).flat(),
  folder("a csv with many columns", 50_000, (n) => ({
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.csv, column: plates }]\n`,
    "a.csv": `${times(n, "plate{n}", ";")}\n`,
  })),
  folder("a pattern with stars", 100, (n) => ({
    "fleet.yaml": `${GLOBAL}carsFrom: [{ file: '${"*a".repeat(400)}b.txt' }]\n`,
    ...Object.fromEntries(Array.from({ length: n }, (_, at) => [`${"a".repeat(60)}${at}.txt`, "AB1\n"])),
  })),
];
