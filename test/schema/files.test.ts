import { execFileSync } from "node:child_process";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadFleet } from "../../src/schema/index.ts";
import { ACCOUNTS, desiredOf, diagnosticsOf, findingsOf, folderWith, GLOBAL, load, platesOf } from "./fleet-text.ts";

const A = `${GLOBAL}cars: [AA1]\n`;
const B = `${GLOBAL}cars: [BB2]\n`;

it.each([
  ["files", ["f/b.yaml", "f/a.yml"], ["BB2", "AA1"]],
  ["a folder", ["f"], ["AA1", "BB2"]],
  ["a glob", ["f/*.y*ml"], ["AA1", "BB2"]],
  ["a folder and a file in it, once", ["f", "f/a.yml"], ["AA1", "BB2"]],
  ["a path with dots", ["./f/../f/a.yml"], ["AA1"]],
])("fleet files are chosen by %s", async (_, paths, plates) => {
  const reading = await load({ "f/a.yml": A, "f/b.yaml": B, "f/note.txt": "x", "f/.hidden.yaml": "x" }, paths);
  expect(platesOf(reading)).toEqual(plates);
});

it("paths of fleet files are as the user named them, relative to the working folder when inside it", async () => {
  const folder = folderWith({
    "repo/fleet/a.yaml": `${A}carsFrom: [{ file: cars/x.txt }]\n`,
    "repo/fleet/cars/x.txt": "XX1\n",
  });
  const pathsFrom = async (path: string, cwd: string) =>
    desiredOf(await loadFleet([path], { cwd: join(folder, cwd) })).files.map((file) => file.path);
  expect(await pathsFrom("fleet/a.yaml", "repo")).toEqual(["fleet/a.yaml", "fleet/cars/x.txt"]);
  expect(await pathsFrom(join(folder, "repo/fleet/a.yaml"), "repo")).toEqual(["fleet/a.yaml", "fleet/cars/x.txt"]);
  expect(await pathsFrom("../fleet/a.yaml", "repo/fleet")).toEqual(["a.yaml", "cars/x.txt"]);
  const elsewhere = folderWith({});
  const absolute = join(folder, "repo/fleet/a.yaml");
  expect(desiredOf(await loadFleet([absolute], { cwd: elsewhere })).files[0]?.path).toBe(absolute);
});

it.each([
  ["a missing file", ["nope.yaml"], ["no-such-file"]],
  ["A11: a glob without a match", ["*.json"], ["nothing-found"]],
  ["A11: a folder without fleet files", ["empty"], ["nothing-found"]],
  ["one of two missing", ["a.yaml", "nope.yaml"], ["no-such-file"]],
])("a fleet file that cannot be read, %s, is an error", async (_, paths, findings) => {
  expect(findingsOf(await load({ "a.yaml": A, "empty/readme.txt": "x" }, paths))).toEqual(findings);
});

it("A10, A11: pipes, circles of links and huge files are refused", async () => {
  const folder = folderWith({ "huge.yaml": "" });
  truncateSync(join(folder, "huge.yaml"), 257 * 1024 * 1024);
  symlinkSync(join(folder, "loop.yaml"), join(folder, "loop.yaml"));
  execFileSync("sh", ["-c", `mkfifo "$1"`, "sh", join(folder, "pipe.yaml")]);
  const codes = async (path: string) => findingsOf(await loadFleet([path], { cwd: folder }));
  expect(await codes("huge.yaml")).toEqual(["file-too-large"]);
  expect(await codes("loop.yaml")).toEqual(["no-such-file"]);
  expect(await codes("pipe.yaml")).toEqual(["not-a-file"]);
});

it("A8: bytes that are not UTF-8 are an error with a place, a BOM is accepted", async () => {
  expect(findingsOf(await load({ "fleet.yaml": Buffer.from(`${GLOBAL}cars: [K\xdcN1]\n`, "latin1") }))).toEqual([
    "not-utf-8 3:9",
  ]);
  expect(findingsOf(await load({ "fleet.yaml": Buffer.from(A, "utf16le") }))).toEqual(["control-character 1:2"]);
  expect(findingsOf(await load({ "fleet.yaml": Buffer.from(`\ufeff${A}`, "utf16le") }))).toEqual(["not-utf-8"]);
  expect(platesOf(await load({ "fleet.yaml": `\ufeff${A}` }))).toEqual(["AA1"]);
});

it("A12: other bytes of a file have another digest", async () => {
  const folder = folderWith({ "fleet.yaml": A });
  const digest = async () => desiredOf(await loadFleet(["fleet.yaml"], { cwd: folder })).files[0]?.sha256;
  const before = await digest();
  writeFileSync(join(folder, "fleet.yaml"), `${A}\n`);
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  expect(await digest()).not.toBe(before);
});

const both = (a: string, b: string) => load({ "a.yaml": a, "b.yaml": b }, ["a.yaml", "b.yaml"]);

it("cars of several files are joined, and the same plate in both is found", async () => {
  const reading = await both(A, `${GLOBAL}cars: [BB2, AA1]\n`);
  expect(platesOf(reading)).toEqual(["AA1", "BB2"]);
  expect(diagnosticsOf(reading).map((one) => [one.code, one.source?.file])).toEqual([["duplicate-plate", "b.yaml"]]);
});

it("accounts of several files are joined; A3: an id may be in one file only", async () => {
  const first = `${ACCOUNTS}accounts: [{ baId: 2, cars: [] }]\n`;
  const second = `${ACCOUNTS}accounts: [{ baId: 1, cars: [] }]\n`;
  expect(desiredOf(await both(first, second)).scopes.map((one) => one.scope)).toEqual(["account:1", "account:2"]);
  const [finding] = diagnosticsOf(await both(first, first));
  expect(finding).toMatchObject({ code: "duplicate-account", source: { file: "b.yaml" } });
  expect(finding?.message).toContain("a.yaml:3:20");
});

it("settings may stand in one of several files, or be equal", async () => {
  const settings = "policy: { maxDeletes: { count: 7 } }\ntimeZone: Europe/Oslo\ndefaults: { features: [LEASING] }\n";
  for (const [a, b] of [
    [A + settings, B],
    [A, B + settings],
    [A + settings, B + settings],
  ] as const) {
    const desired = desiredOf(await both(a, b));
    expect([desired.policy.maxDeletes.count, desired.timeZone]).toEqual([7, "Europe/Oslo"]);
    const cars = [...(desired.scopes[0]?.entries.values() ?? [])];
    expect(cars.map((car) => car.features)).toEqual([["LEASING"], ["LEASING"]]);
  }
});

it.each([
  ["timeZone", "timeZone: Europe/Oslo\n", "timeZone: UTC\n"],
  ["policy", "policy: { prune: all }\n", "policy: { prune: none }\n"],
  ["interface", "interface: { pageSize: 10 }\n", "interface: { pageSize: 11 }\n"],
  ["defaults", "defaults: { features: [LEASING] }\n", "defaults: { features: [] }\n"],
])("another %s in a second file is an error that names both places", async (key, first, second) => {
  const [finding, ...others] = diagnosticsOf(await both(A + first, B + second));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ code: "conflicting-setting", source: { file: "b.yaml", line: 4, column: 1 } });
  expect(finding?.message).toBe(`\`${key}\` differs from the one at a.yaml:4:1.`);
});

it("B3: another mode in a second file is an error", async () => {
  const findings = diagnosticsOf(await both(A, `${ACCOUNTS}accounts: []\n`));
  expect(findings.map((one) => one.code)).toContain("conflicting-setting");
});
