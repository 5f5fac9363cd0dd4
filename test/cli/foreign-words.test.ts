import { describe, expect, it } from "vitest";
import { runnerCommands, unseenIn } from "../render/sinks.ts";
import { globalPlace, place, placeWith } from "./harness.ts";

/** What a stranger may call a branch, a file or an option: an escape sequence, a C1 control, a turned direction, a runner command. */
const HOSTILE = "\u001b[31mX\u009b31m\u202e\n::error::y";

describe("S14 S16 words of strangers on the command line, in messages", () => {
  it.each([
    ["plan", "--base", HOSTILE],
    ["plan", "--format", HOSTILE],
    ["plan", "--plan-file", `no-such/${HOSTILE}`],
    ["plan", "--output", `no-such/${HOSTILE}`],
    ["apply", "--claim", HOSTILE],
    ["plan", "--allow-deletes", HOSTILE],
    ["plan", "--account", HOSTILE],
    ["plan", "--state", HOSTILE],
    ["plan", "--state", `git:${HOSTILE}`],
    ["plan", "--base-url", HOSTILE],
    ["plan", "-f", HOSTILE],
    ["apply", HOSTILE],
    ["apply", "--auto-approve", "--report", `no-such/${HOSTILE}`],
    ["audit", "--from", HOSTILE],
    ["validate", "-f", HOSTILE],
    ["validate", "-f", HOSTILE, "--json"],
    ["init", "-f", `no-such/${HOSTILE}`, "--mode", HOSTILE],
    ["export", "--output", "fleet.yaml/x"],
    ["import", HOSTILE],
    ["report", HOSTILE],
    ["report", HOSTILE, "--json"],
    ["history", HOSTILE],
    ["users", "list", HOSTILE],
    ["sandbox", "--data", `no-such/${HOSTILE}`],
    ["schema", HOSTILE],
    ["completion", HOSTILE],
    [HOSTILE],
    [`--${HOSTILE}`],
  ])("words of strangers on the command line are escaped in messages: %j %j %j", async (...args) => {
    const here = await globalPlace([], ["A1"]);
    const { code, stdout, stderr } = await here.run(...args);
    expect(code).not.toBe(0);
    expect(code).not.toBe(1);
    expect(unseenIn(stdout + stderr)).toEqual([]);
    expect(runnerCommands(stdout + stderr)).toEqual([]);
  });

  it("colours that platectl prints itself are not escaped", async () => {
    const here = await placeWith("version: 1\nmode: global\ncarz: []\n", { cars: [] }, { env: { FORCE_COLOR: "1" } });
    const { stderr } = await here.run("plan");
    expect(stderr).toMatch(/^fleet\.yaml:\d+:\d+: \u001b\[[\d;]+merror\u001b\[0m: /);
  });

  it.each([
    [["plan"], { NO_COLOR: "1" }],
    [["plan", "--no-color"], {}],
  ])("J3 colours are refused by %j with %j, whatever else asks for them", async (args, env) => {
    const here = await place({ mode: "global", start: { cars: [] } }, { FORCE_COLOR: "1", ...env });
    here.write("fleet.yaml", "version: 1\nmode: global\ncarz: []\n");
    const { stderr } = await here.run(...args);
    expect(stderr).toMatch(/^fleet\.yaml:\d+:\d+: error: /);
    expect(unseenIn(stderr)).toEqual([]);
  });
});
