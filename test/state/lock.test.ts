import fc from "fast-check";
import { expect, it } from "vitest";
import { openStore, type Store, type StoreWorld } from "../../src/state/index.ts";
import { failure, MemoryDisk } from "./memory-disk.ts";
import { held, quickClock, seededRandom, VIEW, world } from "./world.ts";

const LOCK = "/state/state.jsonl.lock";
const DEAD = 99;

function storeOn(disk: MemoryDisk, pid: number, overrides: Partial<StoreWorld> = {}): Store {
  const owner = { user: "anna", host: "ci-7", pid, command: "platectl apply" };
  const isAlive = (other: number) => other !== DEAD;
  return openStore({ kind: "file", path: "/state/state.jsonl" }, world({ disk, owner, isAlive, ...overrides }));
}

/** A disk on which a run died while it held the lock. */
async function abandoned(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  await held(storeOn(disk, DEAD));
  return disk;
}

it("I1: the lock is waited for, as long as was asked", async () => {
  const disk = new MemoryDisk();
  const first = await held(storeOn(disk, 1));
  const clock = quickClock();
  const waited: string[] = [];
  const options = { timeout: 5_000, onWait: ({ id }: { id: string }) => void waited.push(id) };
  expect((await storeOn(disk, 2, { clock }).lock(VIEW, options)).kind).toBe("locked");
  expect(clock.passed).toBeGreaterThanOrEqual(5_000);
  expect(clock.passed).toBeLessThan(6_000);
  expect(waited).toEqual([first.holder.id]);
  const patient = storeOn(disk, 2, { clock }).lock(VIEW, { timeout: 5_000 });
  await first.release();
  expect((await patient).kind).toBe("held");
});

it("the lock is no longer waited for as soon as the run is stopped", async () => {
  const disk = new MemoryDisk();
  await held(storeOn(disk, 1));
  const stop = new AbortController();
  const waiting = storeOn(disk, 2).lock(VIEW, {
    timeout: 1e9,
    signal: stop.signal,
    onWait: () => stop.abort(new Error("Ctrl-C")),
  });
  await expect(waiting).rejects.toThrow("Ctrl-C");
});

it("I1: the lock of a dead process on this host is taken over; of another host it never is", async () => {
  const there = storeOn(await abandoned(), 2, {
    owner: { user: "bo", host: "ci-8", pid: 2, command: "platectl apply" },
  });
  expect((await there.lock(VIEW, { timeout: 0 })).kind).toBe("locked");
  const disk = await abandoned();
  await (await held(storeOn(disk, 2))).release();
  expect([...disk.names.now.keys()]).toEqual([]);
});

it("the lock of another program is explained, not removed", async () => {
  const disk = await abandoned();
  const lock = disk.names.now.get(LOCK);
  if (lock) lock.now = Buffer.from("12345");
  await expect(held(storeOn(disk, 2))).rejects.toThrow(`${LOCK} is not a lock of platectl`);
});

it("S33: a lock with other facts than ours is a holder of an unknown kind, and is removed by its id", async () => {
  const disk = await abandoned();
  const lock = disk.names.now.get(LOCK);
  if (lock) lock.now = Buffer.from('{"id":"0123456789ab","version":3,"at":"soon"}');
  const clock = quickClock();
  const store = storeOn(disk, 2, { clock });
  expect(await store.lock(VIEW, { timeout: 5_000 })).toMatchObject({
    kind: "locked",
    holder: { id: "0123456789ab", user: "a holder of an unknown kind" },
  });
  expect(clock.passed).toBeLessThan(6_000);
  expect((await store.inspect()).holder?.id).toBe("0123456789ab");
  expect(await store.unlock("0123456789ab")).toBe("unlocked");
  await held(store);
});

it("H8: a death at any operation of a takeover leaves a lock that can be taken over", async () => {
  const whole = await abandoned();
  const already = whole.operations;
  await (await held(storeOn(whole, 2))).release();
  for (let at = already + 1; at <= whole.operations; at += 1) {
    const names = (await abandoned()).names;
    const disk = new MemoryDisk((operation) => {
      if (operation >= at - already) throw failure("CRASHED");
    }, names);
    await held(storeOn(disk, DEAD)).catch(() => undefined);
    const survivor = storeOn(disk.after("process"), 2);
    await (await held(survivor)).release();
    expect((await survivor.inspect()).holder, `dead at operation ${at - already}`).toBeUndefined();
  }
});

it("I1: the lock never has two holders, in whatever order the steps of a takeover meet", async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer(), async (scheduler, seed) => {
      const { names } = await abandoned();
      const disk = new MemoryDisk(() => scheduler.schedule(Promise.resolve()), names);
      let holders = 0;
      const contend = async (pid: number) => {
        const random = seededRandom(seed + pid);
        const locking = await storeOn(disk, pid, { random }).lock(VIEW, { timeout: 100 });
        if (locking.kind === "locked") return;
        taken += 1;
        holders += 1;
        expect(holders).toBe(1);
        await scheduler.schedule(Promise.resolve());
        holders -= 1;
        await locking.state.release();
      };
      await scheduler.waitFor(Promise.all([1, 2, 3].map(contend)));
    }),
    { numRuns: 150 },
  );
  expect(taken).toBeGreaterThan(150);
});

const MINUTES = 60_000;

/** A run on a machine of its own that shows its signs of life when the test says so. */
function machine(disk: MemoryDisk, pid: number, clock: ReturnType<typeof quickClock>) {
  const beats: (() => void)[] = [];
  const every = (_: number, work: () => void) => {
    beats.push(work);
    return () => void beats.splice(beats.indexOf(work), 1);
  };
  const owner = { user: "bo", host: `pod-${pid}`, pid, command: "platectl apply" };
  return {
    store: storeOn(disk, pid, { owner, every, clock }),
    beat: () => beats.forEach((work) => void work()),
    beats,
  };
}

const END = [{ kind: "end", run: "r", exitCode: 0 }] as const;

it("a run elsewhere takes the lock after five minutes without a sign of life, and not before", async () => {
  const [disk, clock] = [new MemoryDisk(), quickClock()];
  const killed = await held(machine(disk, 1, clock).store);
  const next = machine(disk, 2, clock).store;
  await clock.sleep(5 * MINUTES);
  expect(await next.lock(VIEW, { timeout: 0 })).toMatchObject({ kind: "locked", holder: { lease: 300 } });
  await clock.sleep(1);
  const taken = await held(next);
  await expect(killed.append(END)).rejects.toThrow("now held by bo on pod-2");
  await taken.append(END);
  expect((await next.inspect()).records).toHaveLength(1);
});

it("signs of life keep the lock as long as the run lasts, and end with it", async () => {
  const [disk, clock] = [new MemoryDisk(), quickClock()];
  const { store, beat, beats } = machine(disk, 1, clock);
  const state = await held(store);
  for (let minute = 0; minute < 30; minute += 1) {
    await clock.sleep(MINUTES);
    beat();
    await state.append(END);
  }
  expect((await machine(disk, 2, clock).store.lock(VIEW, { timeout: 0 })).kind).toBe("locked");
  await state.release();
  expect({ beats, files: [...disk.names.now.keys()] }).toEqual({ beats: [], files: ["/state/state.jsonl"] });
});

it("a lock without signs of life, as older versions take it, never ends by itself; nor does one of this host that runs", async () => {
  const [disk, clock] = [new MemoryDisk(), quickClock()];
  const former = await held(storeOn(disk, 1, { clock }));
  await clock.sleep(600 * MINUTES);
  const { store } = machine(disk, 2, clock);
  expect((await store.lock(VIEW, { timeout: 0 })).kind).toBe("locked");
  await former.release();
  const mine = await held(store);
  await clock.sleep(600 * MINUTES);
  expect((await machine(disk, 2, clock).store.lock(VIEW, { timeout: 0 })).kind).toBe("locked");
  await mine.append(END);
});

it("S33: a run that was stopped for long writes only when nobody else took the lock, wherever the two interrupt each other", async () => {
  const writersSeen = new Set<string>();
  const counts = Array.from({ length: 23 }, (_, at) => at + 1);
  for (const [first, second] of counts.flatMap((one) => counts.map((other) => [one, other] as const))) {
    const [{ names }, clock, order] = [new MemoryDisk(), quickClock(), inTurns()];
    const stopped = await held(machine(new MemoryDisk(order.stepOf("stopped"), names), 1, clock).store);
    await clock.sleep(6 * MINUTES);
    // The next run does some operations on its disk, then the stopped one some, then the next one all its others.
    order.begin([...times(first, "next"), ...times(second, "stopped"), ...times(500, "next")]);
    const writers: string[] = [];
    const resumed = stopped.append(END).then(
      () => void writers.push("stopped"),
      () => undefined,
    );
    const store = machine(new MemoryDisk(order.stepOf("next"), names), 2, clock).store;
    const taken = store.lock(VIEW, { timeout: 0 }).then(async (locking) => {
      if (locking.kind === "locked") return;
      await locking.state.append(END);
      writers.push("next");
    });
    await Promise.all([resumed.finally(() => order.end("stopped")), taken.finally(() => order.end("next"))]);
    const { records, condition } = await storeOn(new MemoryDisk(undefined, names), 9).inspect();
    const result = { first, second, records: records.length, condition };
    expect(result).toEqual({ first, second, records: writers.length, condition: { kind: "sound" } });
    writersSeen.add(writers.join(" and "));
  }
  expect([...writersSeen].sort()).toEqual(expect.arrayContaining(["next", "stopped"]));
});

const times = (count: number, actor: string) => Array.from({ length: count }, () => actor);

/** Lets actors take their steps in an order, once it has begun; the turns of those that have ended are left out. */
function inTurns() {
  let turns: string[] = [];
  return {
    begin(order: string[]): void {
      turns = order;
    },
    end(actor: string): void {
      turns = turns.filter((one) => one !== actor);
    },
    stepOf: (actor: string) => async () => {
      while (turns[0] !== undefined && turns[0] !== actor) await new Promise((resolve) => setImmediate(resolve));
      turns.shift();
    },
  };
}
