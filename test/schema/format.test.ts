import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { type FleetReading, formatFleet, loadFleet } from "../../src/schema/index.ts";
import { cases } from "../properties.ts";
import { rowsOf, TEXT } from "../rows.ts";
import { ACCOUNTS, findingsOf, folderWith, GLOBAL } from "./fleet-text.ts";
import { messyFleet } from "./messy-fleet.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The canonical form of a text, which must be valid. */
async function formatted(text: string): Promise<string> {
  const { files } = await formatFleet(["fleet.yaml"], { cwd: folderWith({ "fleet.yaml": text }) });
  const [file] = files;
  if (file?.kind !== "formatted") throw new Error(JSON.stringify(file));
  expect(file.isCanonical).toBe(file.text === text);
  return file.text;
}

/** A text in canonical form stays as it is. */
async function expectCanonical(text: string): Promise<void> {
  expect(await formatted(text)).toBe(text);
}

/** What a reading says, places and files aside. */
function meaningOf(reading: FleetReading): unknown {
  if (reading.kind === "invalid") return reading;
  const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);
  const { files, ...desired } = reading.desired;
  return JSON.parse(JSON.stringify(desired, plain), (key, value: unknown) => (key === "source" ? undefined : value));
}

it.each(rowsOf(import.meta.url, "fmt brings into one form", TEXT, TEXT, TEXT))(
  "fmt brings into one form %s",
  async (_, before, after) => {
    expect(await formatted(GLOBAL + before)).toBe(GLOBAL + after);
    await expectCanonical(GLOBAL + after);
  },
);

it("fmt opens brackets that would make a line longer than 120 characters, from the outside in", async () => {
  const plates = Array.from({ length: 16 }, (_, at) => `AB1000${at + 10}`);
  const text = `${ACCOUNTS}accounts: [{ baId: 1, cars: [${plates.slice(0, 9).join(", ")}] }, { baId: 2, cars: [${plates.slice(9).join(", ")}] }]\n`;
  const opened = `${ACCOUNTS}accounts:\n  - { baId: 1, cars: [${plates.slice(0, 9).join(", ")}] }\n  - { baId: 2, cars: [${plates.slice(9).join(", ")}] }\n`;
  expect(await formatted(text)).toBe(opened);
  const list = plates.map((plate) => `  - ${plate}\n`).join("");
  expect(await formatted(`${GLOBAL}cars: [${plates.join(", ")}]\n`)).toBe(`${GLOBAL}cars:\n${list}`);
});

it("the canonical form is what docs/fleet-yaml.md shows", async () => {
  const shown = readFileSync(join(root, "docs/fleet-yaml.md"), "utf8").split("### The canonical form")[1] ?? "";
  const [before = "", after = ""] = [...shown.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? "");
  expect(await formatted(before)).toBe(after);
});

it.each(rowsOf(import.meta.url, "fmt keeps comments", TEXT, TEXT, TEXT))(
  "fmt keeps comments: %s",
  async (_, before, after) => {
    expect(await formatted(before)).toBe(after);
    await expectCanonical(after);
  },
);

const traps = [
  ..."1E51234 34E1234 1E5 1e5 1E+5 9E999 0123 00123 123 0xE1 0x7B 0o17 0b11 123. 1.5 190.20.30 .5 .INF .NaN".split(" "),
  ..."NULL Null null TRUE True YES NO ON OFF Y N y n 2024-01-02 12:30 1_000 +123".split(" "),
];
const plain = ["AB12345", "12-345-67", "KÜN-E 77", "B-AB 1234", "E5", "12AB", "1E5A", "А123", "NOR1", "OFF1"];

it.each(traps)("a plate that YAML would read otherwise is quoted: %s stands in quotes", async (plate) => {
  const item = (text: string) => `${GLOBAL}cars:\n  - licenseNumber: ${text}\n    isPlate: true\n  - AB1\n`;
  expect(await formatted(item(plate))).toBe(item(`"${plate}"`));
  expect(await formatted(`${GLOBAL}cars: [{ licenseNumber: ${plate}, isPlate: true }]\n`)).toContain(
    `licenseNumber: "${plate}"`,
  );
});

it.each(plain)("the plate %s needs no quotes", async (plate) => {
  expect(await formatted(`${GLOBAL}cars:\n  - "${plate}"\n`)).toBe(`${GLOBAL}cars:\n  - ${plate}\n`);
});

it("fmt gives numbers, days, ids and masks one form", async () => {
  const [plain, quoted] = ["4711", '"4711"'].map(
    (baId) =>
      `${ACCOUNTS}accounts:\n  - baId: ${baId}\n    cars: [{ licenseNumber: A1, validUntil: ${baId === "4711" ? "2099-12-31" : "'2099-12-31'"} }]\n`,
  );
  expect(await formatted(quoted ?? "")).toBe(plain);
  const other = (day: string, days: string) =>
    `${GLOBAL}cars: []\nabsent: [{ licenseNumber: A1, since: ${day} }]\npolicy: { maxDeletes: { window: { days: ${days} } } }\n`;
  expect(await formatted(other("'2026-11-01'", '"7"'))).toBe(other("2026-11-01", "7"));
  expect(await formatted(`${GLOBAL}cars: []\npolicy: { protect: { plates: [VIP*, "A?C"] } }\n`)).toBe(
    `${GLOBAL}cars: []\npolicy: { protect: { plates: ["VIP*", A?C] } }\n`,
  );
});

it("a note is written so that every reader of YAML reads the same text", async () => {
  const unit = fc.constantFrom(..."aB1 :#,-[]{}&*!|>'\"%@`?=~\\.éΩ\u00a0\u0085\u200b\u202e\ufeff\u{1f697}\n\t");
  const note = fc.string({ unit, minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text && text !== "");
  await fc.assert(
    fc.asyncProperty(note, async (text) => {
      const escaped = JSON.stringify(text).replace(
        /[\u007f-\uffff]/g,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      for (const car of [`{ licenseNumber: A1, note: ${escaped} }`, `licenseNumber: A1\n    note: ${escaped}`]) {
        const result = await formatted(`${GLOBAL}cars:\n  - ${car}\n`);
        for (const version of ["1.1", "1.2"] as const) expect(parse(result, { version }).cars[0].note).toBe(text);
      }
    }),
  );
});

it("fmt keeps a file's meaning and its comments, changes nothing the second time, and makes plates text to every reader", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const { text, comments, plates } = messyFleet(seed);
      const folder = folderWith({ "fleet.yaml": text });
      const reading = await loadFleet(["fleet.yaml"], { cwd: folder });
      expect(reading, text).toMatchObject({ kind: "desired" });
      const once = await formatted(text);
      const after = await loadFleet(["fleet.yaml"], { cwd: folderWith({ "fleet.yaml": once }) });
      expect(meaningOf(after), text).toEqual(meaningOf(reading));
      expect(await formatted(once), text).toBe(once);
      expect([...once.matchAll(/#c\d+/g)].map(([name]) => name).sort(), text).toEqual([...comments].sort());
      for (const version of ["1.1", "1.2"] as const) {
        const holders = [parse(once, { version })].flatMap((file) => file.accounts ?? [file]);
        const read = holders.flatMap(({ cars }) => cars).map((car) => car.licenseNumber ?? car);
        expect(read, once).toEqual(plates);
      }
    }),
    { numRuns: cases(100) },
  );
});

it("files that are not valid are reported, each on its own", async () => {
  const cwd = folderWith({
    "a.yaml": `${GLOBAL}cars: [A1 ]\n`,
    "b.yaml": `${GLOBAL}cras: []\n`,
    "c.yaml": `${ACCOUNTS}accounts: []\n`,
  });
  const { files, diagnostics } = await formatFleet([".", "nope.yaml"], { cwd });
  expect(files.map(({ kind, path }) => [kind, path])).toEqual([
    ["formatted", "a.yaml"],
    ["invalid", "b.yaml"],
    ["formatted", "c.yaml"],
  ]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["no-such-file"]);
});

it("files of which a list is missing are not valid", async () => {
  const cwd = folderWith({ "fleet.yaml": `${GLOBAL}carsFrom: [{ file: a.txt }]\n` });
  expect((await formatFleet(["fleet.yaml"], { cwd })).files).toMatchObject([
    { kind: "invalid", diagnostics: [{ code: "no-such-file" }] },
  ]);
});

it("files with a BOM or without a last line break are not canonical", async () => {
  const text = `${GLOBAL}cars: [A1]\n`;
  for (const other of [`\ufeff${text}`, text.trimEnd()]) {
    const { files } = await formatFleet(["f.yaml"], { cwd: folderWith({ "f.yaml": other }) });
    expect(files).toMatchObject([{ kind: "formatted", isCanonical: false, text }]);
  }
});

it("files with a long list are formatted like those with a short one: each comment stays with its car", async () => {
  const car = (at: number) => `  # next\n  - licenseNumber: A${1000 + at}\n    note: x # why\n    # own\n`;
  const cars = Array.from({ length: 300 }, (_, at) => (at % 7 === 3 ? `\n  - B${1000 + at}\n` : car(at)));
  await expectCanonical(`${GLOBAL}cars:\n${cars.join("")}carsFrom: []\n`);
  const account = (at: number) =>
    `  - baId: ${at + 1}\n    # list\n    cars:\n${cars.join("").replace(/^(?=.)/gm, "    ")}`;
  await expectCanonical(`${ACCOUNTS}accounts:\n${account(0)}${account(1)}${account(2)}`);
});

it("the files of the examples are canonical, and valid for many years without a warning", async () => {
  const names = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".yaml"));
  expect(names.length).toBeGreaterThan(1);
  const { files } = await formatFleet(["examples"], { cwd: root });
  expect(files.map((file) => [file.path, file.kind === "formatted" && file.isCanonical])).toEqual(
    names.sort().map((name) => [`examples/${name}`, true]),
  );
  for (const name of ["fleet.yaml", "accounts.yaml"])
    for (const day of ["2026-01-01", "2090-01-01"])
      expect(findingsOf(await loadFleet([`examples/${name}`], { cwd: root, now: Date.parse(day) }))).toEqual([]);
});
