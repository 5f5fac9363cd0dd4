import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { HELP_ENDINGS } from "../../src/cli/help.ts";
import { createProgram } from "../../src/cli/program.ts";
import {
  expectEnd,
  expectRefusal,
  globalFleet,
  hasScript,
  onTerminal,
  PLATECTL,
  type Place,
  place,
  writesTo,
} from "./harness.ts";

const LIVE = { mode: "global", start: { cars: ["AB1", "CD2"] } } as const;

/** Runs a shell command line in the place; `$P` is the program. */
function shell(here: Place, line: string): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const env = { ...here.env, P: `${process.execPath} ${PLATECTL}` };
  const child = spawn("bash", ["-c", line], { cwd: here.folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stderr })));
}

it("platectl alone says in five lines what to do in a folder without a fleet file", async () => {
  const here = await place(LIVE);
  const { code, stdout, stderr } = await here.run();
  expect({ code, stdout, lines: stderr.split("\n").length - 1 }).toEqual({ code: 3, stdout: "", lines: 5 });
  for (const word of ["export", "import", "init", "sandbox", "--help"]) expect(stderr).toContain(word);
  expect(stderr.indexOf("export")).toBeLessThan(stderr.indexOf("init"));
});

it("platectl alone prints the help where there is a fleet file", async () => {
  const here = await place(LIVE);
  here.write("fleet.yaml", globalFleet(["AB1"]));
  expect((await here.run()).stderr).toContain("Usage: platectl");
});

it.each([
  ["apply fleet.yaml --auto-approve", "apply takes an approved plan here. Did you mean `-f fleet.yaml`?"],
  ["plan fleet.yaml", "Did you mean `-f fleet.yaml`?"],
  ["validate fleet.yaml", "Did you mean `-f fleet.yaml`?"],
  ["fmt fleet.yaml", "Did you mean `-f fleet.yaml`?"],
  ["delete AB1", "remove it from the fleet file"],
  ["plate AB1", "platectl history PLATE"],
  ["diff", "`platectl plan`"],
  ["login", "PLATECTL_CLIENT_ID"],
  ["invoices", "`platectl billing list`"],
  ["apply --dry-run", "`platectl plan` shows"],
  ["apply -y", "`--auto-approve`"],
  ["apply --yes", "`--auto-approve`"],
  ["plan -o x", "`--output`"],
  ["plan -v", "`--verbose`"],
  ["plan --csv", "`--format csv`"],
  ["cars list --csv", "`--format csv`"],
  ["history AB1 --format csv", "`--json`"],
])("%s is answered with what was probably meant, and sends nothing", async (line, words) => {
  const here = await place(LIVE);
  here.write("fleet.yaml", globalFleet(["AB1"]));
  const { code, stderr } = await here.run(...line.split(" "));
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(words) });
  expect(stderr).not.toContain("Did you mean fleet?");
  expect(here.sandbox.requests).toEqual([]);
});

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
    const ended = await shell(here, `umask ${mask}; ${commands.map((one) => `$P ${one} || true`).join("; ")}`);
    expect(ended.stderr).not.toContain("error");
    const modeOf = (path: string) => statSync(join(here.folder, path)).mode & 0o777;
    const masked = 0o666 & ~Number.parseInt(mask, 8);
    for (const path of ["fleet.yaml", "cars.yaml", "new/fleet.yaml", "new/fleet.schema.json"])
      expect(modeOf(path), path).toBe(masked);
    for (const path of ["plan.json", "plan.html"]) expect(modeOf(path), path).toBe(0o600);
  },
);

it.each([[["cars", "list"]], [["export"]], [["doctor"]]])(
  "the command %j runs beside a broken fleet.yaml that nobody named, with a warning",
  async (args) => {
    const here = await place(LIVE);
    here.write("fleet.yaml", "version: 1\nmode: global\ncras: []\n");
    const { code, stderr } = await here.run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("fleet.yaml is not valid") });
    expect((await here.run(...args, "--quiet")).stderr).toBe("");
  },
);

it("a broken fleet.yaml that was named, or that says how to write, still stops the command", async () => {
  const here = await place(LIVE);
  here.write("fleet.yaml", "version: 1\nmode: global\ncras: []\n");
  expect((await here.run("cars", "list", "-f", "fleet.yaml")).code).toBe(3);
  expectRefusal(await here.run("doctor", "--write", "ZZ9", "--auto-approve"), 3, /cras/, here.sandbox);
});

it.each([
  ["plan --output fleet.yaml"],
  ["plan --output other.yml"],
  ["plan --output cars.csv"],
  ["plan --plan-file ./cars.csv"],
  ["plan --plan-file fleet.yaml"],
  ["audit --output fleet.yaml"],
  ["audit --output cars.csv"],
  ["apply --auto-approve --report cars.csv"],
])("%s is refused: no result overwrites a fleet file or a list of the run", async (line) => {
  const here = await place(LIVE);
  const fleet = "version: 1\nmode: global\ncarsFrom:\n  - { file: cars.csv, column: plate }\n";
  here.write("fleet.yaml", fleet);
  here.write("cars.csv", "plate\nAB1\nZZ9\n");
  expectRefusal(await here.run(...line.split(" ")), 3, /Name another file/, here.sandbox);
  expect([here.read("fleet.yaml"), here.read("cars.csv")]).toEqual([fleet, "plate\nAB1\nZZ9\n"]);
  expect(existsSync(join(here.folder, "other.yml"))).toBe(false);
  expect(here.sandbox.requests).toEqual([]);
});

it.each([
  ["plan.html", /^<!doctype html>/i],
  ["plan.md", /^\*\*\d+ cars? joins?, /],
  ["plan.json", /^\{/],
  ["plan.csv", /^\S+,/],
  ["plan.diff", /^---/m],
  ["plan.log", /^Target/],
])("a result in --output %s has the format of its extension", async (name, opening) => {
  const here = await place(LIVE);
  here.write("fleet.yaml", globalFleet(["AB1", "ZZ9"]));
  expect((await here.run("plan", "--output", name)).code).toBe(0);
  expect(here.read(name)).toMatch(opening);
});

it.each([["--json --format html"], ["--json --output plan.html"], ["--format markdown --output plan.html"]])(
  "plan %s is refused as a contradiction",
  async (options) => {
    const here = await place(LIVE);
    here.write("fleet.yaml", globalFleet(["AB1"]));
    const ended = await here.run("plan", ...options.split(" "));
    expectRefusal(ended, 3, /contradict each other/, here.sandbox);
    expect(here.sandbox.requests).toEqual([]);
  },
);

describe.skipIf(!hasScript)("the question before a change", () => {
  it("an answer such as y is asked about once more, and then yes is taken", async () => {
    const here = await place(LIVE);
    here.write("fleet.yaml", globalFleet(["AB1", "CD2", "ZZ9"]));
    const { code, shown } = await onTerminal(here, "apply", ["y", "yes"]);
    expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining('Type "yes" in full') });
    expect(here.sandbox.model.plates("global")).toContain("ZZ9");
  });

  // The last two are Ctrl-C and Ctrl-D.
  const answered = [["y", "y"], ["no"], [""], ["\u0003"], ["\u0004"]];
  it.each(answered.map((answers) => ({ answers })))("no change is made after $answers", async ({ answers }) => {
    const here = await place(LIVE);
    here.write("fleet.yaml", globalFleet(["AB1", "CD2", "ZZ9"]));
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
      stdout: /Examples:\n {2}platectl [\s\S]*Exit codes:\n {2}0 [\s\S]*\nMore: docs\/\S+\.md of platectl\.\n$/,
    });
    const page = /More: (\S+) of/.exec(stdout)?.[1] ?? "";
    expect(existsSync(join(import.meta.dirname, "../..", page))).toBe(true);
  },
);

it.each(commands)("help of %s shows examples that the command line accepts", async (path, entry) => {
  const parsed: string[] = [];
  for (const example of HELP_ENDINGS[path]?.examples ?? []) {
    const words = (example.split(" > ")[0] ?? "").split(" ");
    const program = createProgram(async (chosen) => {
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
});

it.each([["apply nope.json"], ["import nope.csv"]])(
  "a file that does not exist is told without the words of the system: %s",
  async (line) => {
    const here = await place({ mode: "global", start: {} });
    const ended = await here.run(...line.split(" "), ...(line.startsWith("apply") ? ["--auto-approve"] : []));
    expectRefusal(ended, 3, /nope\.\w+ cannot be read.*: the file does not exist/, here.sandbox);
    expect(ended.stderr).not.toMatch(/ENOENT/);
  },
);

it("a login that is not found names the address, and does not blame the secret", async () => {
  const here = await place({ mode: "global", start: {} });
  const ended = await here.run("cars", "list", "--base-url", `${here.sandbox.url}/elsewhere`);
  expectEnd(ended, 5, { stderr: /answered 404.*Check the address of the login server: http:\S+ has no login there/ });
  expect(ended.stderr).not.toMatch(/secret/);
});
