import { expect, it } from "vitest";
import { fleetKeyPaths } from "./fleet-keys.ts";
import { readPage } from "./pages.ts";

it("docs/fleet-yaml.md and docs/audit.md name every key of the fleet file", () => {
  const pages = readPage("docs/fleet-yaml.md") + readPage("docs/audit.md");
  const names = new Set(fleetKeyPaths().map((path) => path.replace(/^.*\./, "").replaceAll("[]", "")));
  expect(names.size).toBeGreaterThan(60);
  expect([...names].filter((name) => !new RegExp(`[\`. {]${name}[\`.:]`).test(pages))).toEqual([]);
});
