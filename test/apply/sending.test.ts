import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_INTERFACE } from "../../src/allowlist/index.ts";
import { keyOf } from "../plan/support.ts";
import { applyCases } from "./cases.ts";
import { failed, LOST, NOT_SENT, outcomes, planOf, plates, response, resultsOf, World } from "./world.ts";

const kindsOf = (result: Parameters<typeof outcomes>[0]) => [...new Set(Object.values(outcomes(result)))].sort();
const adds = (count: number) => planOf(["global", { add: plates(count) }]);

/** A world whose requests take so many cars at most. */
function worldOf(batchSize: number): World {
  const world = new World();
  world.settings = { ...DEFAULT_INTERFACE, batchSize };
  return world;
}

applyCases(import.meta.url);

const namesIn = (world: World, kind: "intent" | "outcome") =>
  world.journal.flatMap((entry) => (entry.kind === kind ? entry.cars.map((car) => car.licenseNumber) : []));
const unsentIn = (world: World) =>
  world.journal.flatMap((entry) =>
    entry.kind === "outcome" && entry.cars.some(({ outcome }) => outcome === "not-sent") ? [entry.batch] : [],
  );

it("H3: a request is not sent when its intent cannot be made durable", async () => {
  const world = new World();
  world.journalFails = ({ kind }) => kind === "intent";
  const result = await world.apply(planOf(["global", { add: ["AB1"], delete: ["CD2"] }]));
  expect(world.sent).toEqual([]);
  expect(outcomes(result)).toEqual({ AB1: "not-sent", CD2: "not-sent" });
  expect(result.alarms[0]?.message).toContain("no space left");
});

it("H3: after an outcome that cannot be made durable at most the request under way is sent, and it is read back", async () => {
  const world = worldOf(2);
  world.journalFails = ({ kind }) => kind === "outcome";
  const result = await world.apply(adds(8));
  expect(world.sent).toHaveLength(2);
  expect(kindsOf(result)).toEqual(["not-sent", "verified"]);
  expect(result.alarms[0]?.message).toContain("no space left");
});

it("V24: what leaves after a pause is recorded after it, so that nothing is sent for a lock that was lost meanwhile", async () => {
  const world = new World();
  world.behaviour = () => (world.sent.length === 1 ? response(429, { retryAfter: 45_000 }) : undefined);
  world.journalFails = ({ kind }) => kind === "intent" && world.clock.passed > 30_000;
  const result = await world.apply(planOf(["global", { add: ["AB1"], delete: ["CD2"] }]));
  expect(world.sent).toHaveLength(1);
  expect(world.journal.filter(({ kind }) => kind === "intent")).toHaveLength(1);
  expect(kindsOf(result)).toEqual(["not-sent"]);
  expect(result.alarms[0]?.code).toBe("state-not-written");
});

/** A world in which each request waits after its intent was recorded, as for a pause that another worker was asked for. */
function waitingWorld(milliseconds: number): World {
  const world = worldOf(1);
  world.waiting = () => world.clock.sleep(milliseconds);
  return world;
}

it("V24: what had to wait after it was recorded is recorded again before it leaves", async () => {
  const world = waitingWorld(5_000);
  const atOnce = { before: 0, unsent: [] as (number | undefined)[] };
  world.behaviour = () => {
    atOnce.before = namesIn(world, "intent").length;
    atOnce.unsent = unsentIn(world);
    return undefined;
  };
  expect(kindsOf(await world.apply(adds(1)))).toEqual(["verified"]);
  expect(atOnce).toEqual({ before: 2, unsent: [1] });
  expect(world.journal.flatMap((one) => (one.kind === "outcome" ? [one.batch] : []))).toEqual([1, 2]);
});

it("V24: what had to wait is not sent for a lock that was lost meanwhile", async () => {
  const world = waitingWorld(5_000);
  world.journalFails = () => world.clock.passed >= 5_000;
  const result = await world.apply(planOf(["global", { add: ["AB1"], delete: ["CD2"] }]));
  expect(world.sent).toEqual([]);
  expect(kindsOf(result)).toEqual(["not-sent"]);
  expect(result.alarms.map(({ code }) => code)).toEqual(["state-not-written"]);
});

it("a run that is killed in a pause leaves no car unknown: what was recorded ahead was taken back before", async () => {
  const world = worldOf(1);
  world.behaviour = () => (world.sent.length === 1 ? response(429, { retryAfter: 45_000 }) : undefined);
  const { sleep } = world.clock;
  let open: (number | undefined)[] | undefined;
  world.clock.sleep = async (milliseconds, signal) => {
    const batches = (kind: "intent" | "outcome") =>
      world.journal.flatMap((entry) => (entry.kind === kind ? [entry.batch] : []));
    if (milliseconds > 40_000) open = batches("intent").filter((batch) => !batches("outcome").includes(batch));
    await sleep.call(world.clock, milliseconds, signal);
  };
  expect(kindsOf(await world.apply(adds(3)))).toEqual(["verified"]);
  expect(namesIn(world, "intent").length).toBeGreaterThan(4);
  expect(open).toEqual([]);
});

it("what waits while its list is refused is not sent, and other lists go on", async () => {
  const world = worldOf(1);
  const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
  world.waiting = () => turn().then(turn);
  world.leaving = (left) => {
    left();
    return turn();
  };
  world.behaviour = ({ scope, cars }) =>
    scope === "account:1" && cars[0]?.licenseNumber !== "P0000" ? response(403) : undefined;
  const result = await world.apply(planOf(["account:1", { add: plates(5) }], ["account:2", { add: plates(5) }]));
  expect(world.sent.filter(({ scope }) => scope === "account:1")).toHaveLength(2);
  expect([...new Set(Object.values(outcomes(result, "account:2")))]).toEqual(["verified"]);
  expect(result.alarms).toEqual([]);
});

it("what leaves at once is recorded once", async () => {
  const world = waitingWorld(200);
  expect(kindsOf(await world.apply(adds(3)))).toEqual(["verified"]);
  expect(namesIn(world, "intent")).toEqual(plates(3));
});

it("no request leaves after the deadline, and what was sent before is read back", async () => {
  const world = worldOf(1);
  world.options = { deadline: 25_000 };
  world.behaviour = () => {
    world.clock.passed += 10_000;
    return undefined;
  };
  const result = await world.apply(planOf(["global", { add: plates(4), delete: [] }], ["account:1", { add: ["ZZ9"] }]));
  expect(world.sent.every(({ at }) => at < 25_000)).toBe(true);
  expect(kindsOf(result)).toEqual(["not-sent", "verified"]);
  expect(Object.values(outcomes(result)).filter((one) => one === "verified")).toHaveLength(world.sent.length);
  expect(resultsOf(result).find(({ outcome }) => outcome === "not-sent")?.error).toContain("--deadline");
});

it("the next request has its intent made durable while the one before is under way, so that it follows without delay", async () => {
  const world = worldOf(1);
  const known: string[][] = [];
  world.behaviour = () => void known.push(namesIn(world, "intent"));
  await world.apply(adds(3));
  expect(known.map((names) => names.length)).toEqual([1, 2, 3]);
  expect(namesIn(world, "outcome")).toEqual(plates(3));
});

it("V4: the next request waits for its intent however slow the disk is, and the outcome before it costs no append of its own", async () => {
  const world = worldOf(1);
  world.journalTurns = 3;
  await world.apply(adds(3));
  expect(world.events.filter((event) => event !== "read").join(" ")).toBe(
    "intent send intent send outcome intent send outcome outcome",
  );
});

it("the next request is announced also when nothing says that the one before has left", async () => {
  const world = worldOf(1);
  world.leaving = async () => undefined;
  expect(kindsOf(await world.apply(adds(3)))).toEqual(["verified"]);
});

it("an announced request is cancelled when the run is interrupted before it left, and counts as not sent", async () => {
  const world = worldOf(1);
  world.behaviour = () => void world.stop.abort(new Error("interrupted"));
  const result = await world.apply(adds(3));
  expect(namesIn(world, "intent")).toEqual(plates(2));
  expect(unsentIn(world)).toEqual([2]);
  expect(outcomes(result)).toMatchObject({ P0001: "not-sent", P0002: "not-sent" });
});

it("an announced request is cancelled when the answer asks for something else first, and is announced again", async () => {
  const world = worldOf(1);
  world.behaviour = () => (world.sent.length === 1 ? response(429) : undefined);
  const result = await world.apply(adds(2));
  expect(world.sent.flatMap(({ cars }) => cars.map((car) => car.licenseNumber))).toEqual(["P0000", "P0000", "P0001"]);
  expect(namesIn(world, "intent")).toEqual(["P0000", "P0001", "P0000", "P0001"]);
  expect(unsentIn(world)).toEqual([2]);
  expect(kindsOf(result)).toEqual(["verified"]);
});

it("H3: a request is neither sent nor cancelled when its intent could not be written", async () => {
  const world = worldOf(1);
  world.journalFails = (entry) => entry.kind === "intent" && entry.batch === 2;
  const result = await world.apply(adds(2));
  expect(outcomes(result)).toEqual({ P0000: "verified", P0001: "not-sent" });
  expect(namesIn(world, "outcome")).toEqual(["P0000"]);
});

describe("adds side by side (V10)", () => {
  /** How many writes were under way whenever one left, with their action. */
  function watched(world: World): string[] {
    const seen: string[] = [];
    let underWay = 0;
    world.leaving = async (left) => {
      left();
      underWay += 1;
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    };
    const { behaviour } = world;
    world.behaviour = (request) => {
      seen.push(`${request.action} ${underWay}`);
      underWay -= 1;
      return behaviour(request, world);
    };
    return seen;
  }

  it.each([
    ["once the first is confirmed, at most four", undefined, ["add 1", "add 4"], 4],
    ["as many as --concurrency lets", 2, ["add 1", "add 2"], 2],
    ["one after the other with --concurrency 1", 1, ["add 1", "add 1"], 1],
  ])("%s; deletes go one after the other", async (_, writesAtOnce, first, most) => {
    const world = worldOf(1).put(plates(6, "D"));
    if (writesAtOnce !== undefined) world.options = { writesAtOnce };
    const seen = watched(world);
    const result = await world.apply(planOf(["global", { add: plates(12), delete: plates(6, "D") }]));
    expect(seen.slice(0, 2)).toEqual(first);
    expect(Math.max(...seen.map((one) => Number(one.split(" ")[1])))).toBe(most);
    expect(seen.filter((one) => one.startsWith("delete"))).toEqual(Array.from({ length: 6 }, () => "delete 1"));
    expect(kindsOf(result)).toEqual(["verified"]);
  });

  it("however slow the disk is: the intents of all that may go together are written ahead of them", async () => {
    const world = worldOf(1);
    world.journalTurns = 8;
    const seen = watched(world);
    expect(kindsOf(await world.apply(adds(24)))).toEqual(["verified"]);
    expect(Math.max(...seen.map((one) => Number(one.split(" ")[1])))).toBe(4);
    expect(unsentIn(world)).toEqual([]);
  });

  it("the intents of those that follow are written together, once all that may go have left", async () => {
    const world = worldOf(1);
    world.leaving = async (left) => {
      left();
      for (let turn = 0; turn < 9; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    await world.apply(adds(13));
    const events = world.events.filter((event) => event !== "outcome").join(" ");
    expect(events).toContain("send send send send intent intent intent intent send");
  });

  it("an answer is made durable while other requests are under way, also where no intent takes it along", async () => {
    const world = worldOf(1);
    const isWritten = (car: string) => namesIn(world, "outcome").includes(car);
    const awaited = ["", "", "P0001", "P0001", "P0001", "", "", "", "P0007"];
    const written: string[] = [];
    world.leaving = async (left) => {
      left();
      const car = awaited.shift() ?? "";
      for (let turn = 0; turn < 50 && car !== "" && !isWritten(car); turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      if (isWritten(car)) written.push(car);
    };
    await world.apply(adds(9));
    expect(written).toEqual(["P0001", "P0001", "P0001", "P0007"]);
  });

  it("what fails together is one setback: the run goes on, with one request until that is confirmed", async () => {
    const world = worldOf(1);
    world.behaviour = () => (world.sent.length >= 2 && world.sent.length <= 5 ? LOST : undefined);
    const seen = watched(world);
    const result = await world.apply(adds(12));
    expect(seen.slice(0, 7)).toEqual(["add 1", "add 4", "add 3", "add 2", "add 1", "add 1", "add 4"]);
    expect(result.alarms).toEqual([]);
    expect(kindsOf(result)).toEqual(["verified"]);
  });

  it("a pause that four requests are told together doubles the gap once", async () => {
    const world = worldOf(1);
    world.behaviour = () => (world.sent.length >= 2 && world.sent.length <= 5 ? response(429) : undefined);
    watched(world);
    const result = await world.apply(adds(12));
    expect(kindsOf(result)).toEqual(["verified"]);
    expect(world.sent).toHaveLength(16);
    const gaps = world.sent.slice(6).map(({ at }, index) => at - (world.sent[index + 5]?.at ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(250);
  });

  it("none goes beside another while no car is confirmed", async () => {
    const world = worldOf(2);
    world.behaviour = ({ cars }) => failed(...cars.map(({ licenseNumber }) => ({ licenseNumber, error: "no" })));
    const seen = watched(world);
    await world.apply(adds(8));
    expect(new Set(seen)).toEqual(new Set(["add 1"]));
  });

  it("one that is larger than any that was answered goes alone: the server may fail at it", async () => {
    const world = worldOf(500);
    const tried = plates(60).map((plate) => [keyOf(plate), { licenseNumber: plate, action: "add" as const }] as const);
    const remembered = { entries: new Map(), touched: true, wasRead: true, withoutEffect: new Map(tried) };
    world.options = { memory: new Map([["global", { lastCount: undefined, ...remembered }]]) };
    const seen = watched(world);
    await world.apply(adds(61));
    expect(seen.slice(0, 3)).toEqual(["add 1", "add 1", "add 4"]);
  });

  it("after an interrupt those under way are waited for, and no other leaves", async () => {
    const world = worldOf(1);
    world.behaviour = () => {
      if (world.sent.length === 3) world.stop.abort(new Error("interrupted"));
      return undefined;
    };
    watched(world);
    const result = await world.apply(adds(12));
    expect(world.sent.length).toBeLessThanOrEqual(6);
    expect(new Set(namesIn(world, "outcome"))).toEqual(new Set(namesIn(world, "intent")));
    expect(result.scopes[0]?.counts.unknown).toBe(world.sent.length);
  });

  it("an error in one of them ends the sending once the others are answered", async () => {
    const world = worldOf(1);
    world.behaviour = () => {
      if (world.sent.length === 3) throw new Error("a defect");
      return undefined;
    };
    watched(world);
    await expect(world.apply(adds(12))).rejects.toThrow("a defect");
    const { length } = world.sent;
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(world.sent).toHaveLength(length);
    expect(world.sent.length).toBeLessThanOrEqual(6);
  });
});

describe("a batch with bad plates (G13)", () => {
  it("a batch with bad plates is bisected with at most 2·k·log2 n more requests, and only they are refused", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 500 }),
        fc.uniqueArray(fc.nat(499), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(400, 422),
        async (size, at, status) => {
          const all = plates(size);
          const bad = new Set(at.flatMap((index) => all.slice(index, index + 1)));
          const world = new World();
          world.behaviour = ({ cars }) =>
            cars.some((car) => bad.has(car.licenseNumber)) ? response(status) : undefined;
          const result = await world.apply(adds(size));
          const extra = world.sent.length - 1;
          expect(extra).toBeLessThanOrEqual(2 * bad.size * Math.ceil(Math.log2(Math.max(2, size))));
          for (const [plate, outcome] of Object.entries(outcomes(result)))
            expect(outcome).toBe(bad.has(plate) ? "rejected" : "verified");
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a server that wants to be left in peace (F10)", () => {
  it.each([0, 3])("a pause holds for every list, also where an intent takes %i turns to record", async (turns) => {
    const world = worldOf(1);
    world.journalTurns = turns;
    world.leaving = async (left) => {
      // The answer comes while the other list records its next intent.
      if (world.events.filter((one) => one === "send").length === 1) await new Promise((next) => setImmediate(next));
      left();
    };
    let isAsked = false;
    world.behaviour = ({ scope }) => {
      if (scope !== "account:1" || isAsked) return undefined;
      isAsked = true;
      return response(429, { retryAfter: 60_000 });
    };
    const recordedAt = new Map<string, number>();
    world.journalFails = (entry) => {
      if (entry.kind === "intent") recordedAt.set(JSON.stringify(entry.cars), world.clock.passed);
      return false;
    };
    await world.apply(planOf(["account:1", { add: ["A1"] }], ["account:2", { add: ["B1", "B2", "B3"] }]));
    const asked = world.sent.findIndex(({ scope }) => scope === "account:1");
    expect(world.sent.slice(asked + 1).every(({ at }) => at >= 60_000)).toBe(true);
    for (const { at, cars } of world.sent.slice(asked + 1)) expect(recordedAt.get(JSON.stringify(cars))).toBe(at);
    expect(world.sent.length).toBe(5);
  });
});

describe("a server that is down (F15)", () => {
  it("V10: a request is sent again only while the retry budget lasts", async () => {
    const world = worldOf(1);
    // Every second request is lost before it is obeyed: never three in a row.
    world.behaviour = () => (world.sent.length % 2 === 0 ? LOST : undefined);
    const result = await world.apply(adds(200));
    expect(world.sent.length).toBeLessThanOrEqual(200 * 1.1 + 20);
    expect(kindsOf(result)).toEqual(["unknown", "verified"]);
    const often = worldOf(1);
    often.behaviour = () => (often.sent.length % 10 === 0 ? NOT_SENT : undefined);
    expect((await often.apply(adds(300))).alarms).toEqual([]);
  });
});

describe("an interrupt (H2)", () => {
  it("after an interrupt nothing more is sent; what was confirmed and not read back is unknown", async () => {
    const world = worldOf(2);
    world.behaviour = () => {
      if (world.sent.length === 2) world.stop.abort(new Error("interrupted"));
      return undefined;
    };
    const result = await world.apply(adds(6));
    expect(result.interrupted).toBe(true);
    expect(result.scopes[0]?.counts).toMatchObject({ unknown: 4, notSent: 2 });
    expect(world.reads).toBe(0);
  });

  const interrupted = new Error("interrupted");
  it.each<[string, string, (world: World) => void]>([
    [
      "ends a pause at once",
      "not-sent",
      (world) => {
        world.behaviour = () => {
          world.stop.abort(interrupted);
          return response(429, { retryAfter: 30_000 });
        };
      },
    ],
    [
      "while the list is read back leaves the cars unknown and the run alive",
      "unknown",
      (world) => {
        world.show = (rows) => {
          if (world.sent.length === 0) return rows;
          world.stop.abort(interrupted);
          throw interrupted;
        };
      },
    ],
    [
      "during the settle time does not decide about what is not listed yet",
      "unknown",
      (world) => {
        world.show = (rows) => {
          if (world.reads === 2) world.stop.abort(interrupted);
          return world.sent.length > 0 ? [] : rows;
        };
      },
    ],
    [
      "reaches the writer, which ends the request in flight, and its cars are then unknown",
      "unknown",
      (world) => {
        world.behaviour = () => {
          for (const one of [world.stop, world.cancel]) one.abort(interrupted);
          return { kind: "lost", reason: "given up" };
        };
      },
    ],
  ])("an interrupt %s", async (_, kind, interruptedIn) => {
    const world = new World();
    interruptedIn(world);
    const result = await world.apply(adds(2));
    expect(kindsOf(result)).toEqual([kind]);
    expect(result.interrupted).toBe(true);
    if (kind === "not-sent") expect(world.clock.passed).toBe(0);
  });
});

it("V5: every change gets exactly one outcome, and the counts add up, whatever the server answers", async () => {
  const reply = fc.oneof(
    fc.constant(undefined),
    fc.constant(LOST),
    fc.constant(NOT_SENT),
    fc.integer({ min: 100, max: 999 }).map((status) => response(status)),
    fc.constant(failed({ licenseNumber: "P0001", error: "no" })),
    fc.constant(response(207, { failures: "malformed" })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(reply, { maxLength: 20 }), fc.integer({ min: 1, max: 9 }), async (replies, batchSize) => {
      const deletes = plates(8, "D");
      const world = new World().put(deletes);
      world.settings = { ...DEFAULT_INTERFACE, batchSize };
      world.behaviour = () => replies[world.sent.length - 1];
      const plan = planOf(["global", { add: plates(12), delete: deletes }]);
      const result = await world.apply(plan);
      const results = resultsOf(result);
      expect(results.map((one) => one.licenseNumber)).toEqual([...plates(12), ...deletes]);
      const counts = result.scopes[0]?.counts ?? { verified: -1 };
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(20);
      for (const { licenseNumber, outcome } of results) {
        const isThere = world.plates().includes(licenseNumber);
        if (outcome === "verified") expect(isThere).toBe(licenseNumber.startsWith("P"));
        if (outcome === "rejected" || outcome === "not-sent") expect(isThere).toBe(licenseNumber.startsWith("D"));
      }
    }),
    { numRuns: 300 },
  );
});

it("results report progress that ends at the number of changes", async () => {
  const world = new World();
  const seen: number[] = [];
  world.options = { onProgress: ({ done, total }) => seen.push(total === 9 ? done : -1) };
  world.settings = { ...DEFAULT_INTERFACE, batchSize: 3 };
  world.behaviour = () => (world.sent.length === 2 ? LOST : undefined);
  await world.apply(adds(9));
  expect(seen.at(-1)).toBe(9);
  expect([...seen].sort((a, b) => a - b)).toEqual(seen);
});
