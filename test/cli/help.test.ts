import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { listedOptions } from "../../src/cli/help.ts";
import { createProgram } from "../../src/cli/program.ts";

/** The names of the options that the help of a command shows, `--file` for `-f, --file <path...>`. */
function shown(path: string, showsRare = false): readonly string[] {
  const [first = "", second] = path.split(" ");
  const found = createProgram(async () => undefined, first, showsRare).commands.find((one) => one.name() === first);
  const command = second === undefined ? found : found?.commands.find((one) => one.name() === second);
  const help = command?.helpInformation() ?? "";
  return [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name = ""]) => name);
}

it.each(Object.keys(COMMANDS))("the help of %s shows at most 18 options, and with --all every one", (path) => {
  const { spec } = COMMANDS[path] ?? expect.unreachable();
  expect(shown(path).length).toBeLessThanOrEqual(18);
  expect(shown(path, true)).toHaveLength(listedOptions(spec.options).length + 1);
});

it("what a guard or an exit code asks for is in the short help of apply", () => {
  const named = ["--allow-deletes", "--allow-adds", "--auto-approve", "--plan-hash", "--lock-timeout", "--report"];
  expect(shown("apply")).toEqual(expect.arrayContaining(named));
});
