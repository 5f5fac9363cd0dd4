import { expect, it } from "vitest";
import { expectRefusal, place } from "./harness.ts";

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

it("init writes the schema for editors, and the line that names it, which fmt and edits keep", async () => {
  const here = await place({ mode: "global", start: {} });
  const line = "# yaml-language-server: $schema=fleet.schema.json\n";
  expect((await here.run("init", "-f", "fleets/north.yaml")).stderr).toContain("Wrote fleets/fleet.schema.json");
  expect(here.read("fleets/north.yaml").startsWith(line)).toBe(true);
  expect(here.read("fleets/fleet.schema.json")).toBe((await here.run("schema", "fleet")).stdout);
  await here.run("car", "add", "AB1", "-f", "fleets/north.yaml");
  here.write("fleets/north.yaml", here.read("fleets/north.yaml").replace(/AB1\b/, "'AB1'"));
  expect((await here.run("fmt", "-f", "fleets")).stdout).toBe("fleets/north.yaml\n");
  await here.run("car", "remove", "AB1", "-f", "fleets/north.yaml");
  expect(here.read("fleets/north.yaml").startsWith(line)).toBe(true);
});

it("init keeps a schema file that is there", async () => {
  const here = await place({ mode: "global", start: {} });
  here.write("fleet.schema.json", "{}\n");
  const { code, stderr } = await here.run("init");
  expect({ code, kept: here.read("fleet.schema.json") }).toEqual({ code: 0, kept: "{}\n" });
  expect(stderr).not.toContain("fleet.schema.json");
});

it("a starter that is applied unread empties no list", async () => {
  const here = await place({ mode: "global", start: { cars: ["AB12345"] } });
  await here.run("init");
  expect((await here.run("apply", "--auto-approve")).code).toBe(4);
});

it("init names accounts in the file and in JSON, and refuses them with the other mode", async () => {
  const here = await place({ mode: "global", start: {} });
  expectRefusal(await here.run("init", "--account", "1", "--mode", "global"), 3, /--account belongs/, here.sandbox);
  const { stdout } = await here.run("init", "--account", "4711", "--account", "39", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ mode: "billing-account", accounts: ["4711", "39"] });
  expect(await here.run("validate")).toMatchObject({ code: 0, stdout: "Valid: 0 cars for 2 billing accounts.\n" });
  expect(await here.run("fmt", "--check")).toMatchObject({ code: 0 });
});
