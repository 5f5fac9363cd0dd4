import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { carsSheet, workbookWith } from "../tables/spreadsheet/workbook-file.ts";

type Content = string | Uint8Array;

/** Files with which `validate` gives a message of a code. */
export interface FileExample {
  /** Beside the files that it names: `fleet.yaml`, and what it refers to. */
  readonly files?: Readonly<Record<string, Content>>;
  /** Which files are read; `fleet.yaml` unless given. */
  readonly paths?: readonly string[];
  /** What files alone cannot say. */
  readonly prepare?: (folder: string) => void;
}

/** Of POSIX. */
const MAKE_PIPE = "mkfifo";

const HEAD = "version: 1\nmode: global\n";
const cars = (...lines: readonly string[]): FileExample => ({
  files: { "fleet.yaml": `${HEAD}cars:\n${lines.map((line) => `  ${line}\n`).join("")}` },
});
const text = (lines: string): FileExample => ({ files: { "fleet.yaml": `${HEAD}${lines}\n` } });
const list = (item: string, files: Readonly<Record<string, Content>>): FileExample => ({
  files: { "fleet.yaml": `${HEAD}carsFrom:\n  - { ${item} }\n`, ...files },
});
const csv = (content: Content, item = "file: cars.csv, column: plate"): FileExample =>
  list(item, { "cars.csv": content });
const windows = (content: string) => Buffer.from(content, "latin1");

/** What no text can be: other bytes, links, and what would be too long to read. */
const SPECIAL: Readonly<Record<string, FileExample>> = {
  "file-outside": {
    files: { "repository/.git/HEAD": "", "secret.yaml": `${HEAD}cars: []\n` },
    paths: ["repository/fleet.yaml"],
    prepare: (folder) => symlinkSync("../secret.yaml", join(folder, "repository/fleet.yaml")),
  },
  "not-a-file": { prepare: (folder) => execFileSync(MAKE_PIPE, [join(folder, "fleet.yaml")]) },
  "file-too-large": {
    files: { "fleet.yaml": HEAD },
    prepare: (folder) => truncateSync(join(folder, "fleet.yaml"), 300 * 2 ** 20),
  },
  "not-utf-8": { files: { "fleet.yaml": windows(`${HEAD}cars:\n  - { licenseNumber: AB12345, note: Malmö }\n`) } },
  "yaml-long-value": text(`cars:\n  - { licenseNumber: AB12345, note: "${"x".repeat(70_000)}" }`),
  "yaml-resource-exhaustion": text(`cars: ${"[".repeat(500)}${"]".repeat(500)}`),
  "csv-columns": csv(`plate,driver\nAB12345${",".repeat(20_000)}\n`),
  "plate-not-text": list("file: cars.xlsx, column: plate", {
    "cars.xlsx": workbookWith([["plate"], ["AB12345"], [123456]]),
  }),
  "workbook-damaged": list("file: cars.xlsx, column: plate", {
    "cars.xlsx": workbookWith([["plate"], ["AB12345"]]).subarray(0, 400),
  }),
  "unknown-sheet": list("file: cars.xlsx, sheet: Leasing, column: plate", {
    "cars.xlsx": workbookWith([["plate"], ["AB12345"]]),
  }),
  "too-many-problems": cars(...Array.from({ length: 1_100 }, (_, at) => `- "?${at}"`)),
  "hidden-rows": list('file: cars.xlsx, column: "1", header: false', {
    "cars.xlsx": carsSheet(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>AB12345</t></is></c></row><row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>CD23456</t></is></c></row>',
    ),
  }),
};

const written = z.record(
  z.string(),
  z.union([z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())]))]),
);
const texts = written.parse(parse(readFileSync(join(import.meta.dirname, "file-examples.yaml"), "utf8")));

/** For each code of a message about files, files that cause it. */
export const FILE_EXAMPLES: Readonly<Record<string, FileExample>> = {
  ...SPECIAL,
  ...Object.fromEntries(Object.entries(texts).map(exampleIn)),
};

function exampleIn([code, said]: [string, (typeof texts)[string]]): [string, FileExample] {
  if (typeof said === "string") return [code, { files: { "fleet.yaml": said } }];
  const files = Object.entries(said).flatMap(([name, content]) =>
    typeof content === "string" ? [[name, content]] : [],
  );
  return [code, { files: Object.fromEntries(files), ...(Array.isArray(said["paths"]) && { paths: said["paths"] }) }];
}

/** Writes the files of an example into a folder. */
export function writeExample(folder: string, { files = {}, prepare }: FileExample): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  prepare?.(folder);
}
