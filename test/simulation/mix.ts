import { PROFILES } from "./profile.ts";
import { simulate } from "./simulate.ts";

/** What many seeds came to. */
export interface Sum {
  readonly seeds: number;
  readonly runs: number;
  readonly requests: number;
  /** For each failing seed the line that replays it, and what it broke. */
  readonly failures: readonly string[];
}

const MOST_FAILURES = 20;

/** The profile of a seed when none is named: every other one mixes all faults, the rest take turns. */
export function profileOf(seed: number): string {
  return seed % 2 === 0 ? "swarm" : (PROFILES[((seed - 1) / 2) % PROFILES.length] ?? "swarm");
}

/** Simulates seeds from `first` on; stops at the first twenty failures. */
export async function simulateSeeds(first: number, count: number, profile?: string): Promise<Sum> {
  const failures: string[] = [];
  let runs = 0;
  let requests = 0;
  let seed = first;
  for (; seed < first + count && failures.length < MOST_FAILURES; seed += 1) {
    const named = profile ?? profileOf(seed);
    try {
      const verdict = await simulate(seed, named);
      runs += verdict.runs;
      requests += verdict.requests;
      if (verdict.violations.length > 0) failures.push(replay(seed, named, verdict.violations));
    } catch (error) {
      failures.push(replay(seed, named, [error instanceof Error ? (error.stack ?? error.message) : String(error)]));
    }
  }
  return { seeds: seed - first, runs, requests, failures };
}

function replay(seed: number, profile: string, violations: readonly string[]): string {
  return `npm run simulate -- --seed ${seed} --runs 1 --profile ${profile}\n  ${violations.slice(0, 3).join("\n  ")}`;
}
