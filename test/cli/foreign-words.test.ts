import { describe, expect, it } from "vitest";
import { runnerCommands, unseenIn } from "../render/sinks.ts";
import { textsOf } from "../rows.ts";
import { globalPlace, placeWith } from "./harness.ts";

/** What a stranger may call a branch, a file or an option: an escape sequence, a C1 control, a turned direction, a runner command. */
const HOSTILE = "\u001b[31mX\u009b31m\u202e\n::error::y";

describe("S14 S16 words of strangers on the command line, in messages", () => {
  it.each(textsOf(import.meta.url, "commands"))("words of strangers are escaped in messages: %s", async (line) => {
    const here = await globalPlace([], ["A1"]);
    const { code, stdout, stderr } = await here.run(...line.split(" ").map((word) => word.replace("X", HOSTILE)));
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
});
