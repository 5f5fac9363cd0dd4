import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { place } from "./harness.ts";

flows(import.meta.url);

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
