import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CarToWrite, JournalEntry, Memory, OutcomeKind } from "../../src/run/ports/index.ts";
import { type LockedState, StateError, type StateView, type Store, type StoreWorld } from "../../src/state/index.ts";
import { FakeClock } from "../apply/world.ts";

export const VIEW = { target: "target-1", rules: { foldLookalikes: false } };
export const NOON = Date.UTC(2026, 4, 1, 12);

/** A clock that moves only while somebody sleeps. */
export const quickClock = () => new FakeClock(NOON);

/** A small repeatable generator; each seed has its own lock ids. */
export function seededRandom(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let nextSeed = 1;

export function world(overrides: Partial<StoreWorld> = {}): StoreWorld {
  nextSeed += 1;
  return {
    cwd: "/work-dir",
    clock: quickClock(),
    random: seededRandom(nextSeed),
    owner: { user: "anna", host: "ci-7", pid: 4711, command: "platectl apply" },
    isAlive: () => true,
    env: {},
    ...overrides,
  };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "platectl-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Takes the lock, which must be free. */
export async function held(store: Store, view: StateView = VIEW): Promise<LockedState> {
  const locking = await store.lock(view, { timeout: 0 });
  if (locking.kind !== "held") throw new Error(`locked by ${locking.holder.id}`);
  return locking.state;
}

/** What a work fails with; throws when it does not. */
export async function failureOf(work: Promise<unknown>): Promise<StateError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof StateError) return error;
  throw error ?? new Error("nothing failed");
}

export function car(licenseNumber: string, ...features: string[]): CarToWrite {
  return { licenseNumber, features };
}

export function intent(action: "add" | "delete", ...cars: CarToWrite[]): JournalEntry {
  return { kind: "intent", batch: 1, scope: "global", action, cars };
}

export function outcome(action: "add" | "delete", result: OutcomeKind, ...plates: string[]): JournalEntry {
  const cars = plates.map((licenseNumber) => ({ licenseNumber, outcome: result }));
  return { kind: "outcome", batch: 1, scope: "global", action, cars };
}

/** What is known of the lists, without what the last run desired and when each car was last written: the journal forgets these when it is compacted. */
export function lasting(memory: Memory): Memory {
  return new Map(
    [...memory].map(([scope, { lastWrites: _, desiredDigest: __, changedAgain: ___, notAdded: ____, ...known }]) => [
      scope,
      known,
    ]),
  );
}
