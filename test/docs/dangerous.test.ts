import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { optionName } from "../../src/cli/definitions/read-input.ts";
import { readPage } from "./pages.ts";

const headings = [...readPage("docs/dangerous.md").matchAll(/^### (.*)$/gm)].map(([, heading = ""]) => heading);
const options = Object.values(COMMANDS).flatMap(({ spec }) => Object.keys(spec.options).map(optionName));

describe("docs/dangerous.md", () => {
  it("docs/dangerous.md has a section for each option that lets more happen, and for each command that changes the state", () => {
    const overrides = options.filter((name) => /^--(?:allow-|auto-|force|reassert|max-plan-age)/.test(name));
    const states = Object.keys(COMMANDS).filter((path) => /^state (?!show|verify|copy)/.test(path));
    expect([...new Set(overrides)].length).toBeGreaterThan(5);
    expect([...overrides, ...states].filter((name) => !headings.includes(name))).toEqual([]);
  });

  it("docs/dangerous.md names no option or command that does not exist", () => {
    const named = headings.filter((heading) => /^--|^state |^doctor /.test(heading));
    const known = [...options, ...Object.keys(COMMANDS), "doctor --write"];
    expect(named.filter((heading) => !known.includes(heading))).toEqual([]);
  });
});
