import { describe, expect, it } from "vitest";
import { profileOf } from "./mix.ts";
import { type Knobs, PLAIN, WRITE_FAULTS } from "./profile.ts";
import { simulate } from "./simulate.ts";

/** A small world in which little is left to chance. */
const SMALL: Partial<Knobs> = {
  ...PLAIN,
  cars: 5,
  accounts: 2,
  chaosRuns: 2,
  batchSize: 3,
  pageSize: 4,
  edits: true,
};
/** Worlds of each mode in which adds, updates and deletes are sent. */
const MODES = [
  ["global", [9, 19]],
  ["accounts", [2, 57]],
  ["state", [16, 37]],
] as const;
/** A world in which next to nothing happens would prove nothing. */
const FEWEST_STEPS = 50;

describe.each(MODES)("a small world (%s)", (mode, seeds) => {
  // No file asks to detach in global mode: the global list has no parking users.
  const knobs = { ...SMALL, mode, ...(mode === "global" && { detach: false }) };
  const stepsOf = async (seed: number): Promise<number> => (await simulate(seed, "calm", { knobs })).steps;

  it("H1: a small world that is killed at any step converges", async () => {
    for (const seed of seeds) {
      const last = await stepsOf(seed);
      expect(last).toBeGreaterThan(FEWEST_STEPS);
      for (let at = 1; at <= last; at += 1) {
        for (const crashAt of [[at], [Number.POSITIVE_INFINITY, at]]) {
          const { violations } = await simulate(seed, "calm", { knobs, crashAt });
          expect(violations, `seed ${seed}, killed at step ${crashAt.join(" then ")}`).toEqual([]);
        }
      }
    }
  });

  it("H8: a small world that is killed at any step, and in the next run again, converges", async () => {
    const [seed] = seeds;
    const last = await stepsOf(seed);
    for (let at = 1; at <= last; at += 3) {
      for (let again = 2; again <= last; again += 5) {
        const placed = { knobs, crashAt: [at, again] };
        const { violations } = await simulate(seed, "calm", placed);
        expect(violations, `killed at step ${at}, then at step ${again}`).toEqual([]);
      }
    }
  });

  it.each([false, true])(
    "H3: with any step of the disk failing (for ever: %s), nothing unrecorded is sent",
    async (forEver) => {
      for (const seed of seeds) {
        const last = await stepsOf(seed);
        for (let diskFailsAt = 1; diskFailsAt <= last; diskFailsAt += 1) {
          const { violations } = await simulate(seed, "calm", { knobs, diskFailsAt, forEver });
          expect(violations, `seed ${seed}, disk fails at step ${diskFailsAt}`).toEqual([]);
        }
      }
    },
  );

  it.each(WRITE_FAULTS)("a small world where every write meets %s, then none, converges", async (fault) => {
    const isCheat = mode === "state" && fault.endsWith("-204");
    for (const seed of isCheat ? [] : seeds) {
      for (const writeRate of [0.5, 1]) {
        const { violations } = await simulate(seed, "calm", { knobs: { ...knobs, writeFaults: [fault], writeRate } });
        expect(violations, `seed ${seed}, rate ${writeRate}`).toEqual([]);
      }
    }
  });
});

it("the simulation is deterministic: a seed has one trace", async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const [first, second] = [await simulate(seed, profileOf(seed)), await simulate(seed, profileOf(seed))];
    expect(second, `seed ${seed}`).toEqual(first);
  }
});
