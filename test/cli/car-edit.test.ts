import { chmodSync, lstatSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { globalFleet, globalPlace, place } from "./harness.ts";

flows(import.meta.url);

it("car add keeps the byte order mark and the permissions, and follows a link inside the folder", async () => {
  const here = await place({ mode: "global", start: {} });
  mkdirSync(join(here.folder, "lists"));
  const real = here.write("lists/real.yaml", `\ufeff${globalFleet(["KÜ100"])}`);
  chmodSync(real, 0o640);
  symlinkSync("lists/real.yaml", join(here.folder, "fleet.yaml"));
  mkdirSync(join(here.folder, ".git"));
  expect(await here.run("car", "add", "BX1")).toMatchObject({ code: 0, stderr: "" });
  expect(here.read("lists/real.yaml")).toBe(`\ufeff${globalFleet(["KÜ100"])}  - BX1\n`);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(lstatSync(join(here.folder, "fleet.yaml")).isSymbolicLink()).toBe(true);
});

it.skipIf(process.getuid?.() === 0)(
  "car add ends with 11 when the file cannot be written, and leaves it as it was",
  async () => {
    const here = await globalPlace([], ["AX100"]);
    const before = here.read("fleet.yaml");
    chmodSync(join(here.folder, "fleet.yaml"), 0o400);
    const ended = await here.run("car", "add", "BX1");
    expect(ended).toMatchObject({ code: 11, stderr: expect.stringContaining("fleet.yaml could not be written") });
    expect(here.read("fleet.yaml")).toBe(before);
  },
);
