import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { listedOptions } from "../../src/cli/help.ts";
import { createProgram } from "../../src/cli/program.ts";

/** The names of the options that the help of a command shows, `--file` for `-f, --file <path...>`. */
async function shown(path: string, ...words: readonly string[]): Promise<readonly string[]> {
  const [first = "", second] = path.split(" ");
  const program = await createProgram(async () => undefined, [first, "--help", ...words]);
  const found = program.commands.find((one) => one.name() === first);
  const command = second === undefined ? found : found?.commands.find((one) => one.name() === second);
  const help = command?.helpInformation() ?? "";
  return [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name = ""]) => name);
}

it.each(Object.keys(COMMANDS))("the help of %s shows at most 18 options, and with --all every one", async (path) => {
  const { options } = await (COMMANDS[path] ?? expect.unreachable()).definition();
  expect((await shown(path)).length).toBeLessThanOrEqual(18);
  expect(await shown(path, "--all")).toHaveLength(listedOptions(options).length + 1);
});

it("what a guard or an exit code asks for is in the short help of apply", async () => {
  const named = ["--allow-deletes", "--allow-adds", "--auto-approve", "--plan-hash", "--lock-timeout", "--report"];
  expect(await shown("apply")).toEqual(expect.arrayContaining(named));
});
