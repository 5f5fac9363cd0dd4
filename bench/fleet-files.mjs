// The cars and files that the figures are about, alike in every run.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";

const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";
const HEAD = "version: 1\nmode: global\ncars:\n";

/** A plate like AB10001, different for each number; neighbours do not look alike, as in a list that grew over years. */
export function plateOf(number) {
  const mixed = Number((BigInt(number) * 7_368_787n) % 47_610_000n);
  const letters = Math.floor(mixed / 90_000);
  return LETTERS[Math.floor(letters / 23)] + LETTERS[letters % 23] + String(10_000 + (mixed % 90_000));
}

/** A day that differs from that of the cars next to it. */
function dayOf(number) {
  return new Date(Date.UTC(2027, 0, 1 + ((number * 7) % 1000))).toISOString().slice(0, 10);
}

/** How a car is written in each form of a file; `at` is its number. */
const FORMS = {
  short: { head: HEAD, car: (plate) => `  - ${plate}\n` },
  mixed: {
    head: HEAD,
    car: (plate, at) =>
      at % 3 > 0
        ? `  - ${plate}\n`
        : `  - licenseNumber: ${plate}\n    validFrom: 2026-01-${10 + (at % 19)}\n    validUntil: ${dayOf(at)}\n    note: car ${at} of Anna\n`,
  },
  notes: { head: HEAD, car: (plate, at) => `  - { licenseNumber: ${plate}, note: car ${at} of Anna }\n` },
  accounts: {
    head: "version: 1\nmode: billing-account\naccounts:\n",
    car: (plate, at) => `  - baId: ${100_000 + at}\n    cars:\n      - ${plate}\n`,
  },
  hundreds: {
    head: "version: 1\nmode: billing-account\naccounts:\n",
    car: (plate, at) => `${at % 100 === 0 ? `  - baId: ${100_000 + at / 100}\n    cars:\n` : ""}      - ${plate}\n`,
  },
  account: {
    head: "version: 1\nmode: billing-account\naccounts:\n  - baId: 4711\n    cars:\n",
    car: (plate) => `      - ${plate}\n`,
  },
  list: { name: "list.txt", head: "", car: (plate) => `${plate}\n` },
  octodns: {
    name: "cars.test.yaml",
    head: "---\n",
    car: (plate) => `${plate.toLowerCase()}: {type: TXT, value: car}\n`,
  },
  csv: {
    name: "cars.csv",
    head: "Plate;Lease end;Driver\n",
    car: (plate, at) => `${plate};${dayOf(at)};Anna ${at}\n`,
  },
};

const LIST = (name) =>
  `version: 1\nmode: global\ncarsFrom: [{ file: ${name}, column: Plate, validUntil: Lease end, note: Driver }]\n`;

/** Writes the cars with the numbers `from` to `to` in a form, once, and gives the path. */
export function fileOf(form, from, to) {
  const folder = join(tmpdir(), "platectl-bench-files", `${form}-${from}-${to}`);
  const { name = "fleet.yaml", head, car } = FORMS[form === "workbook" ? "csv" : form];
  const isTable = form === "csv" || form === "workbook";
  const path = join(folder, isTable ? "fleet.yaml" : name);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const cars = Array.from({ length: to - from }, (_, at) => car(plateOf(from + at), from + at));
  if (form === "workbook") writeFileSync(join(folder, "cars.xlsx"), workbookOf([head, ...cars]));
  else writeFileSync(join(folder, name), head + cars.join(""));
  if (isTable) writeFileSync(path, LIST(form === "csv" ? name : "cars.xlsx"));
  return path;
}

/** A workbook as Excel writes it: texts are shared, days are numbers with a format. */
function workbookOf(lines) {
  const texts = new Map();
  const shared = (text) => {
    if (!texts.has(text)) texts.set(text, texts.size);
    return `t="s"><v>${texts.get(text)}</v>`;
  };
  const days = (text) => `s="1"><v>${Date.parse(text) / 86_400_000 + 25_569}</v>`;
  const rows = lines.map((line, at) => {
    const cells = line
      .trimEnd()
      .split(";")
      .map((text, nth) => {
        const isDay = at > 0 && nth === 1;
        return `<c r="${"ABC"[nth]}${at + 1}" ${isDay ? days(text) : shared(text)}</c>`;
      });
    return `<row r="${at + 1}">${cells.join("")}</row>`;
  });
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`;
  const relations = (...ends) =>
    `<Relationships>${ends.map(([id, path]) => `<Relationship Id="${id}" Type="${office}/${id}" Target="${path}"/>`).join("")}</Relationships>`;
  const parts = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Cars" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      ["worksheet", "worksheets/sheet1.xml"],
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
    ),
    "xl/worksheets/sheet1.xml": `<worksheet ${main}><sheetData>${rows.join("")}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst ${main}>${[...texts.keys()].map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

/** Commits versions of a fleet file, one a month up to `last`, and gives the path of the newest. */
export function committedFile({ versions, cars, change }, last) {
  const folder = join(tmpdir(), "platectl-bench-files", `history-${versions}-${cars}-${change}`);
  const path = join(folder, "fleet.yaml");
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const git = (args, env = {}) => execFileSync("git", ["-C", folder, ...args], { env: { ...process.env, ...env } });
  git(["init", "--quiet"]);
  for (let version = 0; version < versions; version += 1) {
    const first = version * change;
    copyFileSync(fileOf("account", first, first + cars), path);
    const date = new Date(Date.parse(last) - (versions - 1 - version) * 30 * 86_400_000).toISOString();
    git(["add", "fleet.yaml"]);
    const who = ["-c", "user.name=Anna", "-c", "user.email=anna@example.com"];
    git([...who, "commit", "--quiet", "-m", `Cars of ${date.slice(0, 7)}`], {
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    });
  }
  return path;
}
