import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { parseFleet } from "../src/schema/index.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The fenced blocks of a language, `""` for those that name none. */
function blocks(language: string): string[] {
  const fences = [...readme.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)];
  return fences
    .filter(([, , name]) => name === language)
    .map(([, indent = "", , text = ""]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""));
}

it("the README shows output that the demo prints, port aside", () => {
  const demo = spawnSync(process.execPath, [join(root, "scripts/demo.mjs")], { encoding: "utf8" });
  expect({ status: demo.status, stderr: demo.stderr }).toMatchObject({ status: 0 });
  const printed = `${demo.stdout}${demo.stderr}`.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080");
  const shown = blocks("");
  expect(shown.length).toBeGreaterThanOrEqual(3);
  for (const block of shown) expect(printed).toContain(block);
});

it("the README gives a fleet file that is valid", () => {
  const [fleet = ""] = blocks("yaml");
  const withoutLists = fleet.slice(0, fleet.indexOf("carsFrom:"));
  expect(parseFleet(withoutLists, "fleet.yaml")).toMatchObject({ kind: "desired", warnings: [] });
});

it("the pages name the file and the release of the version that package.json has", () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const pages = [readme, readFileSync(join(root, "docs/install.md"), "utf8")].join("\n");
  const named = [...pages.matchAll(/\bplatectl-(\d.*?)\.tgz|\/releases\/download\/v([^/]*)/g)];
  expect(named.length).toBeGreaterThan(5);
  expect(new Set(named.map(([, file, release]) => file ?? release))).toEqual(new Set([version]));
});
