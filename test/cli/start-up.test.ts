import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** The modules and packages in the files of the built program that load at once with these, by the bundler's comments. */
function loadedWith(...entries: readonly string[]): { readonly own: readonly string[]; readonly packages: string[] } {
  const files = new Set(entries.map((entry) => join(DIST, entry)));
  const modules: string[] = [];
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const [, path = ""] of text.matchAll(/^(?:import|export) [^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"/gm))
      files.add(join(dirname(file), path));
    modules.push(...[...text.matchAll(/^\/\/ ((?:dist|node_modules)\/\S+)$/gm)].map(([, path = ""]) => path));
  }
  const packages = modules.flatMap((path) => /^node_modules\/([^/]+)/.exec(path)?.[1] ?? []);
  return { own: modules.filter((path) => path.startsWith("dist/")), packages: [...new Set(packages)].sort() };
}

// Rooms are entered by their doors, which hold more than most commands need: the bundler leaves out what is not used.
it("help loads no reader of files, no page and nothing that contacts a server", () => {
  const { own, packages } = loadedWith("cli/main.js", "chunks/program.js", "chunks/help.js");
  expect(packages).toEqual(["commander", "leven"]);
  expect(own).toContain("dist/cli/help.js");
  expect(own.filter((path) => /dist\/(?:schema\/yaml|fleet-api|render\/html|reconcile)/.test(path))).toEqual([]);
});

it("a check of plainly written fleet files loads no page, no parser of YAML and nothing that contacts a server", () => {
  const { own, packages } = loadedWith("chunks/validate.js");
  expect(packages).toEqual(["commander", "leven", "zod"]);
  expect(own).toContain("dist/schema/fleet/load-fleet.js");
  expect(own.filter((path) => /dist\/(?:fleet-api|render\/html|reconcile)/.test(path))).toEqual([]);
});

it("a plan shown as text loads no page, no seal, nothing that writes to the server and no reader of the history", () => {
  const { own } = loadedWith("chunks/plan.js");
  expect(own).toContain("dist/plan/build-plan.js");
  const unneeded = /dist\/(?:render\/html|render\/documents|apply\/send|history|spending|workers)/;
  expect(own.filter((path) => unneeded.test(path))).toEqual([]);
});
