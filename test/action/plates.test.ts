import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { globalFleet, type Place, placeWith } from "../cli/harness.ts";
import { type FakeGithub, fakeGithub, runStep, type Step } from "./runner.ts";

const KEY = "0123456789abcdef";
const PLATE = /[AG][BH][ -]?12[ -]?345/i;

async function world(...cars: readonly string[]): Promise<Place> {
  const here = await placeWith(
    globalFleet(cars),
    { cars: ["AB12345"] },
    { behaviour: { rejections: [{ plates: "GH*", error: "gh-12 345 is parked" }] } },
  );
  return here;
}

/** All that a step shows to many: its log, its summary, its comment, its Markdown file. */
function shownBy({ log, summary, outputs }: Step, github: FakeGithub): string {
  const markdown = outputs["markdown-path"] === undefined ? "" : readFileSync(outputs["markdown-path"], "utf8");
  // The runner takes the masks out of the log.
  const visibleLog = log.replace(/^::add-mask::.*$/gm, "");
  return [visibleLog, summary, markdown, ...github.comments.map(({ body }) => body)].join("\n");
}

describe("a step with `plates` (S27)", () => {
  it("a step with `plates` masks its comment, summary, annotations and log, and keeps the files for people and programs whole", async () => {
    const here = await world("AB12345", "GH 12345", "gh-12345");
    const github = await fakeGithub();
    const step = await runStep(here, github, "pull_request", { plates: "masked", plan: "approved.json" });
    const shown = shownBy(step, github);
    expect(shown).toMatch(/^::warning .*GH•••45/m);
    expect(shown).toMatch(/^ *\+ GH•••45/m);
    expect(shown).not.toMatch(PLATE);
    const folder = step.outputs["folder"] ?? "";
    for (const path of [`${folder}/plan.json`, `${folder}/plan.html`])
      expect(readFileSync(path, "utf8")).toMatch(PLATE);
    const applied = await runStep(here, github, "push", { plates: "masked", command: "apply", plan: "approved.json" });
    expect(applied.outputs["rejected"]).toBe("1");
    expect(shownBy(applied, github)).not.toContain("is parked");
    expect(shownBy(applied, github)).not.toMatch(PLATE);
    const audited = await runStep(here, github, "push", { plates: "masked", command: "audit" });
    expect(shownBy(audited, github)).not.toMatch(PLATE);
  });

  it("a step with `plates` masks plates in messages about an invalid file", async () => {
    const here = await world("AB12345?", "AB12345");
    const github = await fakeGithub();
    const step = await runStep(here, github, "pull_request", {}, { PLATECTL_PLATES: "masked" });
    expect(step.code).toBe(3);
    expect(shownBy(step, github)).toMatch(/^::error .*`•••` is not a plate/m);
    expect(shownBy(step, github)).not.toMatch(PLATE);
  });

  it("a step with `plates` hashes with a key that no log shows, and refuses to without one", async () => {
    const here = await world("AB12345", "GH 12345");
    const github = await fakeGithub();
    const step = await runStep(here, github, "pull_request", { plates: "hashed" }, { PLATECTL_PLATES_KEY: KEY });
    const shown = shownBy(step, github);
    expect(shown).toMatch(/plate#[A-Z2-7]{10}/);
    expect(shown).not.toMatch(PLATE);
    expect(shown).not.toContain(KEY);
    expect(step.log).toContain(`::add-mask::${KEY}`);
    expect((await runStep(here, github, "push", { plates: "hashed" })).code).toBe(3);
  });

  it("a step with `plates` hashes nothing that a stranger's fork wrote, because the key would then reveal the plates of others", async () => {
    const here = await world("GH 12345", "gh-12345");
    const github = await fakeGithub();
    const step = await runStep(here, github, "fork", { plates: "hashed" }, { PLATECTL_PLATES_KEY: KEY });
    expect(step.code).toBe(0);
    expect(shownBy(step, github)).toMatch(/^::warning .*GH•••45/m);
    expect(shownBy(step, github)).not.toMatch(/plate#/);
  });
});
