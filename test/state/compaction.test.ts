import { expect, it } from "vitest";
import {
  COMPACT_ABOVE_BYTES,
  encodeJournal,
  type JournalRecord,
  openStore,
  type Store,
} from "../../src/state/index.ts";
import { rowsFrom } from "../properties.ts";
import { type Fate, failure, MemoryDisk } from "./memory-disk.ts";
import { car, held, intent, lasting, outcome, VIEW, world } from "./world.ts";

const PATH = "/state/state.jsonl";
const CHATTER = "x".repeat(COMPACT_ABOVE_BYTES / 16);

function record(...entries: JournalRecord["entries"]): JournalRecord {
  return { at: "2026-05-01T12:00:00.000Z", target: VIEW.target, entries };
}

/** A journal above the size where compaction starts, nearly all of it history. */
const RECORDS = [
  record(intent("add", car("AB1", "LEASING"), car("B2"))),
  record(outcome("add", "acknowledged", "AB1")),
  ...Array.from({ length: 17 }, () => record({ kind: "run", run: "r", actor: CHATTER, planDigest: "d" })),
];
const LARGE = encodeJournal(RECORDS);

const diskWith = (bytes: Buffer, fate?: Fate) => MemoryDisk.holding(PATH, bytes, fate);

function storeOn(disk: MemoryDisk): Store {
  return openStore({ kind: "file", path: PATH }, world({ disk, isAlive: () => false }));
}

async function compactOn(disk: MemoryDisk): Promise<boolean> {
  const state = await held(storeOn(disk));
  const done = await state.compact();
  await state.append([intent("add", car("C3"))]);
  await state.release();
  return done;
}

it("compaction keeps what is known, archives the journal, and continues from there", async () => {
  const disk = diskWith(LARGE);
  expect(await compactOn(disk)).toBe(true);
  expect(disk.names.now.get(PATH)?.now.length).toBeLessThan(1000);
  expect(disk.names.now.get(`${PATH}.1`)?.now.equals(LARGE)).toBe(true);
  expect([...disk.names.now.keys()].sort()).toEqual([PATH, `${PATH}.1`]);
  const whole = await storeOn(diskWith(withMore(RECORDS))).memory(VIEW);
  expect(lasting(await storeOn(disk).memory(VIEW))).toEqual(lasting(whole));
  expect((await storeOn(disk).history()).slice(0, RECORDS.length)).toEqual(RECORDS);
});

it("compaction numbers the archives", async () => {
  const disk = diskWith(LARGE);
  const older = { now: encodeJournal(RECORDS.slice(0, 1)), durable: Buffer.alloc(0) };
  disk.names.now.set(`${PATH}.9`, older);
  await compactOn(disk);
  expect(disk.names.now.get(`${PATH}.10`)?.now.equals(LARGE)).toBe(true);
  expect((await storeOn(disk).history()).length).toBe(1 + RECORDS.length + 2);
});

it("compaction leaves a small journal alone, and a large one that is no history", async () => {
  const small = diskWith(encodeJournal(RECORDS.slice(0, 2)));
  expect(await compactOn(small)).toBe(false);
  const cars = Array.from({ length: 40 }, (_, at) => car(`P${at}`, CHATTER.slice(0, COMPACT_ABOVE_BYTES / 32)));
  const known = diskWith(encodeJournal([record({ kind: "adopted", scope: "global", cars })]));
  expect(await compactOn(known)).toBe(false);
  expect([...known.names.now.keys()]).toEqual([PATH]);
});

it("H8: a death at any disk operation of compaction loses nothing", async () => {
  const whole = diskWith(LARGE);
  const first = await operationsToLock();
  await compactOn(whole);
  const before = await storeOn(diskWith(LARGE)).memory(VIEW);
  const after = await storeOn(whole).memory(VIEW);
  const places = Array.from({ length: whole.operations - first + 1 }, (_, at) => first + at);
  for (const at of rowsFrom(places, 6)) {
    const disk = diskWith(LARGE, (operation) => {
      if (operation >= at) throw failure("CRASHED");
    });
    await compactOn(disk).catch(() => undefined);
    expect([before, after]).toContainEqual(await storeOn(disk.after("process")).memory(VIEW));
    const survived = disk.after("power");
    await compactOn(survived);
    expect(await storeOn(survived).memory(VIEW), `dead at operation ${at}`).toEqual(after);
  }
});

async function operationsToLock(): Promise<number> {
  const disk = diskWith(LARGE);
  await held(storeOn(disk));
  return disk.operations;
}

function withMore(records: readonly JournalRecord[]): Buffer {
  return encodeJournal([...records, record(intent("add", car("C3")))]);
}
