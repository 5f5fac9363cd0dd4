import { dataFile } from "../data-file.ts";
import { Rng } from "./random.ts";

/** What may befall one write. `before` and `after` tell whether the server obeyed. */
export const WRITE_FAULTS = [
  "not-sent",
  "never-sent",
  "lost-before",
  "lost-after",
  "lost-partly",
  "lost-late",
  "pause",
  "5xx-before",
  "5xx-after",
  "odd-before",
  "odd-after",
  "401",
  "403",
  "malformed-207",
  "stranger-207",
  "refused-rows",
  "idle-204",
  "partial-204",
] as const;
export type WriteFault = (typeof WRITE_FAULTS)[number];

/** One world: what its server is like, and what goes wrong in it. */
export interface Knobs {
  readonly mode: "global" | "accounts" | "state";
  readonly accounts: number;
  readonly cars: number;
  readonly chaosRuns: number;
  readonly batchSize: number;
  readonly pageSize: number;
  readonly order: "insertion" | "newest" | "sorted" | "unstable";
  /** How far a reading may lag behind, milliseconds. */
  readonly lag: number;
  /** Cars that the server takes in one request; more get this status, or lose the connection (0). */
  readonly limit: { readonly cars: number; readonly status: number } | undefined;
  /** Cars of a request beyond this many are dropped silently. */
  readonly truncateAt: number | undefined;
  readonly duplicates: "fine" | "failure" | "404";
  readonly normalise: "none" | "upper" | "solid" | "zero";
  /** What a delete does. */
  readonly deleting: "named" | "nothing" | "everything";
  /** Plates that make the server refuse the whole request. */
  readonly poison: number;
  readonly writeFaults: readonly WriteFault[];
  readonly writeRate: number;
  readonly readRate: number;
  /** Chance, per request, that somebody else changes a car. */
  readonly others: number;
  /** The same that customer care takes over a car. */
  readonly takeover: number;
  readonly diskRate: number;
  readonly crash: boolean;
  readonly interrupt: boolean;
  readonly approve: boolean;
  readonly prune: "all" | "owned" | "none";
  readonly guarded: boolean;
  /** Whether the files change between runs. */
  readonly edits: boolean;
  /** Whether a list that cannot be read holds cars before the first run. */
  readonly populated: boolean;
  /** Whether the file names the words of a server that refuses what is done already. */
  readonly masks: boolean;
  /** Whether the files correct plates, of which the server may refuse the new form. */
  readonly corrections: boolean;
  /** Whether deleted cars are taken from parking users, too. */
  readonly detach: boolean;
}

/** What the worlds of a profile are like: whether their lists can be read, what is so in each, and of what one is drawn. */
interface Special {
  readonly isListed?: boolean;
  readonly set?: Partial<Knobs>;
  readonly pick?: Readonly<Record<string, [Knobs[keyof Knobs], ...Knobs[keyof Knobs][]]>>;
}

const SPECIAL: Readonly<Record<string, Special>> = dataFile("simulation/profile.yaml");
/** The names of all profiles. */
export const PROFILES: readonly string[] = Object.keys(SPECIAL);

/** The world of a seed under a profile. */
export function knobsFor(seed: number, profile: string): Knobs {
  const rng = new Rng(seed * 31 + PROFILES.indexOf(profile));
  const base = swarm(rng);
  const mixed = { ...(profile === "swarm" ? base : { ...base, ...QUIET }), ...special(profile, base, rng) };
  const knobs = { ...mixed, detach: mixed.detach && mixed.mode !== "global" };
  if (knobs.mode !== "state") return knobs;
  const { duplicates, limit } = knobs;
  // A failure leaves what is missing to the next run: some need more of them than V7 allows.
  const split = limit && { ...limit, status: 413 };
  const words = duplicates === "404" ? "failure" : duplicates;
  return { ...knobs, ...WITHOUT_LIST, limit: split, duplicates: words, masks: true };
}

/** Everything that can go wrong, switched off; what the server is like stays. */
export const QUIET = {
  writeFaults: [],
  writeRate: 0,
  readRate: 0,
  others: 0,
  takeover: 0,
  diskRate: 0,
  crash: false,
  interrupt: false,
} as const satisfies Partial<Knobs>;

/** A server that does what it is asked, and runs without a human's approval. */
export const PLAIN = {
  ...QUIET,
  order: "sorted",
  lag: 0,
  limit: undefined,
  truncateAt: undefined,
  duplicates: "fine",
  normalise: "none",
  deleting: "named",
  poison: 0,
  approve: false,
  prune: "all",
  guarded: false,
  corrections: false,
} as const satisfies Partial<Knobs>;

const CHEATS: ReadonlySet<WriteFault> = new Set(["idle-204", "partial-204"]);

/** Nobody can notice these without a list, so nothing is promised. */
const WITHOUT_LIST = { truncateAt: undefined, deleting: "named", normalise: "none" } as const;

// Each fault is off in half of the worlds, and else strikes 5 to 50 % of the time.
function swarm(rng: Rng): Knobs {
  const rate = (): number => (rng.chance(0.5) ? 0 : 0.05 + rng.next() * 0.45);
  const mode = rng.pick(["global", "global", "accounts", "accounts", "state"]);
  const hasList = mode !== "state";
  return {
    mode,
    accounts: mode === "global" ? 1 : rng.int(1, 3),
    cars: rng.int(1, 12),
    chaosRuns: rng.int(1, 3),
    batchSize: rng.int(1, 9),
    pageSize: rng.int(2, 12),
    order: rng.pick(["insertion", "newest", "sorted", "sorted", "unstable"]),
    lag: rng.chance(0.6) ? 0 : rng.int(1, 15_000),
    limit: rng.chance(0.7) ? undefined : { cars: rng.int(1, 6), status: rng.pick([413, 414, 431, 500, 504, 0]) },
    truncateAt: hasList && rng.chance(0.15) ? rng.int(1, 5) : undefined,
    duplicates: rng.pick(["fine", "fine", "failure", "404"]),
    normalise: rng.pick(["none", "none", "upper", "solid"]),
    deleting: "named",
    poison: rng.chance(0.7) ? 0 : rng.int(1, 2),
    writeFaults: rng.some(WRITE_FAULTS, 0.5).filter((fault) => hasList || !CHEATS.has(fault)),
    writeRate: rate(),
    readRate: rate() / 4,
    others: hasList ? rate() / 3 : 0,
    takeover: 0,
    diskRate: rate() / 10,
    crash: rng.chance(0.5),
    interrupt: rng.chance(0.15),
    approve: rng.chance(0.2),
    prune: rng.pick(["all", "all", "owned", "none"]),
    guarded: rng.chance(0.3),
    edits: rng.chance(0.5),
    detach: rng.chance(0.4),
    populated: rng.chance(0.5),
    masks: false,
    corrections: false,
  };
}

function special(profile: string, base: Knobs, rng: Rng): Partial<Knobs> {
  const { isListed = false, set = {}, pick = {} } = SPECIAL[profile] ?? {};
  return {
    ...(isListed && { mode: base.mode === "state" ? "global" : base.mode }),
    ...set,
    ...Object.fromEntries(Object.entries(pick).map(([name, some]) => [name, rng.pick(some)])),
  };
}
