import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { COMMON_OPTIONS, optionName } from "../../src/cli/definitions/spec.ts";
import { SCHEMA_NAMES } from "../../src/documents/document-names.ts";
import { rowsOf, TEXT, TEXTS } from "../rows.ts";
import { expectEnd, type Place, place, runCli, startCli, withPlatectl } from "./harness.ts";

const env = { PATH: process.env["PATH"] ?? "" };

/** What is offered for the last of these words. */
async function offers(...words: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runCli(["__complete", ...words], tmpdir(), env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t")[0] ?? ""]));
}

it.each(rowsOf(import.meta.url, "offers", TEXT, TEXTS))(
  "completion offers for the line %j: %j",
  async (line, expected) => {
    expect(await offers(...line.split(" "))).toEqual(expected);
  },
);

it("completion offers every document, and every format", async () => {
  expect(await offers("schema", "")).toEqual([...SCHEMA_NAMES]);
  expect(await offers("audit", "--format=")).toEqual(expect.arrayContaining(["--format=text", "--format=html"]));
});

it("completion offers every command, and every option of it, rare ones too", async () => {
  const first = [...new Set(Object.keys(COMMANDS).map((path) => path.split(" ")[0]))];
  expect(await offers("")).toEqual(first);
  expect(await offers()).toEqual(first);
  for (const [path, { definition }] of Object.entries(COMMANDS)) {
    const { options } = await definition();
    const known = Object.entries<{ readonly negated?: true }>({ ...options, ...COMMON_OPTIONS });
    const names = known.map(([key, option]) => optionName(key, option));
    expect((await offers(...path.split(" "), "--")).toSorted()).toEqual([...names, "--help"].toSorted());
  }
});

it("completion is quiet where nobody reads what it offers", async () => {
  const { child, ended } = startCli(["__complete", ""], tmpdir(), env);
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
});

it("help does not name what the scripts ask", async () => {
  expect((await runCli(["--help"], tmpdir(), env)).stdout).not.toContain("__complete");
});

/** How each shell completes a line: it prints what it offers. */
const SHELLS = {
  bash: {
    // Bash takes `=` and `:` for words of their own.
    args: (line: string) => line.match(/'[^']*'|[^\s=:']+|[=:]|(?<=\s)$/g)?.slice(1) ?? [],
    driver: `source ./script; COMP_WORDS=(platectl "$@"); COMP_CWORD=$#; _platectl; printf '%s\\n' "\${COMPREPLY[@]-}"`,
    options: ["--norc", "-u"],
  },
  fish: { args: (line: string) => [line], driver: 'source ./script; complete -C "$argv"', options: ["-N"] },
  zsh: {
    args: (line: string) => [line],
    driver: `zmodload zsh/zpty
zpty z zsh -d -i
zpty -r -m z out '*READY*'
zpty -w -n z "$1"$'\\t\\a'
zpty -r -m z out '*END'
for match in \${(f)out}; do [[ $match == *'<'*'>'* ]] && print -r -- \${\${match#*<}%%>*}; done
exit 0`,
    options: ["-f"],
  },
} as const;

// What zsh would show is printed instead.
const ZSHRC = `PS1=
autoload -Uz compinit; compinit -u -D; source ./script
compadd() {
  if [[ " $* " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; return; fi
  local -a hits; builtin compadd -A hits "$@"; print -rl -- "<"\${^hits}">"
}
finish() { print END; }; zle -N finish; bindkey '^G' finish; print READY
`;

const isInstalled = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0;

/** A folder with the script of a shell, some files, and platectl on the path. */
async function folderFor(shell: string): Promise<Pick<Place, "folder" | "env">> {
  const here = await place({ mode: "global" });
  here.write("script", (await here.run("completion", shell)).stdout);
  for (const name of ["fleet north.yaml", "plan.json"]) here.write(name, "");
  here.write(".zshrc", ZSHRC);
  return { folder: here.folder, env: { ...withPlatectl(here), ZDOTDIR: here.folder } };
}

describe.each(Object.entries(SHELLS))("%s", (shell, { args, driver, options }) => {
  it.skipIf(!isInstalled(shell)).each([
    ["platectl pl", ["plan"]],
    ["platectl plan --skip 'AB 12' --plan-f", ["--plan-file"]],
    ["platectl audit --format=j", ["json", "junit"]],
    ["platectl sandbox --behaviour=accountCars=40", ["404", "405"]],
    ["platectl plan --state g", ["git:"]],
    ["platectl plan --json -f fl", ["fleet north.yaml"]],
    ["platectl nope ", []],
  ])(`${shell} completes the line %j`, async (line, expected) => {
    const { folder: cwd, env } = await folderFor(shell);
    const words = [...options, "-c", driver, ...(shell === "fish" ? [] : [shell]), ...args(line)];
    const { stdout, stderr, status } = spawnSync(shell, words, { cwd, env, encoding: "utf8", timeout: 20_000 });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    // Bash replaces only what follows the last `=`; zsh shows blanks with a backslash.
    const before = shell === "bash" ? "" : /^.*=/;
    const offered = stdout.split("\n").map((text) => text.split("\t")[0]?.replace(before, "").replaceAll("\\", ""));
    expect(offered.filter((word) => word !== "").toSorted()).toEqual(expected.toSorted());
  });
});

it("completion of a shell that it does not know is refused", async () => {
  expectEnd(await runCli(["completion", "tcsh"], tmpdir(), env), 3, { stderr: "bash, zsh, fish" });
  expect(await runCli(["completion"], tmpdir(), env)).toMatchObject({ code: 3 });
});
