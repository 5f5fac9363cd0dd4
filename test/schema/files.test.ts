import { execFileSync } from "node:child_process";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadFleet } from "../../src/schema/index.ts";
import { fleetCases } from "./cases.ts";
import { desiredOf, findingsOf, folderWith, GLOBAL } from "./fleet-text.ts";

const A = `${GLOBAL}cars: [AA1]\n`;

fleetCases(import.meta.url);

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

it("A12: other bytes of a file have another digest", async () => {
  const folder = folderWith({ "fleet.yaml": A });
  const digest = async () => desiredOf(await loadFleet(["fleet.yaml"], { cwd: folder })).files[0]?.sha256;
  const before = await digest();
  writeFileSync(join(folder, "fleet.yaml"), `${A}\n`);
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  expect(await digest()).not.toBe(before);
});
