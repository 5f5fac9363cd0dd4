import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { HELP_ENDINGS } from "../../src/cli/help.ts";
import { createProgram } from "../../src/cli/program.ts";
import { startProcess } from "../processes.ts";
import { flows } from "./flows.ts";
import { accountFleet, expectEnd, globalPlace, hasScript, onTerminal, PLATECTL, place, writesTo } from "./harness.ts";

const LIVE = { mode: "global", start: { cars: ["AB1", "CD2"] } } as const;
const listed = (...more: readonly [cars: readonly string[], more?: string]) => globalPlace(["AB1", "CD2"], ...more);

flows(import.meta.url);

it.each(["022", "077"])(
  "fleet files have the modes that the mask %s gives, plans and states are private (S28)",
  async (mask) => {
    const here = await place({ mode: "global", start: { cars: ["AB1"] } });
    here.write("cars.csv", "plate\nCD2\n");
    const commands = [
      "export --output fleet.yaml",
      "import cars.csv --inline --output cars.yaml",
      "init -f new/fleet.yaml",
      "plan -f cars.yaml --plan-file plan.json --format html --output plan.html --exit-code",
    ];
    const line = `umask ${mask}; ${commands.map((one) => `$P ${one} || true`).join("; ")}`;
    const env = { ...here.env, P: `${process.execPath} ${PLATECTL}` };
    const ended = await startProcess("bash", ["-c", line], { cwd: here.folder, env }).ended;
    expect(ended.stderr).not.toContain("error");
    const modeOf = (path: string) => statSync(join(here.folder, path)).mode & 0o777;
    const masked = 0o666 & ~Number.parseInt(mask, 8);
    for (const path of ["fleet.yaml", "cars.yaml", "new/fleet.yaml", "new/fleet.schema.json"])
      expect(modeOf(path), path).toBe(masked);
    for (const path of ["plan.json", "plan.html"]) expect(modeOf(path), path).toBe(0o600);
  },
);

describe.skipIf(!hasScript)("the question before a change", () => {
  it("an answer such as y is asked about once more, and then yes is taken", async () => {
    const here = await listed(["AB1", "CD2", "ZZ9"]);
    const { code, shown } = await onTerminal(here, "apply", ["y", "yes"]);
    expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining('Type "yes" in full') });
    expect(here.sandbox.model.plates("global")).toContain("ZZ9");
  });

  // The last two are Ctrl-C and Ctrl-D.
  const answered = [["y", "y"], ["no"], [""], ["\u0003"], ["\u0004"]];
  it.each(answered.map((answers) => ({ answers })))("no change is made after $answers", async ({ answers }) => {
    const here = await listed(["AB1", "CD2", "ZZ9"]);
    const { code, shown } = await onTerminal(here, "apply", answers);
    expect({ code, shown }).toEqual({ code: 130, shown: expect.stringContaining("Not confirmed: nothing was sent.") });
    expect(shown).toMatch(/Apply 1 add, 0 updates, 0 deletes at/);
    expect(shown).not.toMatch(/^\s+at /m);
    expect(writesTo(here.sandbox)).toEqual([]);
  });
});

const commands = Object.entries(COMMANDS);

it.each(commands.map(([path]) => path))(
  "help of %s ends with examples, exit codes and the page of the documentation",
  async (path) => {
    const here = await place(LIVE);
    const { code, stdout } = await here.run(...path.split(" "), "--help");
    expectEnd({ code, stdout }, 0, {
      stdout: /Examples:\n {2}platectl [\s\S]*Exit codes:\n {2}0 [\s\S]*\nMore: \/\S+\/docs\/\S+\.md\.\n$/,
    });
    expect(existsSync(/More: (\S+)\.\n$/.exec(stdout)?.[1] ?? "")).toBe(true);
  },
);

it.each(commands)("help of %s shows examples that the command line accepts", async (path, entry) => {
  const parsed: string[] = [];
  for (const example of HELP_ENDINGS[path]?.examples ?? []) {
    const words = (example.split(" > ")[0] ?? "").split(" ");
    const program = await createProgram(async (chosen) => {
      expect(chosen).toBe(entry);
      parsed.push(example);
    });
    await program.parseAsync(words, { from: "user" });
  }
  expect(parsed).toEqual(HELP_ENDINGS[path]?.examples);
});

describe.skipIf(!hasScript)("import on a terminal", () => {
  it.each([["2"], ["nr 2"]])(
    "import asks for the column of plates and takes its number or its name: %s",
    async (answer) => {
      const here = await place(LIVE);
      here.write("cars.csv", "Nr 1;Nr 2\nLV-20001;AB123\nLV-20002;CD456\n");
      const { code, shown } = await onTerminal(here, "import cars.csv", [answer]);
      expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining('holds the plates? "Nr 1", "Nr 2"') });
      expect(here.read("fleet.yaml")).toContain("{ file: cars.csv, column: Nr 2 }");
    },
  );

  it.each(["y", "Yes"])("import takes a short answer about rows of cars that are gone: %s", async (answer) => {
    const here = await place(LIVE);
    here.write("cars.csv", "plate;Status\nAB123;aktiv\nCD456;verkauft\n");
    const { code, shown } = await onTerminal(here, "import cars.csv", [answer]);
    expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining("1 car of cars.csv") });
  });
});

describe.skipIf(!hasScript)("state adopt on a terminal", () => {
  it.each([
    { answers: ["1", "yes"], code: 0, shown: "1 car adopted", plan: "0 to add, 0 to update, 0 to delete, 1 unchanged" },
    { answers: ["2", "old.yaml", "yes"], code: 0, shown: "2 cars adopted", plan: "0 to add, 0 to update, 1 to delete" },
    { answers: ["3", "yes"], code: 0, shown: "no cars adopted", plan: "1 to add, 0 to update, 0 to delete" },
    { answers: ["4"], code: 130, shown: "platectl apply --allow-adds=1", plan: "nothing is known of it" },
    { answers: ["2", ""], code: 3, shown: "No file was named", plan: "nothing is known of it" },
    { answers: ["7"], code: 130, shown: "`7` is none of the numbers", plan: "nothing is known of it" },
  ])("asks what is on a list that the server does not show: $answers", async ({ answers, code, shown, plan }) => {
    const here = await place({
      mode: "billing-account",
      start: { accounts: [{ baId: "4711" }] },
      behaviour: { accountCars: 404 },
    });
    here.write("fleet.yaml", accountFleet({ 4711: ["AB1"] }));
    here.write("old.yaml", accountFleet({ 4711: ["AB1", "CD2"] }));
    expect(await onTerminal(here, "state adopt", answers)).toEqual({ code, shown: expect.stringContaining(shown) });
    expectEnd(await here.run("plan"), 0, { stdout: plan });
  });
});
