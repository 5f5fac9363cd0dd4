import { expect, it } from "vitest";
import { matchesWords } from "../../../src/allowlist/index.ts";
import { failureMask, withoutAmbiguousMasks } from "../../../src/usecases/doctor/refusal-words.ts";
import type { ProbeFinding } from "../../../src/usecases/doctor/server-under-test.ts";

it.each([
  ["License number is already on the list", "License number is already on the list"],
  ["DOCTOR1 is there", "* is there"],
  ["Das Kennzeichen do-ct or 1 ist bereits eingetragen", "Das Kennzeichen * ist bereits eingetragen"],
  ['Car "D0CT0R1" (DOCTOR1) exists', 'Car "*" (*) exists'],
  ["DOCTOR1 finns redan på konto 4711.", "* finns redan på konto *."],
  ["DOCTOR12 and XDOCTOR1 are others", "DOCTOR12 and XDOCTOR1 are others"],
  ["Error 147112: exists", "Error 147112: exists"],
  ["a\tline\nbreak", "a*line*break"],
  [`DOCTOR1 ${"x".repeat(492)}…`, `* ${"x".repeat(492)}*`],
])("a server's words become a mask: %j: %j", (words, mask) => {
  expect(failureMask(words, "DOCTOR1", "account:4711")).toBe(mask);
  expect(matchesWords([mask], words)).toBe(true);
});

it("a mask covers a plate that a server has cut off", () => {
  expect(failureMask("DOCTORPLAT is listed", "DOCTORPLATE12", "global")).toBe("* is listed");
});

it.each(["", "DOCTOR1", "4711: DOCTOR1", "DOCTOR1 ok", "17"])("the words %j are too common for a mask", (words) => {
  expect(failureMask(words, "DOCTOR1", "account:4711")).toBeUndefined();
});

it("a mask is withdrawn where both refusals have it", () => {
  const finding = (probe: string, alreadyListed: string[], notListed: string[]): ProbeFinding => ({
    probe,
    verdict: "differs",
    found: "failure: Not possible",
    settings: { failures: { alreadyListed, notListed } },
  });
  const same = [finding("duplicate add", ["Not possible"], []), finding("absent delete", [], ["Not possible"])];
  expect(withoutAmbiguousMasks(same)).toEqual([
    expect.objectContaining({ probe: "duplicate add", verdict: "trouble" }),
    expect.objectContaining({ probe: "absent delete", verdict: "trouble" }),
  ]);
  expect(withoutAmbiguousMasks(same).flatMap(({ settings }) => settings ?? [])).toEqual([]);
  const others = [finding("duplicate add", ["is there"], []), finding("absent delete", [], ["is not there"])];
  expect(withoutAmbiguousMasks(others)).toEqual(others);
});
