import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { parseFleet } from "../src/schema/index.ts";
import { place } from "./cli/harness.ts";
import { blocksOf, ROOT, readPage } from "./docs/pages.ts";
import { manifestOf } from "./release/source-copy.ts";

const readme = readPage("README.md");

/** The fenced blocks of a language, `""` for those that name none. */
const blocks = (language: string) =>
  blocksOf(readme).flatMap((block) => (block.language === language ? [block.text] : []));

it("the README shows output that the program prints, port aside", async () => {
  const start = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(ROOT, "examples/sandbox.json"), "utf8")));
  const here = await place({ mode: "global", start });
  cpSync(join(ROOT, "examples"), here.folder, { recursive: true });
  const apply = ["apply", "--auto-approve", "--quiet"];
  const printed: string[] = [];
  const run = async (...args: readonly string[]) => {
    const { stdout, stderr } = await here.run(...args);
    printed.push(`$ platectl ${args.join(" ")}\n${stdout}${stderr}`);
  };
  await run("plan");
  await run(...apply);
  here.sandbox.model.putCars("global", [{ licenseNumber: "STRANGER" }]);
  here.sandbox.model.removeCars("global", ["PO10001"]);
  here.write("fleet.yaml", here.read("fleet.yaml").replace(/^ {2}- AB12345.*\n/m, "$&  - REJECT1\n"));
  await run(...apply);
  here.write("fleet.yaml", "version: 1\nmode: global\ncars:\n  - AB12345\n  - CD23456\n");
  await run(...apply);
  const output = printed.join("\n").replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080");
  const shown = blocks("");
  expect(shown.length).toBeGreaterThanOrEqual(3);
  for (const block of shown) expect(output).toContain(block);
});

it("the README gives a fleet file that is valid", () => {
  const [fleet = ""] = blocks("yaml");
  const withoutLists = fleet.slice(0, fleet.indexOf("carsFrom:"));
  expect(parseFleet(withoutLists, "fleet.yaml")).toMatchObject({ kind: "desired", warnings: [] });
});

it("the pages name the file and the release of the version that package.json has", () => {
  const { version } = manifestOf(ROOT);
  const pages = [readme, readPage("docs/install.md")].join("\n");
  const named = [...pages.matchAll(/\bplatectl-(\d.*?)\.tgz|\/releases\/download\/v([^/]*)/g)];
  expect(named.length).toBeGreaterThan(5);
  expect(new Set(named.map(([, file, release]) => file ?? release))).toEqual(new Set([version]));
});
