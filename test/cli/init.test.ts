import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { place } from "./harness.ts";

describe("init", () => {
  it.each([
    [[], "the global list"],
    [["--mode", "billing-account"], "0 billing accounts"],
  ])("init %j writes a starter that is valid, canonical and empty", async (options, scopes) => {
    const here = await place({ mode: "global", start: {} });
    const ended = await here.run("init", ...options);
    expect(ended).toEqual({
      code: 0,
      stdout: "Wrote fleet.yaml.\n",
      stderr: expect.stringContaining("platectl validate"),
    });
    expect(await here.run("validate")).toEqual({ code: 0, stdout: `Valid: 0 cars for ${scopes}.\n`, stderr: "" });
    expect(await here.run("fmt", "--check")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(here.sandbox.requests).toEqual([]);
  });

  it("the comments of the starter show what is valid and canonical too", async () => {
    const here = await place({ mode: "global", start: {} });
    const uncomment = (text: string, key: string) =>
      text.replace(
        new RegExp(`((?:#   .*\\n)+)((?:#\\n|# [^ ].*\\n)*)${key}: \\[\\]`),
        (_, shown: string) => `${key}:\n${shown.replaceAll(/^# {3}/gm, "  ").trimEnd()}`,
      );
    await here.run("init");
    await here.run("init", "--mode", "billing-account", "-f", "accounts.yaml");
    here.write("cars/leasing.csv", "plate\nZZ1\n");
    here.write("cars/pool.txt", "ZZ2\n");
    here.write("cars/4711.txt", "ZZ3\n");
    here.write("fleet.yaml", uncomment(uncomment(here.read("fleet.yaml"), "carsFrom"), "cars"));
    expect(await here.run("validate")).toMatchObject({ code: 0, stdout: "Valid: 4 cars for the global list.\n" });
    expect(await here.run("fmt", "--check")).toMatchObject({ code: 0 });
    const accounts = here.read("accounts.yaml").replace(/# {3}- AB12345\n[\s\S]*?accounts: \[\]/, "accounts: []");
    here.write("accounts.yaml", uncomment(accounts, "accounts"));
    expect(await here.run("validate", "-f", "accounts.yaml")).toMatchObject({
      code: 0,
      stdout: "Valid: 2 cars for 1 billing account.\n",
    });
  });

  it("init never touches a file that exists", async () => {
    const here = await place({ mode: "global", start: {} });
    here.write("fleet.yaml", "mine\n");
    const ended = await here.run("init");
    expect(ended).toEqual({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(/^error: fleet\.yaml already exists and will not be overwritten\./),
    });
    expect(here.read("fleet.yaml")).toBe("mine\n");
  });

  it("init writes where -f says, folders included, and says so in JSON", async () => {
    const here = await place({ mode: "global", start: {} });
    const { code, stdout } = await here.run("init", "-f", "fleets/north.yaml", "--json");
    expect({ code, document: JSON.parse(stdout) }).toEqual({
      code: 0,
      document: { kind: "platectl/init", schemaVersion: 1, file: "fleets/north.yaml", mode: "global" },
    });
    expect((await here.run("validate", "-f", "fleets")).code).toBe(0);
  });

  it("init keeps the state out of git: .gitignore gets its folder, once", async () => {
    const here = await place({ mode: "global", start: {} });
    mkdirSync(join(here.folder, ".git"));
    here.write(".gitignore", "node_modules");
    expect((await here.run("init")).stderr).toContain("Added .platectl/ to .gitignore");
    expect(here.read(".gitignore")).toBe("node_modules\n.platectl/\n");
    await here.run("init", "-f", "other.yaml");
    expect(here.read(".gitignore")).toBe("node_modules\n.platectl/\n");
  });

  it("init writes no .gitignore outside a repository", async () => {
    const here = await place({ mode: "global", start: {} });
    await here.run("init");
    expect(readdirSync(here.folder)).toEqual(["fleet.yaml"]);
  });

  it("init names export as the way to start from a list that exists", async () => {
    const here = await place({ mode: "global", start: {} });
    expect((await here.run("init")).stderr).toContain("platectl export");
    expect(here.read("fleet.yaml")).toContain("platectl export");
  });

  it("a starter that is applied unread empties no list", async () => {
    const here = await place({ mode: "global", start: { cars: ["AB12345"] } });
    await here.run("init");
    expect((await here.run("apply", "--auto-approve")).code).toBe(4);
  });
});
