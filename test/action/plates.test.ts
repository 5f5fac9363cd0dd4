import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { globalFleet, placeWith } from "../cli/harness.ts";
import { stepsIn } from "./runner.ts";

const KEY = "0123456789abcdef";
const PLATE = /[AG][BH][ -]?12[ -]?345/i;

/** A list that holds one of these cars and refuses the other, and steps with all that they show to many. */
async function world(...cars: readonly string[]) {
  const behaviour = { rejections: [{ plates: "GH*", error: "gh-12 345 is parked" }] };
  const { github, step } = await stepsIn(await placeWith(globalFleet(cars), { cars: ["AB12345"] }, { behaviour }));
  return async (...given: Parameters<typeof step>) => {
    const ended = await step(...given);
    const markdown = ended.outputs["markdown-path"];
    // The runner takes the masks out of the log.
    const log = ended.log.replace(/^::add-mask::.*$/gm, "");
    const comments = github.comments.map(({ body }) => body);
    return {
      ...ended,
      shown: [log, ended.summary, markdown && readFileSync(markdown, "utf8"), ...comments].join("\n"),
    };
  };
}

describe("a step with `plates` (S27)", () => {
  it("a step with `plates` masks its comment, summary, annotations and log, and keeps the files for people and programs whole", async () => {
    const step = await world("AB12345", "GH 12345", "gh-12345");
    const { shown, outputs } = await step("pull_request", { plates: "masked", plan: "approved.json" });
    expect(shown).toMatch(/^::warning .*GH•••45/m);
    expect(shown).toMatch(/^ *\+ GH•••45/m);
    expect(shown).not.toMatch(PLATE);
    for (const file of ["plan.json", "plan.html"])
      expect(readFileSync(`${outputs["folder"]}/${file}`, "utf8")).toMatch(PLATE);
    const applied = await step("push", { plates: "masked", command: "apply", plan: "approved.json" });
    expect(applied.outputs["rejected"]).toBe("1");
    expect(applied.shown).not.toContain("is parked");
    expect(applied.shown).not.toMatch(PLATE);
    const audited = await step("push", { plates: "masked", command: "audit" });
    expect(audited.shown).not.toMatch(PLATE);
  });

  it("a step with `plates` masks plates in messages about an invalid file", async () => {
    const step = await world("AB12345?", "AB12345");
    const ended = await step("pull_request", {}, { PLATECTL_PLATES: "masked" });
    expect(ended.code).toBe(3);
    expect(ended.shown).toMatch(/^::error .*`•••` is not a plate/m);
    expect(ended.shown).not.toMatch(PLATE);
  });

  it("a step with `plates` hashes with a key that no log shows, and refuses to without one", async () => {
    const step = await world("AB12345", "GH 12345");
    const ended = await step("pull_request", { plates: "hashed" }, { PLATECTL_PLATES_KEY: KEY });
    expect(ended.shown).toMatch(/plate#[A-Z2-7]{10}/);
    expect(ended.shown).not.toMatch(PLATE);
    expect(ended.shown).not.toContain(KEY);
    expect(ended.log).toContain(`::add-mask::${KEY}`);
    expect((await step("push", { plates: "hashed" })).code).toBe(3);
  });

  it("a step with `plates` hashes nothing that a stranger's fork wrote, because the key would then reveal the plates of others", async () => {
    const step = await world("GH 12345", "gh-12345");
    const ended = await step("fork", { plates: "hashed" }, { PLATECTL_PLATES_KEY: KEY });
    expect(ended.code).toBe(0);
    expect(ended.shown).toMatch(/^::warning .*GH•••45/m);
    expect(ended.shown).not.toMatch(/plate#/);
  });
});
