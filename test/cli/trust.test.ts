import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { flows } from "./flows.ts";
import { globalPlace } from "./harness.ts";

flows(import.meta.url);

const listed = (...more: readonly [cars: readonly string[], more?: string]) => globalPlace(["AB1", "EF3"], ...more);

function leavesOf(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length === 0 ? [child] : leavesOf(child)));
}

describe("S1 the command line", () => {
  it("the command line has no option and no argument for a secret, in any command", async () => {
    const commands = leavesOf(await createProgram(async () => undefined));
    const words = commands.flatMap((command) => [
      ...command.options.map(({ flags }) => flags),
      ...command.registeredArguments.map((argument) => argument.name()),
    ]);
    expect(commands.length).toBeGreaterThan(20);
    expect(words).toContain("--plan-hash <sha256>");
    expect(
      words.filter((word) => /secret|passw|passphrase|token|credential|auth(?!-url|o-approve)|-key/i.test(word)),
    ).toEqual([]);
  });

  it("the command line of a run shows nobody the secret", async () => {
    const here = await listed(["AB1"]);
    const { child, ended } = here.start("plan");
    await here.reached(1);
    const line = readFileSync(`/proc/${child.pid}/cmdline`, "utf8");
    await ended;
    expect(line).toContain("plan");
    expect(line).not.toContain(here.sandbox.clientSecret);
  });
});
