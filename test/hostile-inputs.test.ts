import { afterAll, describe, expect, it } from "vitest";
import { answerTrial } from "./fuzz/answers.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { shapeTrial } from "./fuzz/shapes.ts";
import { localTrials } from "./fuzz/trials.ts";

// A small part of `npm run fuzz`, the same inputs each time.
const RUNS = 120;

const trials = [...localTrials(), await answerTrial(), await shapeTrial()];
afterAll(async () => {
  for (const { close } of trials) await close?.();
});

describe("mutated inputs are answered as documented, and soon (A10, F7, H4, S25, S26)", () => {
  it.each(trials.map((trial) => [trial.name, trial] as const))(
    "mutated inputs are answered as documented, and soon: %s",
    async (_, trial) => {
      expect((await fuzz(trial, RUNS)).findings).toEqual([]);
    },
  );
});
