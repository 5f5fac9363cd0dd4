import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { flows } from "./flows.ts";
import { globalFleet, globalPlace, type Place } from "./harness.ts";

flows(import.meta.url);

const UNTIDY = "mode: global\nversion: 1\ncars: [AB1 ,1E51234]\n";

/** Commands that edit a file, and the option with which each shows what it would change. */
const EDITS = [
  ["fmt", "--diff"],
  ["car add XY12345 --note pool", "--dry-run"],
  ["car end AB1 --on 2027-01-31", "--dry-run"],
  ["car remove AB1", "--dry-run"],
  ["init -f new.yaml", "--dry-run"],
  ["import cars.csv --output new.yaml", "--dry-run"],
] as const;

const TOOLS = [
  ["git", "apply"],
  ["patch", "--quiet", "-p1"],
].filter(([tool = ""]) => spawnSync(tool, ["--version"]).status === 0);

async function untidyPlace(text: string): Promise<Place> {
  const here = await globalPlace([], []);
  here.write("fleet.yaml", text);
  here.write("cars.csv", "Plate;Driver\nAB 1234;x\nCD 2345;y\n");
  return here;
}

const filesOf = (here: Place) =>
  ["fleet.yaml", "new.yaml"].map((name) => {
    try {
      return here.read(name);
    } catch {
      return undefined;
    }
  });

it.each(EDITS)("%s %s writes nothing, ends with 2, and its patch does what the command does", async (line, option) => {
  const done = line.split(" ");
  for (const [tool = "", ...args] of TOOLS) {
    for (const text of [UNTIDY, UNTIDY.replaceAll("\n", "\r\n"), UNTIDY.trimEnd()]) {
      const [one, other] = [await untidyPlace(text), await untidyPlace(text)];
      const before = filesOf(one);
      const { code, stdout } = await one.run(...done, option);
      expect({ code, files: filesOf(one) }).toEqual({ code: 2, files: before });
      const applied = spawnSync(tool, args, { cwd: one.folder, input: stdout, encoding: "utf8" });
      expect(applied).toMatchObject({ status: 0 });
      expect(await other.run(...done)).toMatchObject({ code: 0 });
      expect(filesOf(one)).toEqual(filesOf(other));
    }
  }
});

it.each(["a b.yaml", "link.yaml"])(
  "the patch of %s names the file that is edited, as git and patch expect it",
  async (name) => {
    const here = await untidyPlace(UNTIDY);
    here.write("a b.yaml", UNTIDY);
    symlinkSync("fleet.yaml", join(here.folder, "link.yaml"));
    const { stdout } = await here.run("fmt", "--diff", "-f", name);
    for (const [tool = "", ...args] of [
      ["git", "apply", "--check"],
      ["patch", "--dry-run", "-p1"],
    ]) {
      expect(spawnSync(tool, args, { cwd: here.folder, input: stdout, encoding: "utf8" })).toMatchObject({ status: 0 });
    }
  },
);

it("files of which thousands of lines differ are shown whole, and the patch fits", async () => {
  const here = await globalPlace([], []);
  const plates = Array.from({ length: 6000 }, (_, at) => `AB${at}`);
  const untidy = `${globalFleet([]).replace(/cars:.*\n/, "")}cars:\n${plates.map((plate) => `  -   ${plate}\n`).join("")}`;
  here.write("fleet.yaml", untidy);
  const { stdout } = await here.run("fmt", "--diff");
  expect(spawnSync("git", ["apply"], { cwd: here.folder, input: stdout }).status).toBe(0);
  const patched = here.read("fleet.yaml");
  here.write("fleet.yaml", untidy);
  await here.run("fmt");
  expect(here.read("fleet.yaml")).toBe(patched);
});
