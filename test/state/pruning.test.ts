import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../src/ports/index.ts";
import { ITEMS_A_STEP } from "../../src/runtime/steps.ts";
import { encodeJournal, foldJournal, type JournalRecord, openStore, type Store } from "../../src/state/index.ts";
import { lasting } from "./lasting.ts";
import { failure, MemoryDisk } from "./memory-disk.ts";
import { car, held, intent, outcome, VIEW, world } from "./world.ts";

const PATH = "/state/state.jsonl";
const START: JournalEntry = { kind: "run", run: "r", actor: "anna", planDigest: "d" };
const END: JournalEntry = { kind: "end", run: "r", exitCode: 0 };

function on(day: number, ...entries: readonly JournalEntry[]): JournalRecord {
  return { at: `2026-05-${String(day).padStart(2, "0")}T12:00:00.000Z`, target: VIEW.target, entries };
}

function before(day: number): string {
  return `2026-05-${String(day).padStart(2, "0")}T00:00:00.000Z`;
}

function diskWith(files: Readonly<Record<string, readonly JournalRecord[]>>, fate?: Fate): MemoryDisk {
  const names = () =>
    new Map(
      Object.entries(files).map(([name, records]) => {
        const bytes = encodeJournal(records);
        return [name, { now: bytes, durable: bytes }];
      }),
    );
  return new MemoryDisk(fate, { now: names(), durable: names() });
}

type Fate = ConstructorParameters<typeof MemoryDisk>[0];

function storeOn(disk: MemoryDisk): Store {
  return openStore({ kind: "file", path: PATH }, world({ disk, isAlive: () => false }));
}

async function pruneOn(disk: MemoryDisk, day: number, approve = async () => undefined) {
  const state = await held(storeOn(disk));
  return state.prune(before(day), approve).finally(() => state.release());
}

const RECORDS = [
  on(1, START, intent("add", car("AB1", "LEASING"), car("CD2"))),
  on(1, outcome("add", "acknowledged", "AB1", "CD2"), END),
  on(2, START, intent("delete", car("CD2"))),
  on(2, outcome("delete", "acknowledged", "CD2"), END),
  on(3, START, intent("add", car("EF3"))),
  on(3, outcome("add", "unknown", "EF3"), END),
];

describe("state prune", () => {
  it("state prune looks at many records in steps, so that a signal is seen meanwhile, which changes nothing", async () => {
    const many = Array.from({ length: 3 * ITEMS_A_STEP }, (_, at) => car(`AB${at}`));
    const disk = diskWith({ [PATH]: [on(1, START, intent("add", ...many)), ...RECORDS.slice(2)] });
    const state = await held(storeOn(disk));
    const whole = disk.names.now.get(PATH)?.now;
    const stop = new AbortController();
    setImmediate(() => stop.abort(new Error("interrupted")));
    const pruned = state.prune(before(3), async () => undefined, stop.signal);
    await expect(pruned.finally(() => state.release())).rejects.toThrow("interrupted");
    expect(disk.names.now.get(PATH)?.now).toEqual(whole);
    expect(await pruneOn(disk, 3)).toMatchObject({ dropped: 3, kept: 2 });
  });

  it("state prune drops what is older, and what is known stays exactly", async () => {
    const disk = diskWith({ [PATH]: RECORDS });
    const known = await storeOn(disk).memory(VIEW);
    expect(await pruneOn(disk, 3)).toMatchObject({ dropped: 4, kept: 2 });
    expect(lasting(await storeOn(disk).memory(VIEW))).toEqual(lasting(known));
    const text = disk.names.now.get(PATH)?.now.toString("latin1") ?? "";
    expect(text).toContain("AB1");
    expect(text).not.toContain("CD2");
    expect((await storeOn(disk).history()).slice(1)).toEqual(RECORDS.slice(4));
    expect([...disk.names.now.keys()]).toEqual([PATH]);
  });

  it("state prune does nothing and asks nothing when there is nothing older, and so the second time", async () => {
    const disk = diskWith({ [PATH]: RECORDS });
    const unasked = () => Promise.reject(new Error("asked"));
    expect(await pruneOn(disk, 1, unasked)).toMatchObject({ dropped: 0 });
    await pruneOn(disk, 3);
    const bytes = disk.names.now.get(PATH)?.now;
    expect(await pruneOn(disk, 3, unasked)).toMatchObject({ dropped: 0 });
    expect(disk.names.now.get(PATH)?.now).toEqual(bytes);
  });

  it("state prune changes nothing without a confirmation", async () => {
    const disk = diskWith({ [PATH]: RECORDS });
    await expect(pruneOn(disk, 3, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await storeOn(disk).history()).toEqual(RECORDS);
  });

  it("state prune removes archives that are older, and what is older from one that is not", async () => {
    const archives = { [`${PATH}.1`]: RECORDS.slice(0, 2), [`${PATH}.2`]: RECORDS.slice(0, 4) };
    const disk = diskWith({ [PATH]: RECORDS.slice(4), ...archives });
    expect(await pruneOn(disk, 2)).toMatchObject({ dropped: 4, kept: 4 });
    expect([...disk.names.now.keys()].sort()).toEqual([PATH, `${PATH}.2`]);
    expect(await storeOn(disk).history()).toEqual(RECORDS.slice(2));
  });

  it("state prune keeps a whole run that was under way at midnight", async () => {
    const late = [on(4, START, intent("add", car("GH4", "POOL"))), on(5, outcome("add", "verified", "GH4"), END)];
    const disk = diskWith({ [PATH]: [...RECORDS, ...late] });
    const known = await storeOn(disk).memory(VIEW);
    await pruneOn(disk, 5);
    expect(lasting(await storeOn(disk).memory(VIEW))).toEqual(lasting(known));
    expect((await storeOn(disk).history()).slice(1)).toEqual(late);
  });

  it("H8: a death at any disk operation of state prune leaves what is known as it was", async () => {
    const files = { [PATH]: RECORDS, [`${PATH}.1`]: RECORDS.slice(0, 2) };
    const whole = diskWith(files);
    await pruneOn(whole, 3);
    const known = await storeOn(whole).memory(VIEW);
    for (let at = 0; at <= whole.operations; at += 1) {
      const disk = diskWith(files, (operation) => {
        if (operation >= at) throw failure("CRASHED");
      });
      await pruneOn(disk, 3).catch(() => undefined);
      for (const death of ["process", "power"] as const) {
        const survived = disk.after(death);
        expect(lasting(await storeOn(survived).memory(VIEW)), `${death} at operation ${at}`).toEqual(lasting(known));
        await pruneOn(survived, 3);
        expect((await storeOn(survived).history()).slice(1)).toEqual(RECORDS.slice(4));
      }
    }
  });

  it("any journal of whole and killed runs means the same after pruning at any day", async () => {
    const write = fc.tuple(
      fc.constantFrom("add" as const, "delete" as const),
      fc.constantFrom("AB1", "CD2"),
      fc.constantFrom("", "POOL"),
      fc.constantFrom(
        "verified" as const,
        "rejected" as const,
        "unknown" as const,
        "not-sent" as const,
        "killed" as const,
      ),
    );
    const runs = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.array(write, { maxLength: 4 })), {
      maxLength: 9,
    });
    await fc.assert(
      fc.asyncProperty(runs, fc.integer({ min: 1, max: 20 }), async (drawn, day) => {
        let today = 1;
        const records = drawn.flatMap(([pause, writes]) => {
          today += pause;
          const steps = writes.map(([action, plate, feature, result]) => {
            const begun = intent(action, car(plate, ...(feature ? [feature] : [])));
            return {
              killed: result === "killed",
              entries: result === "killed" ? [[begun]] : [[begun], [outcome(action, result, plate)]],
            };
          });
          const death = steps.findIndex(({ killed }) => killed);
          const done = death < 0 ? steps : steps.slice(0, death + 1);
          const bodies = [[START], ...done.flatMap(({ entries }) => entries), ...(death < 0 ? [[END]] : [])];
          return bodies.map((entries, at) => {
            if (at === 2) today += pause;
            return on(today, ...entries);
          });
        });
        const disk = diskWith({ [PATH]: records });
        await pruneOn(disk, day);
        expect(lasting(await storeOn(disk).memory(VIEW))).toEqual(lasting(foldJournal(records, VIEW)));
      }),
    );
  });
});
