import {
  accountScope,
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  type DesiredEntry,
  type DesiredScope,
  type DesiredState,
  type PlateKey,
  type Scope,
} from "../../src/allowlist/index.ts";
import { keyOf } from "../plan/support.ts";
import type { Knobs } from "./profile.ts";
import type { Rng } from "./random.ts";
import type { SimServer } from "./server.ts";

const SOURCE = { file: "fleet.yaml", line: 1, column: 1 };

/** Plates that a world is about: those of the files, and those of everybody else. */
export interface Pool {
  readonly ours: readonly string[];
  readonly strangers: readonly string[];
}

/** Plates of a world. Every third one holds the letter O; some are written with blanks, hyphens and small letters. */
export function poolOf(knobs: Knobs, rng: Rng): Pool {
  const written = (plate: string): string => {
    if (!rng.chance(0.3)) return plate;
    return rng.pick([
      plate.toLowerCase(),
      `${plate.slice(0, 2)} ${plate.slice(2)}`,
      `${plate.slice(0, 2)}-${plate.slice(2)}`,
    ]);
  };
  const ours = Array.from(
    { length: knobs.cars },
    (_, at) => `${at % 3 === 0 ? "BO" : "AX"}${PRIMES[at % PRIMES.length]}${at}`,
  );
  const strangers = Array.from({ length: Math.ceil(knobs.cars / 3) + 1 }, (_, at) => `ZZ${at * 1117}`);
  return { ours: ours.map(written), strangers };
}

// Far apart in every digit, so that no plate looks like a slip of another one.
const PRIMES = [10007, 25391, 38867, 41231, 59473, 63719, 72053, 86629, 94811] as const;

export function scopesOf(knobs: Knobs): Scope[] {
  if (knobs.mode === "global") return ["global"];
  return Array.from({ length: knobs.accounts }, (_, at) => accountScope(String(100 + at)));
}

/** What the files say: some of our plates, each on one list; where plates are corrected, some with another last character. */
export function desiredState(knobs: Knobs, pool: Pool, rng: Rng): DesiredState {
  const scopes = scopesOf(knobs);
  const entries = new Map<Scope, Map<PlateKey, DesiredEntry>>(scopes.map((scope) => [scope, new Map()]));
  for (const plate of rng.some(pool.ours, rng.pick([0.2, 0.5, 0.8, 1]))) {
    const licenseNumber = knobs.corrections && rng.chance(0.4) ? slipOf(plate) : plate;
    const entry = entryOf(licenseNumber, knobs.mode === "global" ? rng.pick([[], ["LEASING"]]) : []);
    entries.get(scopes[rng.int(0, scopes.length - 1)] ?? "global")?.set(entry.plateKey, entry);
  }
  return {
    mode: knobs.mode === "global" ? "global" : "billing-account",
    scopes: scopes.map((scope): DesiredScope => ({ scope, source: SOURCE, entries: entries.get(scope) ?? new Map() })),
    policy: {
      ...DEFAULT_POLICY,
      prune: knobs.prune,
      onRemove: knobs.detach ? "detach" : "keep",
      protect: { customerCare: true, plates: ["ZZ0"] },
      maxDeletes: { percent: 20, count: 500, always: 2 },
      maxAdds: { percent: 50, always: 3 },
      maxUpdates: { percent: 50, always: 2 },
    },
    interface: {
      ...DEFAULT_INTERFACE,
      pageSize: knobs.pageSize,
      batchSize: knobs.batchSize,
      requestHeadBytes: 400,
      accountList: knobs.mode === "state" ? "auto" : true,
      ...(knobs.masks && { failures: { alreadyListed: ["*ALREADY*"], notListed: ["*not found*"] } }),
    },
    timeZone: "UTC",
    files: [],
  };
}

/** Puts cars on the lists before the first run: some of ours, some of others, some of these by customer care. */
export function populate(server: SimServer, knobs: Knobs, pool: Pool, rng: Rng): void {
  const isRead = knobs.mode !== "state";
  for (const scope of scopesOf(knobs)) {
    for (const plate of rng.some(pool.ours, rng.pick([0, 0.3, 0.6]))) {
      // One plate on two rows of a list that nobody can read is beyond anybody.
      const licenseNumber = isRead ? plate.toUpperCase() : plate;
      server.put(scope, { licenseNumber, features: [], care: isRead && rng.chance(0.1) }, "start");
    }
    for (const plate of rng.some(pool.strangers, 0.5))
      server.put(scope, { licenseNumber: plate, features: [], care: rng.chance(0.3) }, "start");
  }
}

// Another letter for each digit, so that no two plates have one slip.
function slipOf(plate: string): string {
  return plate.slice(0, -1) + "KLMNPQRSTV".charAt(Number(plate.at(-1)));
}

function entryOf(licenseNumber: string, features: readonly string[]): DesiredEntry {
  return { licenseNumber, plateKey: keyOf(licenseNumber), features, source: SOURCE };
}
