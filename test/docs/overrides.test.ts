import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { optionName } from "../../src/cli/definitions/read-input.ts";
import { readPage } from "./pages.ts";

const options = Object.values(COMMANDS).flatMap(({ spec }) => Object.keys(spec.options).map((key) => optionName(key)));
const guards = readPage("docs/fleet-yaml.md").split("### Guards and their overrides")[1]?.split("\n## ")[0] ?? "";

it("docs/fleet-yaml.md has, beside its guard, each option that lets a plan pass, and no option that does not exist", () => {
  const rows = guards.split("\n").filter((line) => line.startsWith("| "));
  const named = new Set(rows.flatMap((row) => row.match(/--allow-[a-z]+/g) ?? []));
  expect([...named].sort()).toEqual([...new Set(options.filter((name) => name.startsWith("--allow-")))].sort());
});

it("a page besides the reference explains each other protection that an option or a command turns off", () => {
  const explained = ["review", "start", "state"].map((page) => readPage(`docs/${page}.md`)).join("\n");
  const others = options.filter((name) => /^--(?:auto-|force|reassert|max-plan-age)/.test(name));
  const states = Object.keys(COMMANDS).filter((path) => /^state (?!show|verify|copy)/.test(path));
  expect([...new Set(others), ...states].filter((name) => !explained.includes(name))).toEqual([]);
});
