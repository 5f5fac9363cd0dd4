import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadFleet } from "../../src/schema/index.ts";
import { fleetCases } from "./cases.ts";
import { desiredOf, folderWith, GLOBAL, load } from "./fleet-text.ts";

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

it("A12: every file that is read is named with the digest of its bytes", async () => {
  const files = { "a.txt": "XX1\n", "fleet.yaml": `${A}carsFrom: [{ file: a.txt }]\n` };
  expect(desiredOf(await load(files)).files).toEqual(
    Object.entries(files).map(([path, text]) => ({ path, sha256: createHash("sha256").update(text).digest("hex") })),
  );
});
