import fc from "fast-check";
import { expect, it } from "vitest";
import { EXIT, exitCodeFor } from "../../src/run/exit-code.ts";
import { type Knobs, PLAIN, WRITE_FAULTS } from "./profile.ts";
import { type Ended, TwoClients } from "./two-clients.ts";

/** Interleavings of each case; `PAIRS=20000` for a longer look. */
const PAIRS = Number(process.env["PAIRS"] ?? 200);
/** Most runs of such worlds take 200 to 800 ms, so the one starts before, within or after the other. */
const LATEST_START_MS = 500;
/** Longer than any run takes. */
const PATIENT_MS = 3 * 60 * 60_000;
const WITHOUT_LIMITS = {
  ...PLAIN,
  populated: false,
  masks: true,
  accounts: 2,
  chaosRuns: 0,
  edits: false,
  detach: false,
} as const satisfies Partial<Knobs>;

/** Without a list nobody can notice these, so nothing is promised. */
const CHEATS: readonly string[] = ["idle-204", "partial-204", "lost-late"];

const worlds = ({ listed }: { listed: boolean }) =>
  fc.record({
    seed: fc.nat(1_000_000_000),
    knobs: fc.record({
      mode: fc.constantFrom<Knobs["mode"][]>(...(listed ? (["global", "accounts"] as const) : (["state"] as const))),
      cars: fc.integer({ min: 1, max: 10 }),
      batchSize: fc.integer({ min: 1, max: 4 }),
      pageSize: fc.integer({ min: 2, max: 12 }),
      order: fc.constantFrom<Knobs["order"][]>("insertion", "newest", "sorted"),
      duplicates: fc.constantFrom<Knobs["duplicates"][]>("fine", ...(listed ? (["failure", "404"] as const) : [])),
      writeFaults: fc.constantFrom(
        [],
        [],
        WRITE_FAULTS.filter((fault) => listed || !CHEATS.includes(fault)),
      ),
    }),
    starts: fc.tuple(fc.nat(LATEST_START_MS), fc.nat(LATEST_START_MS)),
    patience: fc.constantFrom(0, 200, PATIENT_MS),
    isSame: fc.boolean(),
  });
type World = ReturnType<typeof worlds> extends fc.Arbitrary<infer One> ? One : never;

function enter({ seed, knobs }: World): TwoClients {
  return new TwoClients(seed, { ...WITHOUT_LIMITS, ...knobs, writeRate: knobs.writeFaults.length > 0 ? 0.2 : 0 });
}

/** Whether both wrote while the other one was under way. */
function overlap([one, other]: readonly Ended[]): boolean {
  const isAmid = (left?: Ended, right?: Ended): boolean =>
    left?.judge.sends.some(({ at }) => right !== undefined && at > right.from && at < right.until) ?? false;
  return isAmid(one, other) && isAmid(other, one);
}

// Nothing keeps them apart: the interface knows no lock (reliability I2).
it.each([
  ["the same file", true],
  ["two revisions of a file", false],
])(
  "I2: two clients with %s and a state each tell the truth, and the next run converges",
  { timeout: 3_600_000 },
  async (_, isSame) => {
    let overlaps = 0;
    await fc.assert(
      fc.asyncProperty(worlds({ listed: true }), fc.boolean(), async (world, isHandedOver) => {
        const both = enter(world);
        const [ours, theirs] = [both.disk(), both.disk()];
        const older = isSame ? both.newer : both.older();
        const ended = await both.run(
          { name: "newer", desired: both.newer, disk: ours, startsAt: world.starts[0], lockTimeout: 0 },
          { name: "older", desired: older, disk: theirs, startsAt: world.starts[1], lockTimeout: 0 },
        );
        if (overlap(ended)) overlaps += 1;
        await both.insistOnRest(isHandedOver ? theirs : ours);
        expect(both.violations).toEqual([]);
      }),
      { numRuns: PAIRS },
    );
    expect(overlaps).toBeGreaterThan(PAIRS / 5);
  },
);

it.each([
  ["a list", true],
  ["no list", false],
])("I1: two clients with one state and %s run one after the other", { timeout: 3_600_000 }, async (_, listed) => {
  const ends = { locked: 0, waited: 0 };
  await fc.assert(
    fc.asyncProperty(worlds({ listed }), async (world) => {
      const both = enter(world);
      const disk = both.disk();
      const older = world.isSame ? both.newer : both.older();
      const shared = { disk, lockTimeout: world.patience };
      const ended = await both.run(
        { ...shared, name: "newer", desired: both.newer, startsAt: world.starts[0] },
        { ...shared, name: "older", desired: older, startsAt: world.starts[1] },
      );
      const [first, second] = ended.filter(({ result }) => result).sort((one, other) => one.from - other.from);
      const locked = ended.find(({ result }) => !result);
      expect(first?.gone).toBeGreaterThanOrEqual(locked ? locked.client.startsAt + world.patience : 0);
      expect(second?.from ?? Infinity).toBeGreaterThanOrEqual(first?.until ?? Infinity);
      if (locked) ends.locked += 1;
      else if (Math.max(...world.starts) < (first?.until ?? 0)) ends.waited += 1;
      const isDone = world.isSame && first?.result !== undefined && exitCodeFor(first.result) === EXIT.ok;
      if (second && isDone) expect(second.judge.sends).toEqual([]);
      await both.insistOnRest(disk);
      expect(both.violations).toEqual([]);
    }),
    { numRuns: PAIRS },
  );
  expect(ends.locked).toBeGreaterThan(PAIRS / 10);
  expect(ends.waited).toBeGreaterThan(PAIRS / 10);
});
