import { describe, expect, it } from "vitest";
import { RUNS_TO_QUARANTINE } from "../../src/allowlist/index.ts";
import { type ApplyResult, repeatedEntries } from "../../src/apply/index.ts";
import type { JournalEntry, Memory } from "../../src/ports.ts";
import { foldJournal } from "../../src/state/index.ts";
import { failed, LOST, outcomes, planOf, resultsOf, type Work, World } from "./world.ts";

const RULES = { foldLookalikes: false };

/** Runs of apply that share a state. */
class Runs {
  readonly entries: JournalEntry[] = [];
  world = new World();

  memory(): Memory {
    const records = [{ at: "2026-05-01T00:00:00.000Z", target: "t", entries: this.entries }];
    return foldJournal(records, { target: "t", rules: RULES });
  }

  async run(work: Work): Promise<ApplyResult> {
    const memory = this.memory();
    const plan = planOf(["global", work]);
    this.world.options = { repeated: (scope) => memory.get(scope)?.repeated };
    this.world.journal.length = 0;
    this.world.sent.length = 0;
    const result = await this.world.apply(plan);
    this.entries.push(...this.world.journal, ...repeatedEntries(plan, result.scopes, memory, RULES));
    return result;
  }
}

describe("a change that does not last (E4)", () => {
  it(`is not sent again after ${RUNS_TO_QUARANTINE} runs in a row that refused it`, async () => {
    const runs = new Runs();
    runs.world.behaviour = ({ cars }) =>
      cars[0]?.licenseNumber === "BAD1" ? failed({ licenseNumber: "BAD1", error: "no" }) : undefined;
    const sent: number[] = [];
    for (let run = 1; run <= 10; run += 1) {
      expect(outcomes(await runs.run({ add: ["BAD1"] }))).toEqual({ BAD1: "rejected" });
      sent.push(runs.world.sent.length);
    }
    expect(sent).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
  });

  it("is not sent again when somebody undoes it after every run; the other cars are", async () => {
    const runs = new Runs();
    const sent: number[] = [];
    for (let run = 1; run <= 5; run += 1) {
      runs.world.list().delete("AB1");
      const result = await runs.run({ add: ["AB1", `NEW${run}`] });
      expect(outcomes(result)[`NEW${run}`]).toBe("verified");
      sent.push(runs.world.sent.flatMap(({ cars }) => cars).filter((car) => car.licenseNumber === "AB1").length);
    }
    expect(sent).toEqual([1, 1, 1, 0, 0].slice(0, 5));
    const [first] = resultsOf(await runs.run({ add: ["AB1"] }));
    expect(first).toMatchObject({ outcome: "rejected", error: expect.stringContaining("left alone") });
  });

  it("deletes that somebody undoes likewise", async () => {
    const runs = new Runs();
    for (let run = 1; run <= 5; run += 1) {
      runs.world.put(["D1"]);
      const result = await runs.run({ delete: ["D1"] });
      expect(outcomes(result)).toEqual({ D1: run <= 3 ? "verified" : "rejected" });
    }
  });

  it("is sent again once a run did not need it", async () => {
    const runs = new Runs();
    runs.world.behaviour = () => failed({ licenseNumber: "BAD1", error: "no" });
    for (let run = 1; run <= 4; run += 1) await runs.run({ add: ["BAD1"] });
    await runs.run({});
    runs.world.behaviour = () => undefined;
    expect(outcomes(await runs.run({ add: ["BAD1"] }))).toEqual({ BAD1: "verified" });
  });

  it("is told from an outage: runs that could not tell do not count", async () => {
    const runs = new Runs();
    runs.world.behaviour = () => LOST;
    for (let run = 1; run <= 5; run += 1) await runs.run({ add: ["AB1"] });
    runs.world.behaviour = () => undefined;
    expect(outcomes(await runs.run({ add: ["AB1"] }))).toEqual({ AB1: "verified" });
  });

  it("is told from a car that leaves, comes and leaves as the file says", async () => {
    const runs = new Runs();
    for (let run = 1; run <= 8; run += 1) {
      const result = await runs.run(run % 2 === 1 ? { add: ["AB1"] } : { delete: ["AB1"] });
      expect(outcomes(result)).toEqual({ AB1: "verified" });
    }
  });

  it("keeps a move's delete from being sent", async () => {
    const runs = new Runs();
    runs.world.behaviour = ({ action }) =>
      action === "add" ? failed({ licenseNumber: "AB10", error: "no" }) : undefined;
    for (let run = 1; run <= 3; run += 1) await runs.run({ add: ["AB10"] });
    runs.world.put(["AB1O"]);
    expect(outcomes(await runs.run({ add: ["AB10"], delete: ["AB1O"] }))).toEqual({
      AB10: "rejected",
      AB1O: "not-sent",
    });
  });
});
