import { expect, it } from "vitest";
import { createLog } from "../../src/github-action/invoke.ts";
import { FULL_PLATES } from "../../src/render/index.ts";
import { HOSTILE } from "../render/hostile-corpus.ts";
import { parseCommand, runnerCommands, unseenIn } from "../render/sinks.ts";

const STRINGS = Object.values(HOSTILE).flat();

function logOf(use: (log: ReturnType<typeof createLog>) => void, isOnRunner = true): string {
  const written: string[] = [];
  use(createLog((text) => written.push(text), isOnRunner, FULL_PLATES));
  return written.join("");
}

it.each(STRINGS)("the log of a step shows %j as text, in lines and as a whole (S14)", (text) => {
  const written = logOf((log) => log.text(`${text}\nin a line: ${text}\n  ${text}\n`));
  expect({ commands: runnerCommands(written), unseen: unseenIn(written) }).toEqual({ commands: [], unseen: [] });
});

it.each(STRINGS)("the log of a step says %j in one message and no more (S14)", (text) => {
  const commands = runnerCommands(logOf((log) => log.notice("warning", text))).map(parseCommand);
  expect(commands).toMatchObject([{ name: "warning", properties: { title: "platectl" } }]);
});

it("the log of a step masks every line of a secret, as the runner will read it (S5)", () => {
  const written = logOf((log) => log.mask("first%25line\r\n\nsecond:,line\n"));
  expect(written.split("\n").map((line) => parseCommand(line)?.message)).toEqual([
    "first%25line",
    "second:,line",
    undefined,
  ]);
});

it("the log of a step shows no secret where no runner would hide it", () => {
  expect(logOf((log) => log.mask("secret"), false)).toBe("");
});
