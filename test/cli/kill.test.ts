import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeJournal } from "../../src/state/index.ts";
import { accountFleet, type Place, place, plates, slow } from "./harness.ts";

/** Kills over the whole suite, spread over places that live side by side; `KILLS=300` for a longer look. */
const KILLS = Number(process.env["KILLS"] ?? 100);
const PLACES = 6;

const CARS = plates("AB", 24);
const SCOPE = "account:4711";
const APPLY = ["apply", "--auto-approve", "--quiet", "--allow-deletes=99", "--allow-adds=99"] as const;

interface Kill {
  /** Which cars are desired, by bits. */
  readonly cars: number;
  /** The request after whose answer the process dies. */
  readonly request: number;
}

const kill = fc.record({
  cars: fc.integer({ min: 1, max: 2 ** CARS.length - 1 }),
  request: fc.integer({ min: 1, max: 14 }),
});

function desiredBy({ cars }: Kill): string[] {
  return CARS.filter((_, at) => (cars >> at) & 1);
}

function writeFleet(here: Place, cars: readonly string[]): void {
  here.write(
    "fleet.yaml",
    accountFleet({ "4711": cars }, "policy: { maxDeletes: { percent: 100 } }\ninterface: { batchSize: 3 }\n"),
  );
}

async function applyAndDie(here: Place, { request }: Kill): Promise<void> {
  const due = here.sandbox.requests.length + request;
  const { child, ended } = here.start(...APPLY, "--settle-time", "0");
  await Promise.race([here.reached(due), ended]);
  child.kill("SIGKILL");
  await ended;
}

/** Every car that was ever sent, as the journal tells. */
function journalled(here: Place): ReadonlySet<string> {
  const path = join(here.folder, ".platectl/state.jsonl");
  const { records } = decodeJournal(existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
  const entries = records.flatMap((record) => record.entries);
  return new Set(
    entries.flatMap((entry) => (entry.kind === "intent" ? entry.cars.map((car) => car.licenseNumber) : [])),
  );
}

async function survive(kills: readonly Kill[], accountCars: "offered" | 404): Promise<void> {
  const here = await place({
    mode: "billing-account",
    start: { accounts: [{ baId: "4711" }] },
    behaviour: { accountCars },
    chaos: slow(0, 4),
  });
  for (const one of kills) {
    writeFleet(here, desiredBy(one));
    await applyAndDie(here, one);
    const intended = journalled(here);
    expect(here.sandbox.model.plates(SCOPE).filter((plate) => !intended.has(plate))).toEqual([]);
  }
  const last = kills.at(-1);
  if (last) writeFleet(here, desiredBy(last));
  const { code, stderr } = await here.run(...APPLY);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect([...here.sandbox.model.plates(SCOPE)].sort()).toEqual(last ? desiredBy(last) : []);
  expect((await here.run("plan", "--exit-code")).code).toBe(0);
}

describe("H1 V4 V7: kill -9 at any request, again and again, then one ordinary run", () => {
  it.each([["with a list", "offered"] as const, ["without a list", 404] as const])(
    `kill -9 at any request, again and again, converges ${"%s"}, and the journal holds whatever the server did (${KILLS / 2} kills)`,
    async (_, accountCars) => {
      const share = Math.ceil(KILLS / 2 / PLACES);
      const series = fc.sample(fc.array(kill, { minLength: share, maxLength: share }), { numRuns: PLACES, seed: 4711 });
      await Promise.all(series.map((kills) => survive(kills, accountCars)));
    },
  );
});
