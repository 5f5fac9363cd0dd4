import { BEHAVIOUR_SWITCHES, chaosProfiles } from "../../sandbox/index.ts";

/** What a shell offers for `sandbox --chaos`. */
export function chaosWords(): readonly string[] {
  return [...chaosProfiles.keys()];
}

/** What it offers for `--behaviour`: `accountCars=404` where the values are known, else `pageParam=`. */
export function behaviourWords(): readonly string[] {
  const words = Object.entries<{ readonly choices?: readonly string[] }>(BEHAVIOUR_SWITCHES).flatMap(
    ([key, { choices }]) => (choices ?? [""]).map((choice) => `${key}=${choice}`),
  );
  return ["help", ...words];
}
