import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stepsIn } from "../action/runner.ts";
import { rowsFrom } from "../properties.ts";
import { git as gitIn, globalFleet, inFrontOf, type Place, place, runCli } from "./harness.ts";

const STATE = { PLATECTL_STATE: "git:platectl-state@origin" };

/** Every command that starts git, and those that pre-commit starts, in the order in which they are run. */
const COMMANDS: readonly (readonly string[])[] = [
  ["validate"],
  ["fmt", "--check"],
  ["plan"],
  ["plan", "--base", "HEAD^1"],
  ["plan", "--base", "HEAD^1", "-f", "."],
  ["apply", "--auto-approve"],
  ["audit", "--fail-on", "error"],
  ["history", "AB1"],
  ["state", "show"],
  ["state", "adopt", "--auto-approve"],
  ["state", "unlock", "0123456789ab"],
];

const ACTIONS: readonly Readonly<Record<string, string>>[] = [
  { command: "plan", base: "HEAD^1" },
  { command: "apply", "auto-approve": "true" },
  { command: "audit" },
];

function git(here: Place, cwd: string, ...args: readonly string[]): string {
  return gitIn({ ...here, folder: join(here.folder, cwd) }, ...args);
}

/** A program that leaves a marker, for git to start; `marked` says whether it was started since it was asked last. */
function trap(here: Place): { readonly program: string; marked(): boolean } {
  const marker = join(here.folder, "marker");
  const program = here.write("trap.sh", `#!/bin/sh\necho "$@" >> ${marker}\nexit 1\n`);
  chmodSync(program, 0o755);
  return {
    program,
    marked() {
      const isMarked = existsSync(marker);
      rmSync(marker, { force: true });
      return isMarked;
    },
  };
}

/** A clone `work` of a repository with two commits, in which the fleet file is in the folder `fleet`. */
async function cloned(more: (here: Place) => void = () => undefined): Promise<Place> {
  const here = await place({ mode: "global", start: { cars: ["AB1"] } }, STATE);
  git(here, ".", "init", "-q", "--bare", "origin.git");
  git(here, ".", "init", "-q", "-b", "main", "work");
  git(here, "work", "remote", "add", "origin", join(here.folder, "origin.git"));
  here.write("work/fleet/fleet.yaml", globalFleet(["AB1"]));
  git(here, "work", "add", ".");
  git(here, "work", "commit", "-qm", "first");
  here.write("work/fleet/fleet.yaml", globalFleet(["AB1", "CD2"]));
  more(here);
  git(here, "work", "add", "-f", ".");
  git(here, "work", "commit", "-qm", "second");
  return here;
}

/** Runs each command below the folder, and gives those that started the trap or failed. */
async function offenders(here: Place, marked: () => boolean): Promise<string[]> {
  const found: string[] = [];
  for (const args of COMMANDS) {
    const { code, stderr } = await runCli(args, join(here.folder, "work/fleet"), here.env);
    const expected = args[0] === "fmt" ? 2 : args[1] === "unlock" ? 3 : 0;
    if (marked()) found.push(`${args.join(" ")} started the trap`);
    if (code !== expected) found.push(`${args.join(" ")} ended with ${code}: ${stderr}`);
  }
  const { step } = await stepsIn({ ...here, folder: join(here.folder, "work/fleet") });
  for (const inputs of ACTIONS) {
    const { code, log } = await step("push", inputs);
    if (marked()) found.push(`action ${inputs["command"]} started the trap`);
    if (code !== 0) found.push(`action ${inputs["command"]} ended with ${code}: ${log}`);
  }
  return found;
}

/** Makes `work/fleet` look like a repository by files that anyone can commit. */
function plant(here: Place, config: string, attributes = ""): void {
  here.write("work/fleet/HEAD", "ref: refs/heads/main\n");
  here.write("work/fleet/objects/.keep", "");
  here.write("work/fleet/refs/heads/.keep", "");
  here.write("work/fleet/config", config);
  here.write("work/fleet/info/attributes", attributes);
}

const BARE = "[core]\n\tbare = true\n";
const WITH_FILES = "[core]\n\tbare = false\n\tworktree = .\n";
const SSH_REMOTE = '[remote "origin"]\n\turl = ssh://git@127.0.0.1:1/x.git\n';

const PLANTS: readonly [string, (program: string) => readonly [config: string, attributes?: string]][] = [
  ["core.sshCommand", (trap) => [`${BARE}\tsshCommand = ${trap}\n${SSH_REMOTE}`]],
  ["core.gitProxy", (trap) => [`${BARE}\tgitProxy = ${trap}\n[remote "origin"]\n\turl = git://127.0.0.1:1/x.git\n`]],
  [
    "an ext:: remote",
    (trap) => [`${BARE}[protocol "ext"]\n\tallow = always\n[remote "origin"]\n\turl = ext::${trap}\n`],
  ],
  ["core.fsmonitor", (trap) => [`${WITH_FILES}\tfsmonitor = ${trap}\n`]],
  [
    "a filter and info/attributes",
    (trap) => [
      `${WITH_FILES}[filter "x"]\n\tsmudge = ${trap}\n\tclean = ${trap}\n\tprocess = ${trap}\n\trequired = true\n`,
      "* filter=x\n",
    ],
  ],
  [
    "textconv, an external diff and hooks",
    (trap) => [
      `${WITH_FILES}\thooksPath = ${join(trap, "..", "hooks")}\n[diff]\n\texternal = ${trap}\n[diff "x"]\n\ttextconv = ${trap}\n\tcommand = ${trap}\n`,
      "* diff=x\n",
    ],
  ],
  [
    "a promisor remote",
    (trap) => [
      `[core]\n\trepositoryformatversion = 1\n\tbare = true\n\tsshCommand = ${trap}\n[extensions]\n\tpartialClone = origin\n${SSH_REMOTE}\tpromisor = true\n`,
    ],
  ],
];

// Each runs every command.
it.each(rowsFrom(PLANTS, 1))(
  "a folder that looks like a bare repository with %s is ignored by every command, and the repository around it is used",
  async (_, config) => {
    const here = await cloned();
    const { program, marked } = trap(here);
    here.write("hooks/reference-transaction", `#!/bin/sh\n${program}\n`);
    chmodSync(join(here.folder, "hooks/reference-transaction"), 0o755);
    plant(here, ...config(program));
    git(here, "work", "add", "-f", ".");
    git(here, "work", "commit", "-qm", "planted");
    expect(await offenders(here, marked)).toEqual([]);
    expect(git(here, "origin.git", "ls-tree", "--name-only", "platectl-state")).toBe("state.jsonl\n");
  },
);

it("programs that committed attributes name, as filters, textconv, fsmonitor, signatures and hooks, do not run", async () => {
  const here = await cloned((place) => place.write("work/.gitattributes", "* filter=x diff=x\n"));
  const { program, marked } = trap(here);
  const hook = here.write("work/.git/hooks/reference-transaction", `#!/bin/sh\n${program}\n`);
  chmodSync(hook, 0o755);
  for (const name of [
    "filter.x.smudge",
    "filter.x.clean",
    "filter.x.process",
    "diff.x.textconv",
    "diff.x.command",
    "diff.external",
    "core.fsmonitor",
    "gpg.program",
  ]) {
    git(here, "work", "config", name, program);
  }
  git(here, "work", "config", "log.showSignature", "true");
  expect(await offenders(here, marked)).toEqual([]);
});

it("no attribute of a repository hides a plate from its history", async () => {
  const here = await cloned((place) => place.write("work/.gitattributes", "* -diff -text\n"));
  const { stdout } = await runCli(["history", "CD2", "--offline"], join(here.folder, "work/fleet"), here.env);
  expect(stdout).toMatch(/gained +fleet\/fleet\.yaml .*second/);
});

it("settings of a repository about reaching a remote are obeyed: core.sshCommand", async () => {
  const here = await cloned();
  const ssh = here.write("ssh.sh", `#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n`);
  chmodSync(ssh, 0o755);
  git(here, "work", "remote", "set-url", "origin", `ssh://git@example.invalid${here.folder}/origin.git`);
  git(here, "work", "config", "core.sshCommand", ssh);
  const below = await runCli(["apply", "--auto-approve"], join(here.folder, "work/fleet"), here.env);
  expect(below.code).toBe(0);
  expect(git(here, "origin.git", "ls-tree", "--name-only", "platectl-state")).toBe("state.jsonl\n");
});

it("settings of a repository about reaching a remote are obeyed: http.extraHeader and a credential helper", async () => {
  const here = await cloned();
  const seen: (string | undefined)[] = [];
  const url = await inFrontOf("", ({ headers: { authorization } }, response) => {
    seen.push(authorization);
    response.writeHead(authorization === undefined ? 401 : 404, { "www-authenticate": "Basic" }).end();
    return "taken";
  });
  git(here, "work", "remote", "set-url", "origin", `${url}/x.git`);
  const show = () => runCli(["state", "show"], join(here.folder, "work/fleet"), here.env);
  git(here, "work", "config", "credential.helper", "!printf 'username=u\\npassword=p\\n' #");
  expect((await show()).code).toBe(3);
  expect(seen.splice(0)).toContain(`Basic ${Buffer.from("u:p").toString("base64")}`);
  git(here, "work", "config", "http.extraHeader", "AUTHORIZATION: basic dG9rZW4=");
  expect((await show()).code).toBe(3);
  expect(seen).toContain("basic dG9rZW4=");
});
