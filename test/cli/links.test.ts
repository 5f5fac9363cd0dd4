import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { expectRefusal, globalFleet, type Place, place } from "./harness.ts";

/** A repository, in which nothing but `fleet.yaml` was written, beside another folder. */
async function repository(): Promise<Place & { readonly outside: string; link(name: string, to: string): void }> {
  const here = await place({ mode: "global", start: { cars: ["AB2"] } });
  here.write("fleet.yaml", globalFleet(["AB1", "AB2"]));
  mkdirSync(join(here.folder, ".git/hooks"), { recursive: true });
  const outside = `${here.folder}-outside`;
  mkdirSync(outside);
  return { ...here, outside, link: (name, to) => symlinkSync(to, join(here.folder, name)) };
}

it.each([
  ["out of the repository", "../", "-outside"],
  ["into .git", ".git/", "hooks"],
])("S24: a folder that is a link %s takes the default state nowhere", async (_, before, after) => {
  const here = await repository();
  const name = here.folder.split("/").at(-1);
  here.link(".platectl", before === "../" ? `../${name}${after}` : before + after);
  const ended = await here.run("apply", "--auto-approve");
  const words =
    /The state is not kept at \.platectl\/state\.jsonl: a folder of .* is a link that leads out of the repository, or into its \.git\. Remove the link/;
  expectRefusal(ended, 3, words, here.sandbox);
  expect(readdirSync(join(here.folder, ".platectl"))).toEqual([]);
});

it("S24: a folder that is a link out of the repository takes no plan, report or page there, nor what is below it", async () => {
  const here = await repository();
  here.link("out", here.outside);
  for (const args of [
    ["plan", "--plan-file", "out/plan.json"],
    ["plan", "--output", "out/plan.html"],
    ["plan", "--output", "out/../out/plan.md"],
    ["audit", "--output", "./out/audit.md"],
    ["export", "--output", "out/exported.yaml"],
  ]) {
    const { code, stderr } = await here.run(...args);
    expect({ code, stderr }).toMatchObject({
      code: 11,
      stderr: expect.stringContaining("leads out of the repository"),
    });
  }
  const { code, stderr } = await here.run("apply", "--auto-approve", "--report", "out/report.json");
  expect({ code, stderr }).toMatchObject({ code: 11, stderr: expect.stringContaining('"licenseNumber": "AB1"') });
  expect(readdirSync(here.outside)).toEqual([]);
});

it("S24: a link inside the repository, an absolute path, and a path that leaves the repository by itself are used", async () => {
  const here = await repository();
  mkdirSync(join(here.folder, "kept"));
  here.link(".platectl", "kept");
  here.link("out", here.outside);
  expect((await here.run("apply", "--auto-approve")).code).toBe(0);
  expect(existsSync(join(here.folder, "kept/state.jsonl"))).toBe(true);
  const name = here.outside.split("/").at(-1) ?? "";
  for (const path of [join(here.folder, "out/a.html"), `../${name}/b.html`])
    expect((await here.run("plan", "--output", path)).code).toBe(0);
  expect(readdirSync(here.outside)).toEqual(["a.html", "b.html"]);
});
