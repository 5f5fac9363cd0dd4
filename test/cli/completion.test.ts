import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bashCompletion } from "../../src/cli/commands/completion/bash.ts";
import { completablesOf, wordsToOffer } from "../../src/cli/commands/completion/completable.ts";
import { fishCompletion } from "../../src/cli/commands/completion/fish.ts";
import { zshCompletion } from "../../src/cli/commands/completion/zsh.ts";
import { createProgram } from "../../src/cli/program.ts";
import { place } from "./harness.ts";

const program = await createProgram(async () => undefined);
const commands = completablesOf(program, wordsToOffer());
const scripts = { bash: bashCompletion(commands), zsh: zshCompletion(commands), fish: fishCompletion(commands) };
const documents = ["fleet", "plan", "report", "audit", "spending", "car", "validation"];
const isInstalled = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0;

/** A folder with a script and some files. */
function folderWith(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), "platectl-completion-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of [
    ["script", script],
    ["fleet north.yaml", ""],
    ["plan.json", ""],
  ] as const) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** What bash offers for the last word, in the order of the script. */
function offeredByBash(...words: readonly string[]): string[] {
  const cwd = folderWith(scripts.bash);
  const driver = `source ./script; COMP_WORDS=(platectl "$@"); COMP_CWORD=$#; _platectl; IFS=$'\\n'; echo "\${COMPREPLY[*]}"`;
  const { stdout, stderr, status } = spawnSync("bash", ["--norc", "-u", "-c", driver, "bash", ...words], {
    cwd,
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.split("\n").filter((line) => line !== "");
}

describe("bash", () => {
  it.each([
    ["pl", ["plan"]],
    ["audit --format j", ["json", "junit"]],
    ["audit --format = j", ["json", "junit"]],
    ["plan --exit", ["--exit-code"]],
    ["plan --format json --exit", ["--exit-code"]],
    ["state sh", ["show"]],
    ["state show --js", ["--json"]],
    ["schema ", documents],
    ["completion ", ["bash", "zsh", "fish"]],
    ["init --mode b", ["billing-account"]],
    ["plan -f fl", ["fleet north.yaml"]],
    ["plan -f fleet.yaml pl", ["plan.json"]],
    ["apply pl", ["plan.json"]],
    ["plan --account 4711 ", []],
    ["plan --base-url ", []],
    ["sandbox --chaos f", ["flaky"]],
    ["sandbox --chaos = h", ["hostile"]],
    ["sandbox --behaviour accountC", expect.arrayContaining(["accountCars=offered", "accountCars=404"])],
    ["sandbox --behaviour accountCars = 4", ["404", "405"]],
    ["sandbox --behaviour accountCars =", ["offered", "404", "405", "501"]],
    ["sandbox --behaviour pagePar", ["pageParam="]],
    ["plan --state g", ["git:"]],
    ["plan --state p", ["postgres://"]],
    ["validate --format s", ["sarif"]],
    ["validate --output fl", ["fleet north.yaml"]],
    ["schema v", ["validation"]],
    ["import cars.csv --encoding windows-1252 --dates D", ["DD.MM.YYYY", "DD/MM/YYYY"]],
    ["import pl", ["plan.json"]],
    ["report merge pl", ["plan.json"]],
    ["users create 4711 --from-csv pl", ["plan.json"]],
    ["state adopt --from-report pl", ["plan.json"]],
    ["sandbox --data fl", ["fleet north.yaml"]],
    ["--ver", ["--version"]],
    ["--dir", ["--directory"]],
    ["plan --dir", ["--directory"]],
    ["-C some/folder pl", ["plan"]],
    ["-C some/folder plan --exit", ["--exit-code"]],
    ["--directory = some/folder state sh", ["show"]],
    ["nope ", expect.arrayContaining(["plan"])],
  ])("bash completes a command line: %s", (line, offered) => {
    expect(offeredByBash(...line.split(" "))).toEqual(offered);
  });

  it("bash completion offers every command and every option of the program", () => {
    expect(offeredByBash("")).toEqual(program.commands.map((command) => command.name()));
    for (const command of program.commands.filter((one) => one.commands.length === 0)) {
      const long = command.options.map((option) => option.long ?? "").filter((name) => name !== "");
      expect(offeredByBash(command.name(), "--")).toEqual(expect.arrayContaining([...long, "--help"]));
    }
  });
});

describe("fish", () => {
  it.skipIf(!isInstalled("fish")).each([
    ["platectl pl", ["plan"]],
    ["platectl audit --format j", ["json", "junit"]],
    ["platectl state sh", ["show"]],
    ["platectl apply --auto", ["--auto-approve"]],
    ["platectl plan --plan-file pl", ["plan.json"]],
    ["platectl schema ", documents.toSorted()],
  ])("fish completes a command line: %s", (line, offered) => {
    const cwd = folderWith(scripts.fish);
    const { stdout } = spawnSync("fish", ["-N", "-c", 'source ./script; complete -C "$argv"', line], {
      cwd,
      encoding: "utf8",
    });
    expect(
      stdout
        .split("\n")
        .filter((text) => text !== "")
        .map((text) => text.split("\t")[0]),
    ).toEqual(offered);
  });
});

describe("every script", () => {
  it.each(["bash", "zsh", "fish"] as const)(
    "the completion script for %s parses, where that shell is installed",
    (shell) => {
      const folder = folderWith(scripts[shell]);
      if (isInstalled(shell))
        expect(spawnSync(shell, ["-n", join(folder, "script")], { encoding: "utf8" })).toMatchObject({
          status: 0,
          stderr: "",
        });
    },
  );

  it.each(Object.entries(scripts))(
    "the completion script for %s names every command, option and choice",
    (_, script) => {
      const named = commands.flatMap(({ commands: below, options }) => [
        ...below.map(({ name }) => name),
        ...options.flatMap(({ names, values }) => [
          ...names.map((name) => name.replace(/^-+/, "")),
          ...(values?.kind === "words" ? values.words : []),
        ]),
      ]);
      expect(named.length).toBeGreaterThan(100);
      expect(named.filter((name) => !script.replaceAll("\\:", ":").includes(name))).toEqual([]);
    },
  );

  it("the completion script is what `platectl completion` prints", async () => {
    const here = await place({ mode: "global", start: {} });
    for (const shell of ["bash", "zsh", "fish"] as const) {
      expect(await here.run("completion", shell)).toEqual({ code: 0, stdout: scripts[shell], stderr: "" });
    }
    expect(await here.run("completion", "tcsh")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("bash, zsh, fish"),
    });
    expect(await here.run("completion")).toMatchObject({ code: 3 });
  });
});
