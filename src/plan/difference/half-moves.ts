import {
  type DesiredState,
  isValidOn,
  type LiveScope,
  type LiveState,
  type PlateKey,
  type Scope,
} from "../../allowlist/index.ts";
import type { Exemption } from "../model/plan.ts";

/**
 * The lists outside this run that cars of its lists are to move to. Whether they list such a car decides whether it may
 * leave its old list.
 */
export function moveDestinations(desired: DesiredState, live: LiveState, day: string): readonly Scope[] {
  const { elsewhere } = desired;
  if (!elsewhere || elsewhere.size === 0) return [];
  const destinations = new Set<Scope>();
  for (const { scope, entries } of desired.scopes) {
    for (const plateKey of live.scopes.get(scope)?.entries.keys() ?? []) {
      const wanted = entries.get(plateKey);
      const destination = wanted && isValidOn(wanted, day) ? undefined : elsewhere.get(plateKey);
      if (destination !== undefined) destinations.add(destination);
    }
  }
  return [...destinations];
}

/** Why a car that moves to a list outside this run must stay; undefined when it does not move, or has arrived. */
export function waitingForMove(
  { elsewhere }: DesiredState,
  { scopes, memory }: LiveState,
): (plateKey: PlateKey) => Exemption | undefined {
  if (!elsewhere || elsewhere.size === 0) return () => undefined;
  return (plateKey) => {
    const destination = elsewhere.get(plateKey);
    if (destination === undefined) return undefined;
    const known: Pick<LiveScope, "entries"> | undefined = scopes.get(destination) ?? memory.get(destination);
    const there = known?.entries.get(plateKey);
    if (there && !there.uncertain) return undefined;
    return { rule: "waits-for-move", reason: `waits until it is on the list of ${destination}` };
  };
}
