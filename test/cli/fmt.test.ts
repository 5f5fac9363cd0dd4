import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { expectEnd, place } from "./harness.ts";

const offline = { mode: "global", start: {} } as const;
const MESSY = "mode: global # one list\nversion: 1\n\ncars: [AB1 ,1E51234]\n";
const CLEAN = 'version: 1\nmode: global # one list\n\ncars: [AB1, "1E51234"]\n';
const BROKEN = "version: 1\nmode: global\ncras: []\n";

it("fmt rewrites what is not canonical, names it, and has nothing to do the second time", async () => {
  const here = await place(offline);
  here.write("fleet.yaml", MESSY);
  expect(await here.run("fmt")).toEqual({ code: 0, stdout: "fleet.yaml\n", stderr: "" });
  expect(here.read("fleet.yaml")).toBe(CLEAN);
  expect(await here.run("fmt")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(await here.run("fmt", "--check")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(here.sandbox.requests).toEqual([]);
  expect(readdirSync(here.folder)).toEqual(["fleet.yaml"]);
});

it("fmt --check writes nothing, names the files and ends with 2", async () => {
  const here = await place(offline);
  here.write("a.yaml", MESSY);
  here.write("b.yaml", CLEAN);
  here.write("c.yaml", MESSY);
  const ended = await here.run("fmt", "--check", "-f", ".");
  expect(ended).toEqual({ code: 2, stdout: "a.yaml\nc.yaml\n", stderr: expect.stringContaining("platectl fmt") });
  expect(here.read("a.yaml")).toBe(MESSY);
  expect((await here.run("fmt", "--check", "--quiet", "-f", "a.yaml", "b.yaml")).stderr).toBe("");
});

it("fmt leaves what is not valid as it is, formats the rest, and ends with 3", async () => {
  const here = await place(offline);
  here.write("a.yaml", BROKEN);
  here.write("b.yaml", MESSY);
  const ended = await here.run("fmt", "-f", "a.yaml", "b.yaml");
  expect(ended).toEqual({
    code: 3,
    stdout: "b.yaml\n",
    stderr: expect.stringMatching(/^a\.yaml:3:1: error: .*cras/m),
  });
  expect([here.read("a.yaml"), here.read("b.yaml")]).toEqual([BROKEN, CLEAN]);
  expect((await here.run("fmt", "--check", "-f", "a.yaml", "b.yaml")).code).toBe(3);
  expectEnd(await here.run("fmt", "-f", "nope.yaml"), 3, { stderr: "nope.yaml" });
});
