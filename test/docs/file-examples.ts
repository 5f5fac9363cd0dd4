import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { carsSheet, workbookWith } from "../schema/spreadsheet/workbook-file.ts";

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
const accounts = (lines: string, files: Readonly<Record<string, Content>> = {}): FileExample => ({
  files: { "fleet.yaml": `version: 1\nmode: billing-account\n${lines}\n`, ...files },
});
const windows = (content: string) => Buffer.from(content, "latin1");

/** For each code of a message about files, files that cause it. */
export const FILE_EXAMPLES = {
  "no-such-file": { paths: ["fleets.yaml"] },
  "nothing-found": { files: { "fleets/readme.txt": "" }, paths: ["fleets"] },
  "file-outside": {
    files: { "repository/.git/HEAD": "", "secret.yaml": `${HEAD}cars: []\n` },
    paths: ["repository/fleet.yaml"],
    prepare: (folder) => symlinkSync("../secret.yaml", join(folder, "repository/fleet.yaml")),
  },
  "git-folder": { files: { ".git/fleet.yaml": `${HEAD}cars: []\n` }, paths: [".git/fleet.yaml"] },
  "not-a-file": { prepare: (folder) => execFileSync(MAKE_PIPE, [join(folder, "fleet.yaml")]) },
  "file-too-large": {
    files: { "fleet.yaml": HEAD },
    prepare: (folder) => truncateSync(join(folder, "fleet.yaml"), 300 * 2 ** 20),
  },
  "not-utf-8": { files: { "fleet.yaml": windows(`${HEAD}cars:\n  - { licenseNumber: AB12345, note: Malmö }\n`) } },
  "line-break": { files: { "fleet.yaml": `${HEAD}cars:\r  - AB12345\r` } },
  "control-character": cars("- AB12345", "- CD2\u00003456"),
  "bidi-control": cars("- AB12345", '- { licenseNumber: CD23456, note: "pool\u202e car" }'),
  "conflict-marker": text("cars:\n<<<<<<< HEAD\n  - AB12345\n=======\n  - CD23456\n>>>>>>> lease"),
  "git-lfs-pointer": csv("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"),
  html: csv("<!DOCTYPE html>\n<html><body>Please log in.</body></html>\n"),
  "empty-file": { files: { "fleet.yaml": "" } },
  "missing-value": text("timeZone:\ncars:\n  - AB12345"),
  "several-lines": text("cars:\n  - AB12345\n    CD23456"),
  "duplicate-key": text("cars:\n  - AB12345\ncars:\n  - CD23456"),
  "yaml-alias": text("cars:\n  - *first"),
  "yaml-anchor": text("cars:\n  - &first AB12345"),
  "yaml-block-scalar": text("timeZone: |\n  UTC\ncars: []"),
  "yaml-directive": { files: { "fleet.yaml": `%YAML 1.1\n---\n${HEAD}cars: []\n` } },
  "yaml-merge-key": text("cars:\n  - { <<: { note: pool }, licenseNumber: AB12345 }"),
  "yaml-tag": text("cars:\n  - !!str 12345"),
  "yaml-long-value": text(`cars:\n  - { licenseNumber: AB12345, note: "${"x".repeat(70_000)}" }`),
  "yaml-bad-dq-escape": cars('- { licenseNumber: AB12345, note: "C:\\pool" }'),
  "yaml-bad-indent": cars("- licenseNumber: AB12345", " note: pool car"),
  "yaml-bad-scalar-start": cars("- @AB12345"),
  "yaml-block-as-implicit-key": text("timeZone: UTC: Europe\ncars: []"),
  "yaml-missing-char": text('cars:\n  - "AB12345\n  - CD23456'),
  "yaml-multiple-docs": text("cars: []\n---\nversion: 1"),
  "yaml-non-string-key": text("cars: []\n? [a]\n: 1"),
  "yaml-tab-as-indent": text("cars:\n\t- AB12345"),
  "yaml-resource-exhaustion": text(`cars: ${"[".repeat(500)}${"]".repeat(500)}`),
  "yaml-unexpected-token": text("cars: [AB12345]]"),
  "not-a-fleet-file": { files: { "fleet.yaml": "- AB12345\n- CD23456\n" } },
  "not-specified": { files: { "fleet.yaml": HEAD } },
  "missing-key": { files: { "fleet.yaml": "version: 1\ncars: []\n" } },
  "unknown-key": { files: { "fleet.yaml": `${HEAD}carz:\n  - AB12345\n` } },
  "wrong-value": text("cars:\n  - { licenseNumber: AB12345, validUntil: 31.12.2026 }"),
  "wrong-mode": text("cars: []\naccounts: []"),
  "features-not-accepted": accounts(
    "accounts:\n  - baId: 4711\n    cars:\n      - { licenseNumber: AB12345, features: [LEASING] }",
  ),
  "detach-without-accounts": text("cars: []\npolicy: { onRemove: detach }"),
  "conflicting-setting": {
    files: { "a.yaml": `${HEAD}timeZone: UTC\ncars: []\n`, "b.yaml": `${HEAD}timeZone: Europe/Oslo\ncars: []\n` },
    paths: ["a.yaml", "b.yaml"],
  },
  "not-a-plate": cars("- AB12345", "- AB-12345-COPENHAGEN"),
  "conflicting-plate": cars("- { licenseNumber: AB12345, validUntil: 2026-12-31 }", "- { licenseNumber: ab 12 345 }"),
  "validity-backwards": cars("- { licenseNumber: AB12345, validFrom: 2026-12-31, validUntil: 2026-01-01 }"),
  "absent-and-wanted": text("cars: [AB12345]\nabsent: [AB 12345]"),
  "duplicate-absent": text("cars: []\nabsent: [AB12345, AB 12345]"),
  "duplicate-account": accounts("accounts:\n  - { baId: 4711, cars: [] }\n  - { baId: 4711, cars: [AB12345] }"),
  "count-differs": text("count: 3\ncars:\n  - AB12345\n  - CD23456"),
  "list-outside": list("file: ../cars.csv, column: plate", {}),
  "list-kind": list("file: cars.ods, column: plate", { "cars.ods": "" }),
  "list-twice": {
    files: {
      "fleet.yaml": `${HEAD}carsFrom:\n  - { file: cars.txt }\n  - { file: "*.txt" }\n`,
      "cars.txt": "AB12345\n",
    },
  },
  "empty-list": csv("plate\n"),
  "list-too-short": csv("plate\nAB12345\n", "file: cars.csv, column: plate, atLeast: 700"),
  "not-text": csv("%PDF-1.7\n"),
  "wrong-encoding": csv("plate,driver\nAB12345,Åsa\n", "file: cars.csv, column: plate, encoding: windows-1252"),
  "csv-no-column": csv("Reg. no;Driver\nAB12345;Bo\n"),
  "csv-no-header": csv("AB12345\nCD23456\n"),
  "csv-columns": csv(`plate,driver\nAB12345${",".repeat(20_000)}\n`),
  "csv-row-width": csv("plate,driver\nAB12345,Bo\nCD23456,Berg, Ada\n"),
  "csv-no-plate": csv("plate,driver\nAB12345,Bo\n,Ada\n"),
  "csv-quotes": csv('plate,driver\nAB12345,Bo "Junior"\nCD23456,"Ada\n'),
  "scientific-notation": csv("plate\nAB12345\n1.23E+45\n"),
  "plate-not-text": list("file: cars.xlsx, column: plate", {
    "cars.xlsx": workbookWith([["plate"], ["AB12345"], [123456]]),
  }),
  "not-a-date": csv("plate,end\nAB12345,31.12.2026\n", "file: cars.csv, column: plate, validUntil: end"),
  "unknown-account": accounts(
    "carsFrom:\n  - { file: cars.csv, column: plate, account: customer }\naccounts:\n  - { baId: 4711 }",
    {
      "cars.csv": "plate,customer\nAB12345,4711\nCD23456,4712\n",
    },
  ),
  "not-a-workbook": list("file: cars.xlsx, column: plate", { "cars.xlsx": "plate\nAB12345\n" }),
  "workbook-damaged": list("file: cars.xlsx, column: plate", {
    "cars.xlsx": workbookWith([["plate"], ["AB12345"]]).subarray(0, 400),
  }),
  "unknown-sheet": list("file: cars.xlsx, sheet: Leasing, column: plate", {
    "cars.xlsx": workbookWith([["plate"], ["AB12345"]]),
  }),
  "too-many-problems": cars(...Array.from({ length: 1_100 }, (_, at) => `- "?${at}"`)),
  "duplicate-plate": cars("- AB12345", "- AB12345"),
  "duplicate-spelling": cars("- AB12345", "- ab 12-345"),
  "lookalike-letters": cars("- АB12345"),
  "unusual-plate": cars("- AB+12345"),
  "plate-series": text("defaults: { country: DK }\ncars:\n  - AB1234S"),
  "foreign-plates": text("defaults: { country: DK }\ncars:\n  - ABC 123"),
  "no-line-break-at-end": { files: { "fleet.yaml": `${HEAD}cars:\n  - AB12345` } },
  "lower-case-plates": csv("plate\nab12345\ncd23456\n"),
  "lost-zeros": csv(`plate\n${Array.from({ length: 30 }, (_, at) => `0${1234500 + at}`).join("\n")}\n1234999\n`),
  "unused-dates": csv("plate,lease end\nAB12345,2026-12-31\nCD23456,2027-06-30\n"),
  "hidden-rows": list('file: cars.xlsx, column: "1", header: false', {
    "cars.xlsx": carsSheet(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>AB12345</t></is></c></row><row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>CD23456</t></is></c></row>',
    ),
  }),
  "unknown-feature": cars("- { licenseNumber: AB12345, features: [LEASNG] }"),
  "unknown-scope": accounts(
    "accounts:\n  - { baId: 4711, cars: [] }\npolicy:\n  acknowledge:\n    - { scope: account:4712, deletes: 3, until: 2090-01-01, reason: sold }",
  ),
  "acceptance-past": text(
    "cars: [AB+12345]\npolicy:\n  accept:\n    - { warning: unusual-plate, until: 2020-01-01, reason: a museum car }",
  ),
  "acceptance-unused": text(
    "cars: [AB12345]\npolicy:\n  accept:\n    - { warning: unusual-plate, reason: a museum car }",
  ),
} as const satisfies Readonly<Record<string, FileExample>>;

/** Writes the files of an example into a folder. */
export function writeExample(folder: string, { files = {}, prepare }: FileExample): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  prepare?.(folder);
}
