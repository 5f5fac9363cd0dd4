import type { DesiredState, Scope } from "../../src/allowlist/index.ts";
import { targetOf } from "../../src/plan/index.ts";
import { exitCodeFor } from "../../src/run/exit-code.ts";
import type { Random, WriteRequest } from "../../src/run/ports/index.ts";
import type { RunInputs, RunPorts, WriteInputs } from "../../src/run/reconcile.ts";
import { type LockedState, openStore } from "../../src/state/index.ts";
import type { MemoryDisk } from "../state/memory-disk.ts";
import { Rng } from "./random.ts";
import type { SimServer } from "./server.ts";
import type { Timeline } from "./timeline.ts";

/** Where a simulated client keeps its journal. */
const JOURNAL = "/state/state.jsonl";
export const VIEW = { target: "sim", rules: { foldLookalikes: false } };
/** A human's leave for every number of changes. */
export const PLENTY = { deletes: 1_000_000, adds: 1_000_000, updates: 1_000_000 };
/** Longer than any request takes to land late, and than a lock lasts. */
export const QUIET_MS = 10 * 60_000;
/** More than four writes side by side can append. */
const TAIL_BYTES = 16_384;

interface Holder {
  readonly disk: MemoryDisk;
  readonly timeline: Timeline;
  readonly rng: Rng;
  readonly user: string;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
}

/** The state of a simulated client on its disk. */
export function storeOn({ disk, timeline, rng, user, pid, isAlive }: Holder): ReturnType<typeof openStore> {
  const owner = { user, host: "sim", pid, command: "platectl apply" };
  const random = new Rng(rng.int(1, 1e9)).next;
  const world = { cwd: "/", clock: timeline.clock(), random, owner, isAlive, env: {}, disk };
  return openStore({ kind: "file", path: JOURNAL }, world);
}

interface Client {
  readonly name: string;
  readonly desired: DesiredState;
  /** The lists that the run chooses; all when absent. */
  readonly chosen?: readonly Scope[];
  readonly allowances: RunInputs["allowances"];
  readonly server: SimServer;
  readonly timeline: Timeline;
  readonly state: LockedState;
  readonly random: Random;
  readonly stop: AbortSignal;
}

interface Parts {
  readonly run: RunInputs;
  readonly ports: RunPorts;
  readonly writing: Omit<WriteInputs, "confirm">;
}

/** What a run of the real core needs, with the simulated world behind it. */
export function partsOf({ name, desired, chosen, allowances, server, timeline, state, random, stop }: Client): Parts {
  const target = targetOf(new URL("https://fleet.example"), new URL("https://fleet.example"), desired.mode);
  const scopes = chosen ?? desired.scopes.map(({ scope }) => scope);
  return {
    run: { desired, warnings: [], target, scopes, allowances, source: { kind: "own" } },
    ports: { reader: server, clock: timeline.clock(), random, signal: stop, memory: () => state.memory() },
    writing: {
      writer: server.writerOf(name),
      journal: state,
      options: { stop, cancel: new AbortController().signal, settleMs: 30_000, onProgress: () => undefined },
      run: { id: name, actor: "sim" },
      exitCode: exitCodeFor,
    },
  };
}

/** Whether the intents of such a request are among the newest lines that a power cut would leave. */
export function isDurable(disk: MemoryDisk, { scope, parkingUser, action, cars }: WriteRequest): boolean {
  const bytes = disk.names.durable.get(JOURNAL)?.durable ?? Buffer.alloc(0);
  const tail = bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)).toString("latin1");
  const holder = parkingUser === undefined ? [] : [`"parkingUser":"${parkingUser}"`];
  const written = cars.map((car) => (car.features.length === 0 ? car.licenseNumber : car));
  const request = [`"scope":"${scope}"`, ...holder, `"action":"${action}"`, `"cars":${JSON.stringify(written)}`];
  const named = ['"kind":"intent"', ...request];
  return tail.split("\n").some((line) => named.every((part) => line.includes(part)));
}
