import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { openStore, type StateAddress, type Store, type StoreWorld } from "../../src/state/index.ts";
import { testAnyStore } from "./store-suite.ts";
import { car, failureOf, held, intent, outcome, temporaryFolder, VIEW, world } from "./world.ts";

const SHARED: StateAddress = { kind: "git", branch: "platectl-state", remote: "origin" };
const LOCAL: StateAddress = { kind: "git", branch: "platectl-state" };
const PLACES = [
  ["a remote's branch", SHARED],
  ["a local branch", LOCAL],
] as const;
const SECRET = "canary-secret";
const AUTHOR = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@b",
};

let root: string;
let env: Record<string, string>;

beforeEach(() => {
  root = temporaryFolder();
  env = { PATH: process.env["PATH"] ?? "", HOME: root, PLATECTL_CLIENT_SECRET: SECRET };
});

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: join(root, cwd), env, encoding: "utf8", stdio: "pipe" });
}

/** Writes a program of the shell. */
function script(path: string, text: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return join(root, path);
}

/** The plates that a state knows. */
async function platesIn(store: Store): Promise<string[]> {
  return [...((await store.memory(VIEW)).get("global")?.entries.keys() ?? [])];
}

/** Adds or deletes a car in a run of its own. */
async function recorded(store: Store, action: "add" | "delete", plate: string): Promise<void> {
  const state = await held(store);
  await state.append([intent(action, car(plate))]);
  await state.append([outcome(action, "verified", plate)]);
  await state.release();
}

/** A bare repository and clones of it with one commit, as CI runners and colleagues have them. */
function clones(...names: string[]): void {
  git(".", "init", "--quiet", "--bare", "origin.git");
  git(".", "init", "--quiet", "--initial-branch=main", "seed");
  git("seed", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--allow-empty", "-m", "first");
  git("seed", "push", "--quiet", "../origin.git", "main");
  for (const name of names) git(".", "clone", "--quiet", "--branch=main", "origin.git", name);
}

function storeIn(cwd: string, address = SHARED, overrides: Partial<StoreWorld> = {}): Store {
  const owner = { user: cwd, host: `host-of-${cwd}`, pid: 1, command: "platectl apply" };
  return openStore(address, world({ cwd: join(root, cwd), env, owner, ...overrides }));
}

describe.each(PLACES)("a state on %s", (_, address) => {
  testAnyStore("on it", () => {
    clones("ann", "bob");
    return (user) => {
      const owner = { user, host: `host-of-${user}`, pid: 1, command: "platectl apply" };
      return storeIn(address === SHARED ? user : "ann", address, { owner });
    };
  });

  it("S26: a state on git that is too large is refused before it is read", async () => {
    clones("ann");
    // git tells the size that the object states; what it holds, nobody must look at.
    const id = "5a".repeat(20);
    const dates = { GIT_AUTHOR_DATE: "2026-05-01T12:00:00Z", GIT_COMMITTER_DATE: "2026-05-01T12:00:00Z" };
    for (const cwd of address.remote === undefined ? ["ann"] : ["ann", "origin.git"]) {
      const objects = join(root, cwd, cwd === "ann" ? ".git/objects/5a" : "objects/5a");
      mkdirSync(objects, { recursive: true });
      writeFileSync(join(objects, id.slice(2)), deflateSync("blob 900000000\0AAAA"));
      const make = (input: string, ...args: string[]) =>
        execFileSync("git", args, { cwd: join(root, cwd), env: { ...env, ...AUTHOR, ...dates }, input })
          .toString()
          .trim();
      const tree = make(`100644 blob ${id}\tstate.jsonl\n`, "mktree");
      git(cwd, "update-ref", "refs/heads/platectl-state", make("noise", "commit-tree", tree));
    }
    expect((await failureOf(storeIn("ann", address).memory(VIEW))).message).toMatch(
      /has 900,000,000 bytes; platectl reads/,
    );
  });

  it("a state on git leaves the checkout alone, and has a commit for each step", async () => {
    clones("ann");
    const state = await held(storeIn("ann", address));
    await state.append([intent("add", car("BÖ 1", "LEASING"), car("B2"))]);
    await state.append([outcome("add", "acknowledged", "BÖ 1", "B2")]);
    await state.release();
    expect(git("ann", "status", "--porcelain", "--branch")).toBe("## main...origin/main\n");
    expect(readdirSync(join(root, "ann"))).toEqual([".git"]);
    const place = address === SHARED ? "origin.git" : "ann";
    expect(git(place, "ls-tree", "--name-only", "platectl-state")).toBe("state.jsonl\n");
    expect(git(place, "log", "--format=%an %s", "platectl-state").split("\n")).toEqual([
      "platectl platectl: unlock [skip ci]",
      "platectl platectl: append [skip ci]",
      "platectl platectl: append [skip ci]",
      "platectl platectl: lock [skip ci]",
      "",
    ]);
  });
});

it("I2: three runs that wait for each other all get their turn, and no append is lost", async () => {
  const names = ["ann", "bob", "cleo"];
  clones(...names);
  await Promise.all(
    names.map(async (run) => {
      const locking = await storeIn(run).lock(VIEW, { timeout: 1e9 });
      if (locking.kind !== "held") throw new Error("locked");
      await locking.state.append([{ kind: "end", run, exitCode: 0 }]);
      await locking.state.release();
    }),
  );
  const runs = (await storeIn("ann").history()).flatMap(({ entries }) => entries);
  expect(runs.flatMap((entry) => (entry.kind === "end" ? [entry.run] : [])).sort()).toEqual(names);
});

it("V4: an append whose push is refused or lost is not durable, and the next one takes its place", async () => {
  clones("ann");
  const state = await held(storeIn("ann"));
  await state.append([intent("add", car("A1"))]);
  script("origin.git/hooks/pre-receive", "echo no space left >&2\nexit 1");
  const error = await failureOf(state.append([intent("add", car("B2"))]));
  expect(error.message).toMatch(/^Cannot push the state to origin: [\s\S]*no space left/);
  expect(await storeIn("ann").memory(VIEW)).toEqual(state.memory());
  git(".", "-C", "origin.git", "config", "core.hooksPath", "nowhere");
  await state.append([intent("add", car("C3"))]);
  await state.release();
  expect(await platesIn(storeIn("ann"))).toEqual(["A1", "C3"]);
});

it("V4: an append whose push arrived without a confirmation is durable", async () => {
  clones("ann");
  const state = await held(storeIn("ann"));
  const receive = script("receive-and-hang-up", 'git-receive-pack "$@"\nexit 1');
  git("ann", "config", "remote.origin.receivepack", receive);
  await state.append([intent("add", car("A1"))]);
  await state.append([outcome("add", "verified", "A1")]);
  expect(await storeIn("ann").memory(VIEW)).toEqual(state.memory());
});

it("S2: a state on git runs no hook of the clone, and gives git no credential of ours", async () => {
  clones("ann");
  for (const hook of ["pre-push", "reference-transaction", "post-index-change"])
    script(`ann/.git/hooks/${hook}`, `env > ${root}/leak\nexit 1`);
  git("ann", "config", "remote.origin.uploadpack", `env > ${root}/environment; git-upload-pack`);
  await (await held(storeIn("ann"))).release();
  expect(existsSync(join(root, "leak"))).toBe(false);
  expect(execFileSync("cat", [join(root, "environment")], { encoding: "utf8" })).not.toContain(SECRET);
});

it("a state on git says what is wrong: no repository, no such remote, no git, credentials left out", async () => {
  clones("ann");
  mkdirSync(join(root, "plain"));
  const messageFor = async (store: Store) => (await failureOf(store.memory(VIEW))).message;
  expect(await messageFor(storeIn("plain"))).toContain("There is no git repository around");
  expect(await messageFor(storeIn("ann", { ...SHARED, remote: "upstream" }))).toContain("upstream");
  expect(await messageFor(storeIn("ann", SHARED, { env: { PATH: "/nowhere" } }))).toContain("git was not found");
  git("ann", "remote", "add", "broken", `http://user:${SECRET}@127.0.0.1:1/x.git`);
  const message = await messageFor(storeIn("ann", { ...SHARED, remote: "broken" }));
  expect(message).toContain("127.0.0.1");
  expect(message).not.toContain(SECRET);
  git("ann", "remote", "set-url", "broken", `http://127.0.0.1:1/x.git?token=${SECRET}`);
  expect(await messageFor(storeIn("ann", { ...SHARED, remote: "broken" }))).not.toContain(SECRET);
});

it("S24: a state on git does not build on a branch of people's work", async () => {
  clones("ann");
  writeFileSync(join(root, "seed/README.md"), "ours");
  git("seed", "add", ".");
  git("seed", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "second");
  git("seed", "push", "--quiet", "../origin.git", "main");
  const error = await failureOf(held(storeIn("ann", { ...SHARED, branch: "main" })));
  expect(error.failure).toBe("not-ours");
  expect(error.message).toContain('holds other files ("README.md")');
});

describe("a repository that is not as it should be", () => {
  beforeEach(() => clones("ann"));

  it.each(PLACES)("the state on %s works from a folder below the root, and gives the lock back", async (_, address) => {
    mkdirSync(join(root, "ann/fleets/north"), { recursive: true });
    const store = storeIn("ann/fleets/north", address);
    await recorded(store, "add", "A1");
    expect(await platesIn(storeIn("ann", address))).toEqual(["A1"]);
    expect((await store.inspect()).holder).toBeUndefined();
  });

  it("a state on git works in a worktree, and skips an empty .git as git does", async () => {
    git("ann", "worktree", "add", "--quiet", "../tree", "-b", "other");
    mkdirSync(join(root, "tree/sub/.git"), { recursive: true });
    await (await held(storeIn("tree/sub", LOCAL))).release();
    expect(git("ann", "ls-tree", "--name-only", "platectl-state")).toBe("");
  });

  it("a damaged repository does not make git take the folder itself for a bare one", async () => {
    rmSync(join(root, "ann/.git/objects"), { recursive: true });
    for (const folder of ["objects", "refs/heads"]) mkdirSync(join(root, "ann", folder), { recursive: true });
    writeFileSync(join(root, "ann/HEAD"), "ref: refs/heads/main\n");
    const remote = '[remote "origin"]\n\turl = ssh://git@127.0.0.1/x.git\n';
    writeFileSync(join(root, "ann/config"), `[core]\n\tbare = true\n\tsshCommand = touch ${root}/marker;\n${remote}`);
    await failureOf(storeIn("ann").memory(VIEW));
    expect(existsSync(join(root, "marker"))).toBe(false);
  });

  it("a folder with the name of a remote that is not configured is not taken for it", async () => {
    git(".", "clone", "--quiet", "--bare", "origin.git", "ann/backup");
    script("ann/backup/hooks/pre-receive", `touch ${root}/marker`);
    const error = await failureOf(held(storeIn("ann", { ...SHARED, remote: "backup" })));
    expect(error.message).toContain('There is no remote "backup" in this clone');
    expect(existsSync(join(root, "marker"))).toBe(false);
  });

  it("the lock of a run that died is taken over on a local branch, and never on a remote", async () => {
    const dead = { isAlive: () => false, owner: { user: "a", host: "same", pid: 7, command: "x" } };
    await held(storeIn("ann", LOCAL, dead));
    await (await held(storeIn("ann", LOCAL, dead))).release();
    const first = await held(storeIn("ann", SHARED, dead));
    const second = storeIn("ann", SHARED, dead);
    expect(await second.lock(VIEW, { timeout: 1000 })).toEqual({ kind: "locked", holder: first.holder });
    expect(await second.unlock(first.holder.id)).toBe("unlocked");
    await (await held(second)).release();
  });

  it.each(PLACES)("a lock file that git left beside %s is named", async (_, address) => {
    const repository = address === SHARED ? "origin.git" : "ann/.git";
    await (await held(storeIn("ann", address))).release();
    const left = join(root, repository, "refs/heads/platectl-state.lock");
    writeFileSync(left, "");
    const error = await failureOf(held(storeIn("ann", address)));
    expect(error).toMatchObject({ failure: "io", message: expect.stringContaining("refs/heads/platectl-state.lock") });
    rmSync(left);
    await (await held(storeIn("ann", address))).release();
  });

  it("a state that a partial clone has without its files can be read", async () => {
    await recorded(storeIn("ann"), "add", "A1");
    git("origin.git", "config", "uploadpack.allowFilter", "true");
    git(".", "clone", "--quiet", "--branch=main", "--filter=blob:none", `file://${root}/origin.git`, "part");
    expect(await platesIn(storeIn("part"))).toEqual(["A1"]);
    await (await held(storeIn("part"))).release();
    await recorded(storeIn("ann"), "delete", "A1");
    expect(await platesIn(storeIn("part"))).toEqual([]);
  });
});

describe("the git that is installed", () => {
  const fakeGit = (words: string) => {
    const folder = dirname(script("bin/git", `echo run >> ${root}/runs\n${words}`));
    return { env: { ...env, PATH: `${folder}:${env["PATH"]}` } };
  };

  beforeEach(() => clones("ann"));

  it.each(["git version 2.37.9", "git version 1.99.0", "nonsense"])(
    "an installed git is refused when it is too old: %s",
    async (words) => {
      const store = storeIn("ann", SHARED, fakeGit(`echo "${words}"`));
      const message = (await failureOf(store.memory(VIEW))).message;
      expect(message).toContain(`git 2.38 or newer is needed, and this is "${words}"`);
      await failureOf(store.memory(VIEW));
      expect(readFileSync(join(root, "runs"), "utf8")).toBe("run\n");
    },
  );

  it("the program git is not looked for in the working folder", async () => {
    const { env: planted } = fakeGit("exit 7");
    const relative = { ...planted, PATH: `.:../bin::${env["PATH"]}` };
    await (await held(storeIn("ann", LOCAL, { env: relative }))).release();
    expect(existsSync(join(root, "runs"))).toBe(false);
  });

  it("an ssh host whose key is unknown gives a message that says what to do", async () => {
    const ssh = script("ssh", "echo Host key verification failed. >&2\nexit 255");
    git("ann", "remote", "set-url", "origin", "ssh://git@example.invalid/x.git");
    git("ann", "config", "core.sshCommand", ssh);
    const error = await failureOf(storeIn("ann").memory(VIEW));
    expect(error).toMatchObject({ failure: "io", message: expect.stringMatching(/add it to known_hosts/) });
  });

  it("a remote's address starts no helper program", async () => {
    git("ann", "config", "protocol.ext.allow", "always");
    git("ann", "remote", "set-url", "origin", `ext::touch ${root}/runs`);
    expect((await failureOf(storeIn("ann").memory(VIEW))).message).toContain("transport 'ext' not allowed");
    expect(existsSync(join(root, "runs"))).toBe(false);
  });
});
