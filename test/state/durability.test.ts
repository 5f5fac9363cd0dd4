import { expect, it } from "vitest";
import type { JournalEntry } from "../../src/run/ports/index.ts";
import { openStore, StateError, type Store, type StoredEntry } from "../../src/state/index.ts";
import { type Fate, failure, MemoryDisk } from "./memory-disk.ts";
import { car, held, intent, outcome, VIEW, world } from "./world.ts";

const APPENDS: readonly JournalEntry[] = [
  intent("add", car("AB1", "LEASING")),
  outcome("add", "acknowledged", "AB1"),
  intent("delete", car("AB1")),
];

function storeOn(disk: MemoryDisk, pid = 1): Store {
  const owner = { user: "anna", host: "ci-7", pid, command: "platectl apply" };
  return openStore(
    { kind: "file", path: "/state/state.jsonl" },
    world({ disk, owner, isAlive: (other) => other === pid }),
  );
}

/** Appends what it can, in two runs, and tells which appends were said to be durable. */
async function work(disk: MemoryDisk): Promise<JournalEntry[]> {
  const durable: JournalEntry[] = [];
  for (const batch of [APPENDS.slice(0, 2), APPENDS.slice(2)]) {
    try {
      const state = await held(storeOn(disk));
      for (const entry of batch) {
        await state.append([entry]).then(
          () => durable.push(entry),
          (error: unknown) => expect(error).toBeInstanceOf(StateError),
        );
      }
      await state.release();
    } catch (error) {
      if (!(error instanceof Error && (error instanceof StateError || error.message.startsWith("locked by"))))
        throw error;
    }
  }
  return durable;
}

async function journalOn(disk: MemoryDisk): Promise<StoredEntry[]> {
  const records = await storeOn(disk, 2).history();
  return records.flatMap((record) => record.entries);
}

async function operationsOfWork(): Promise<number> {
  const disk = new MemoryDisk();
  expect(await work(disk)).toEqual(APPENDS);
  return disk.operations;
}

/** A later run, with a healthy disk and another process id, can always go on. */
async function expectGoesOn(disk: MemoryDisk): Promise<void> {
  const state = await held(storeOn(disk, 2));
  const last: JournalEntry = { kind: "end", run: "r", exitCode: 0 };
  await state.append([last]);
  await state.release();
  expect((await journalOn(disk)).at(-1)).toEqual(last);
}

function isSubsequence(part: readonly unknown[], whole: readonly unknown[]): boolean {
  let at = 0;
  for (const one of whole) if (JSON.stringify(one) === JSON.stringify(part[at])) at += 1;
  return at === part.length;
}

const crash: (at: number) => Fate = (at) => (operation) => {
  if (operation >= at) throw failure("CRASHED");
};

it.each(["process", "power", "power-torn"] as const)(
  "H1 H4 V4: a %s death at every disk operation loses no durable append",
  async (death) => {
    const operations = await operationsOfWork();
    for (let at = 1; at <= operations; at += 1) {
      const disk = new MemoryDisk(crash(at));
      const durable = await work(disk);
      const survived = disk.after(death);
      const entries = await journalOn(survived);
      expect(entries.slice(0, durable.length), `dead at operation ${at}`).toEqual(durable);
      expect(entries, `dead at operation ${at}`).toEqual(APPENDS.slice(0, entries.length));
      await expectGoesOn(survived);
    }
  },
);

it.each([
  ["once", "ENOSPC"],
  ["once", "EIO"],
  ["for ever", "ENOSPC"],
  ["for ever", "EROFS"],
])("H3: after a disk operation that fails %s with %s, what was not refused is there", async (how, code) => {
  const operations = await operationsOfWork();
  for (let at = 1; at <= operations; at += 1) {
    const disk = new MemoryDisk((operation) => {
      if (how === "once" ? operation === at : operation >= at) throw failure(code);
    });
    const durable = await work(disk);
    const healed = disk.after("power");
    const entries = await journalOn(healed);
    expect(isSubsequence(durable, entries), `failing at operation ${at}`).toBe(true);
    await expectGoesOn(disk.after("process"));
    await expectGoesOn(healed);
  }
});

it("H3: a refused append leaves the journal as it was, and the next one follows", async () => {
  for (const broken of ["write", "sync"]) {
    let failing = false;
    const disk = new MemoryDisk((_, name) => {
      if (failing && name === broken) throw failure("ENOSPC");
    });
    const state = await held(storeOn(disk));
    await state.append(APPENDS.slice(0, 1));
    failing = true;
    await expect(state.append(APPENDS.slice(1, 2))).rejects.toThrow(
      "Cannot write the state /state/state.jsonl: the disk is full (ENOSPC)",
    );
    expect(await journalOn(disk)).toEqual(APPENDS.slice(0, 1));
    expect(state.memory()).toEqual(await storeOn(disk).memory(VIEW));
    failing = false;
    await state.append(APPENDS.slice(1, 2));
    expect(await journalOn(disk)).toEqual(APPENDS.slice(0, 2));
  }
});

it("H3: writes that take only a part are continued, and one that takes nothing is a full disk", async () => {
  const disk = new MemoryDisk();
  disk.mostPerWrite = 7;
  expect(await work(disk)).toEqual(APPENDS);
  expect(await journalOn(disk)).toEqual(APPENDS);
  disk.mostPerWrite = 0;
  await expect(held(storeOn(disk))).rejects.toThrow("the disk is full");
});

it("H8: a death while a torn end is being repaired loses nothing either", async () => {
  const torn = new MemoryDisk();
  await work(torn);
  const journal = torn.names.now.get("/state/state.jsonl");
  if (!journal) throw new Error("no journal");
  const damaged = Buffer.concat([journal.now, Buffer.from('{"crc":"0000')]);
  for (let at = 1; at <= 40; at += 1) {
    const disk = MemoryDisk.holding("/state/state.jsonl", damaged, crash(at));
    await work(disk);
    for (const death of ["process", "power", "power-torn"] as const) {
      expect((await journalOn(disk.after(death))).slice(0, APPENDS.length)).toEqual(APPENDS);
      await expectGoesOn(disk.after(death));
    }
  }
});

it("appends from several accounts that come while one is under way share the next write, and its fate", async () => {
  const done: string[] = [];
  let failing = false;
  const disk = new MemoryDisk((_, name) => {
    if (failing && name === "sync") throw failure("EIO");
    done.push(name);
  });
  const state = await held(storeOn(disk));
  done.length = 0;
  const entries: JournalEntry[] = Array.from({ length: 9 }, (_, run) => ({
    kind: "end",
    run: `r${run}`,
    exitCode: 0,
  }));
  await Promise.all(entries.map((entry) => state.append([entry])));
  expect(done.filter((name) => name === "sync")).toHaveLength(1);
  expect(await journalOn(disk)).toEqual(entries);
  failing = true;
  const refused = await Promise.allSettled(entries.map((entry) => state.append([entry])));
  expect(refused.map(({ status }) => status)).toEqual(entries.map(() => "rejected"));
  expect(await journalOn(disk)).toEqual(entries);
  failing = false;
  await state.append(APPENDS);
  expect(await journalOn(disk)).toEqual([...entries, ...APPENDS]);
});

it("an append that comes before the lock is given back is written, and none after it", async () => {
  const disk = new MemoryDisk(() => new Promise((resolve) => setImmediate(resolve)));
  const state = await held(storeOn(disk));
  const late = state.append(APPENDS.slice(0, 1));
  await state.release();
  await late;
  await expect(state.append(APPENDS.slice(0, 1))).rejects.toThrow("was given back");
});
