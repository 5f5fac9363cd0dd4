import { expect, it } from "vitest";
import { rowsFrom } from "../properties.ts";
import { WRITE_FAULTS } from "./profile.ts";
import { simulate } from "./simulate.ts";

const NIGHTS = 30;
const NIGHT_MS = 24 * 60 * 60_000;
/** Without a list nobody can notice that a server confirms what it does not do. */
const NOT_TO_BE_SEEN: ReadonlySet<string> = new Set(["idle-204", "partial-204"]);

const SOAK = {
  chaosRuns: NIGHTS,
  accounts: 3,
  cars: 20,
  edits: true,
  crash: true,
  interrupt: true,
  diskRate: 0.01,
  writeRate: 0.2,
  writeFaults: WRITE_FAULTS.filter((fault) => !NOT_TO_BE_SEEN.has(fault)),
};

const seeds = Array.from({ length: 120 }, (_, at) => at + 1);

it.each(rowsFrom(seeds, 20))(
  "thirty nights of edits and every fault on lists that cannot be read: no wrong delete, no lost car, and rest at the end (seed %s)",
  async (seed) => {
    const { violations, runs } = await simulate(seed, "state", { knobs: SOAK, restMs: NIGHT_MS });
    expect(violations).toEqual([]);
    expect(runs).toBeGreaterThan(NIGHTS);
  },
);
