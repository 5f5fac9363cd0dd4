import { describe, expect, it } from "vitest";
import { response } from "../apply/world.ts";
import { globalFile, type Run, Town } from "./town.ts";

const DAY_MS = 24 * 60 * 60_000;
const FILE = globalFile(["AB1", "STAYS"]);

/** A town where somebody takes AB1 off after every run. */
class Fight {
  readonly town = new Town();

  async run(file = FILE): Promise<Run> {
    const run = await this.town.apply(file);
    this.town.list().delete("AB1");
    return run;
  }

  async skipped(runs: number): Promise<boolean[]> {
    const sent: boolean[] = [];
    for (let at = 0; at < runs; at += 1) sent.push((await this.run()).writes === 0);
    return sent;
  }
}

describe("a change that is confirmed and undone (E4)", () => {
  it("a change that is confirmed and undone is skipped after three runs in a row, sent again in every fifth, and the rest goes on", async () => {
    const fight = new Fight();
    expect(await fight.skipped(13)).toEqual([0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0].map((skipped) => skipped === 1));
    expect(fight.town.plates()).toEqual(["STAYS"]);
  });

  it("a skipped change is reported, with what releases it, and shown by plan before", async () => {
    const fight = new Fight();
    await fight.skipped(3);
    const words = /^skipped: confirmed in each of the last 3 runs and undone every time; .*state release AB1/;
    const [change] = (await fight.town.plan(FILE)).plan?.scopes[0]?.changes ?? [];
    expect(change).toMatchObject({ licenseNumber: "AB1", skipped: expect.stringMatching(words) });
    expect(change?.hint).toContain("skipped: ");
    const run = await fight.run();
    expect(run).toMatchObject({ exitCode: 9, results: [{ outcome: "rejected", error: expect.stringMatching(words) }] });
  });

  it("a change that is confirmed and undone is sent again after a day", async () => {
    const fight = new Fight();
    expect(await fight.skipped(4)).toEqual([false, false, false, true]);
    fight.town.clock.passed += DAY_MS;
    expect(await fight.skipped(2)).toEqual([false, true]);
  });

  it("a change that is confirmed and undone is sent again once a human releases it, and once settings of the interface change", async () => {
    const fight = new Fight();
    await fight.skipped(3);
    await fight.town.sayGlobal({ kind: "released", scope: "global", cars: [{ licenseNumber: "ab-1" }] });
    expect(await fight.skipped(1)).toEqual([false]);
    const other = new Fight();
    expect(await other.skipped(4)).toEqual([false, false, false, true]);
    const corrected = await other.run(globalFile(["AB1", "STAYS"], "interface: { batchSize: 7 }\n"));
    expect(corrected.writes).toBe(1);
  });

  it("a change that was undone is forgotten when it lasts", async () => {
    const fight = new Fight();
    await fight.skipped(7);
    expect((await fight.town.apply(FILE)).exitCode).toBe(0);
    expect((await fight.town.apply(FILE)).writes).toBe(0);
    fight.town.list().delete("AB1");
    // That it was there, and is not, is the first time.
    expect(await fight.skipped(3)).toEqual([false, false, true]);
  });

  it("refusals do not count as undone changes, between confirmations or after them", async () => {
    const fight = new Fight();
    await fight.skipped(2);
    fight.town.fault = () => response(207, { failures: [{ licenseNumber: "AB1", error: "busy" }] });
    expect(await fight.skipped(6)).toEqual([false, false, false, false, false, false]);
  });

  it("deletes that somebody undoes are skipped likewise", async () => {
    const town = new Town();
    const writes: number[] = [];
    for (let run = 1; run <= 5; run += 1) {
      town.put(["D1", "KEEP"]);
      writes.push((await town.apply(globalFile(["KEEP"]))).writes);
    }
    expect(writes).toEqual([1, 1, 1, 0, 0]);
  });

  it("a car that leaves, comes and leaves as the file says does not count as undone", async () => {
    const town = new Town();
    for (let run = 1; run <= 8; run += 1) {
      expect((await town.apply(run % 2 === 1 ? globalFile(["AB1"]) : globalFile([]))).exitCode).toBe(0);
    }
  });

  it("features that the file changes back and forth do not count as undone", async () => {
    const town = new Town();
    for (let run = 1; run <= 8; run += 1) {
      const features = run % 2 === 1 ? "[LEASING]" : "[]";
      const file = globalFile([`{ licenseNumber: AB1, features: ${features} }`]);
      expect(await town.apply(file), `run ${run}`).toMatchObject({ exitCode: 0, writes: 1 });
    }
  });

  it("G7: one car that the server ignores does not stop the others, and is skipped after a while", async () => {
    const town = new Town();
    town.fault = (request) => {
      const cars = request.cars.filter(({ licenseNumber }) => licenseNumber !== "GHOST");
      return cars.length === request.cars.length ? undefined : town.obey({ ...request, cars });
    };
    const writes: number[] = [];
    for (let run = 1; run <= 6; run += 1) {
      await town.apply(globalFile(["GHOST", ...Array.from({ length: run }, (_, at) => `N${at}`)]));
      writes.push(town.sent.filter(({ cars }) => cars.some((car) => car.licenseNumber === "GHOST")).length);
      expect(town.plates()).toHaveLength(run);
    }
    expect(writes.slice(3)).toEqual([0, 0, 0]);
  });

  it("G7: a car that the server ignores is sent once a run when it is alone in the plan, and deletes continue", async () => {
    const town = new Town().put(["OLD1", "OLD2", "OLD3", "OLD4", "OLD5", "OLD6"]);
    town.fault = ({ action }) => (action === "add" ? response(204) : undefined);
    const rest = ["OLD1", "OLD2", "OLD3", "OLD4", "OLD5", "OLD6"];
    for (let run = 1; run <= 5; run += 1) {
      const { exitCode } = await town.apply(globalFile(["GHOST", ...rest.slice(run)]));
      expect(exitCode).toBe(9);
      if (run > 1) expect(town.plates()).toEqual(rest.slice(run));
    }
    town.fault = () => undefined;
    expect((await town.apply(globalFile(["GHOST"]))).exitCode).toBe(0);
  });
});
