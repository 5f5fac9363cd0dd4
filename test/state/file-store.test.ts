import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { encodeJournal, openStore, type Store } from "../../src/state/index.ts";
import { testAnyStore } from "./store-suite.ts";
import { car, failureOf, held, intent, outcome, temporaryFolder, VIEW, world } from "./world.ts";

const MAKE_PIPE = "mkfifo";
const PATH = ".platectl/state.jsonl";

function storeIn(cwd: string, path = PATH): Store {
  return openStore({ kind: "file", path }, world({ cwd }));
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

testAnyStore("in a file", () => {
  const cwd = temporaryFolder();
  return (user) =>
    openStore(
      { kind: "file", path: PATH },
      world({ cwd, owner: { user, host: "ci-7", pid: user === "ann" ? 1 : 2, command: "platectl apply" } }),
    );
});

it("reading creates no file", async () => {
  const cwd = temporaryFolder();
  await storeIn(cwd).memory(VIEW);
  await storeIn(cwd).unlock("0123456789ab");
  expect(readdirSync(cwd)).toEqual([]);
});

it("S34: a state in a file records when each append was made, in UTC, for which target", async () => {
  const cwd = temporaryFolder();
  const state = await held(storeIn(cwd));
  await state.append([{ kind: "run", run: "r1", actor: "anna\u001b[2J\n", planDigest: "ab" }]);
  expect(readFileSync(join(cwd, PATH), "latin1").split("\n")[1]).toContain(
    '"record":{"n":1,"at":"2026-05-01T12:00:00.000Z","target":"target-1","entries":[{"kind":"run","run":"r1","actor":"anna\\u001b[2J\\n"',
  );
});

it("S6 S28: a state in a file is private to the user, whatever the umask and whatever was there", async () => {
  const cwd = temporaryFolder();
  const umask = process.umask(0);
  try {
    const state = await held(storeIn(cwd));
    await state.append([intent("add", car("AB1"))]);
    for (const [path, mode] of [
      ["", 0o700],
      ["state.jsonl", 0o600],
      ["state.jsonl.lock", 0o600],
      [".gitignore", 0o600],
    ] as const) {
      expect(modeOf(join(cwd, ".platectl", path)), path).toBe(mode);
    }
    chmodSync(join(cwd, PATH), 0o644);
    await state.append([outcome("add", "acknowledged", "AB1")]);
    expect(modeOf(join(cwd, PATH))).toBe(0o600);
  } finally {
    process.umask(umask);
  }
});

it("the folder of a state ignores itself in git where it is new, and a folder that was there is left as it is", async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "shared"));
  for (const path of [PATH, "shared/state.jsonl"]) {
    const state = await held(storeIn(cwd, path));
    await state.append([intent("add", car("AB1"))]);
    await state.release();
  }
  expect(readFileSync(join(cwd, ".platectl/.gitignore"), "utf8")).toBe("*\n");
  expect(readdirSync(join(cwd, ".platectl"))).toEqual([".gitignore", "state.jsonl"]);
  expect(readdirSync(join(cwd, "shared"))).toEqual(["state.jsonl"]);
  execFileSync("git", ["init", "-q"], { cwd });
  expect(execFileSync("git", ["status", "--porcelain", "-uall"], { cwd, encoding: "utf8" })).toBe(
    "?? shared/state.jsonl\n",
  );
  writeFileSync(join(cwd, ".platectl/.gitignore"), "!state.jsonl\n");
  await (await held(storeIn(cwd))).release();
  expect(readFileSync(join(cwd, ".platectl/.gitignore"), "utf8")).toBe("!state.jsonl\n");
});

it("S6 S24: a state in a file refuses a symbolic link in place of the journal or the lock, and leaves its target alone", async () => {
  const cwd = temporaryFolder();
  const treasure = join(cwd, "treasure");
  writeFileSync(treasure, "gold");
  mkdirSync(join(cwd, "a"));
  symlinkSync(treasure, join(cwd, "a/state.jsonl"));
  expect((await failureOf(storeIn(cwd, "a/state.jsonl").memory(VIEW))).message).toMatch(
    /^Cannot read the state a\/state\.jsonl: it is a symbolic link, which is not followed \(ELOOP\)/,
  );
  await failureOf(held(storeIn(cwd, "a/state.jsonl")));
  symlinkSync(treasure, join(cwd, "a/b.jsonl.lock"));
  await failureOf(held(storeIn(cwd, "a/b.jsonl")));
  expect(readFileSync(treasure, "utf8")).toBe("gold");
  expect(readdirSync(join(cwd, "a"))).toEqual(["b.jsonl.lock", "state.jsonl"]);
});

it("H9: a state in a file refuses folders, pipes, devices and paths through files, with a reason", async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "folder"));
  writeFileSync(join(cwd, "file"), "");
  execFileSync(MAKE_PIPE, [join(cwd, "pipe")]);
  const messageFor = async (path: string) => (await failureOf(storeIn(cwd, path).memory(VIEW))).message;
  expect(await messageFor("folder")).toContain("is not a regular file");
  expect(await messageFor("pipe")).toContain("is not a regular file");
  expect(await messageFor("/dev/zero")).toContain("is not a regular file");
  expect(await messageFor("file/state.jsonl")).toContain("a part of the path is not a folder (ENOTDIR)");
  expect((await failureOf(held(storeIn(cwd, "file/state.jsonl")))).message).toMatch(/--state or PLATECTL_STATE/);
});

it("S26: a state that is too large is refused before it is read", async () => {
  const cwd = temporaryFolder();
  const state = await held(storeIn(cwd, "state.jsonl"));
  await state.append([intent("add", car("B2"))]);
  await state.release();
  truncateSync(join(cwd, "state.jsonl"), 500 * 1024 * 1024 + 1);
  const store = storeIn(cwd, "state.jsonl");
  const works = [() => store.memory(VIEW), () => store.history(), () => store.inspect(), () => held(store)];
  for (const work of works)
    expect((await failureOf(work())).message).toMatch(
      /^The state .*state\.jsonl has 524,288,001 bytes; platectl reads at most 524,288,000 \(500 MiB\)\. Nothing was sent\./,
    );
  expect(readdirSync(cwd)).toEqual(["state.jsonl"]);
});

it.each([
  ["damage", (good: string) => good.replace('"B2"', '"B3"'), "damaged", "line 2 is not as it was written"],
  ["a newer version", (good: string) => good.replace('"version":2', '"version":3'), "not-ours", "Use a newer platectl"],
  ["somebody's file", () => "Shopping:\n- milk\n", "not-ours", "is not a state of platectl"],
])(
  "H4: a journal with %s stops readers and writers, is not changed, and no lock is held",
  async (_, spoil, failure, why) => {
    const cwd = temporaryFolder();
    const entries = [intent("add", car("B2")), outcome("add", "verified", "B2")];
    const good = encodeJournal(
      entries.map((entry) => ({ at: "2026-05-01T12:00:00.000Z", target: "t", entries: [entry] })),
    );
    const spoilt = spoil(good.toString("latin1"));
    writeFileSync(join(cwd, "state.jsonl"), spoilt);
    const store = storeIn(cwd, "state.jsonl");
    for (const work of [() => store.memory(VIEW), () => store.history(), () => held(store)]) {
      const error = await failureOf(work());
      expect(error.failure).toBe(failure);
      expect(error.message).toContain(why);
    }
    expect((await store.inspect()).condition.kind).not.toBe("sound");
    expect(readFileSync(join(cwd, "state.jsonl"), "latin1")).toBe(spoilt);
    expect(readdirSync(cwd)).toEqual(["state.jsonl"]);
  },
);

it("H4: a state in a file skips a torn end, reports it, and repairs it with the next append", async () => {
  const cwd = temporaryFolder();
  const state = await held(storeIn(cwd));
  await state.append([intent("add", car("AB1"))]);
  await state.release();
  writeFileSync(join(cwd, PATH), `{"crc":"${"0".repeat(5000)}`, { flag: "a" });
  const store = storeIn(cwd);
  expect((await store.inspect()).condition).toEqual({ kind: "torn", line: 3, bytes: 5008 });
  expect(await store.memory(VIEW)).toEqual(state.memory());
  const next = await held(store);
  await next.append([outcome("add", "verified", "AB1")]);
  expect((await store.inspect()).condition).toEqual({ kind: "sound" });
});

it("a state in a file stops a run whose journal was removed meanwhile", async () => {
  const cwd = temporaryFolder();
  const state = await held(storeIn(cwd));
  await state.append([intent("add", car("AB1"))]);
  writeFileSync(join(cwd, PATH), "");
  expect((await failureOf(state.append([outcome("add", "verified", "AB1")]))).message).toContain("became shorter");
});
