import { createRandom } from "../model/random.ts";

/** How badly a sandbox behaves. Probabilities are per request, from 0 to 1; at most one fault happens to a request. */
export interface ChaosProfile {
  /** Milliseconds that a request waits, from … to. */
  readonly latency: readonly [number, number];
  /** The connection is reset before anything is done. */
  readonly reset: number;
  /** Everything is done, then the connection is reset instead of an answer. */
  readonly lost: number;
  /** 500 or 503; half of them after everything is done. */
  readonly unavailable: number;
  /** 429 with `Retry-After: 1`, nothing done. */
  readonly tooMany: number;
  /** The body comes in small pieces. */
  readonly drip: number;
  /** Half of the body comes, then the connection is reset. */
  readonly cut: number;
  /** The probability of each car in an add or delete to come back as a failure entry, nothing done to it. */
  readonly failingCars: number;
}

/** What happens to one request. */
export type Fault =
  | { readonly kind: "none" | "reset" | "lost" | "drip" | "cut" }
  | { readonly kind: "status"; readonly status: 429 | 500 | 503; readonly done: boolean };

/** The fate of one request: follows from profile, seed and the request's number alone. */
export interface Fate {
  /** Milliseconds to wait first. */
  readonly delay: number;
  readonly fault: Fault;
  /** The failure text of a car that fails on purpose. */
  readonly carFault: (licenseNumber: string) => string | undefined;
}

/** No faults at all. */
export const CALM: ChaosProfile = {
  latency: [0, 0],
  reset: 0,
  lost: 0,
  unavailable: 0,
  tooMany: 0,
  drip: 0,
  cut: 0,
  failingCars: 0,
};

/** The profiles that `--chaos` names. */
export const chaosProfiles: ReadonlyMap<string, ChaosProfile> = new Map([
  ["none", CALM],
  ["slow", { ...CALM, latency: [200, 1500], drip: 0.2 }],
  ["picky", { ...CALM, failingCars: 0.1 }],
  ["busy", { ...CALM, latency: [0, 50], tooMany: 0.3 }],
  ["flaky", { ...CALM, latency: [0, 50], reset: 0.05, lost: 0.05, unavailable: 0.1, tooMany: 0.05 }],
  [
    "hostile",
    {
      latency: [0, 200],
      reset: 0.1,
      lost: 0.1,
      unavailable: 0.15,
      tooMany: 0.1,
      drip: 0.05,
      cut: 0.1,
      failingCars: 0.05,
    },
  ],
]);

/** What happens to the request of that number. */
export function fateOf(profile: ChaosProfile, seed: number, request: number): Fate {
  if (profile === CALM) return { delay: 0, fault: { kind: "none" }, carFault: () => undefined };
  const random = createRandom(`chaos:${seed}:${request}`);
  const [shortest, longest] = profile.latency;
  const delay = Math.round(shortest + random.next() * (longest - shortest));
  const fault = drawFault(profile, random.next(), random.chance(0.5));
  const carFault = (licenseNumber: string) =>
    createRandom(`car:${seed}:${request}:${licenseNumber}`).chance(profile.failingCars)
      ? "Temporarily refused by the sandbox's chaos profile"
      : undefined;
  return { delay, fault, carFault };
}

function drawFault(profile: ChaosProfile, drawn: number, coin: boolean): Fault {
  const table: readonly (readonly [number, Fault])[] = [
    [profile.reset, { kind: "reset" }],
    [profile.lost, { kind: "lost" }],
    [profile.unavailable / 2, { kind: "status", status: coin ? 500 : 503, done: false }],
    [profile.unavailable / 2, { kind: "status", status: coin ? 500 : 503, done: true }],
    [profile.tooMany, { kind: "status", status: 429, done: false }],
    [profile.drip, { kind: "drip" }],
    [profile.cut, { kind: "cut" }],
  ];
  let bound = 0;
  for (const [probability, fault] of table) {
    bound += probability;
    if (drawn < bound) return fault;
  }
  return { kind: "none" };
}
