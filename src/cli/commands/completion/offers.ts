import { BEHAVIOUR_SWITCHES, chaosProfiles } from "../../../sandbox/index.ts";

/** Words that a shell offers for options that take other values, too, by the option's name. */
export function wordsToOffer(): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ["--chaos", [...chaosProfiles.keys()]],
    ["--behaviour", ["help", ...behaviourWords()]],
    ["--state", ["file:", "git:", "postgres://"]],
    ["--encoding", ["utf-8", "windows-1252", "windows-1250", "windows-1251", "macintosh", "utf-16le"]],
    ["--dates", ["YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY"]],
    ["--features", ["LEASING"]],
  ]);
}

// `accountCars=404` where the values are known, else `pageParam=`.
function behaviourWords(): string[] {
  return Object.entries<{ readonly choices?: readonly string[] }>(BEHAVIOUR_SWITCHES).flatMap(([key, { choices }]) =>
    (choices ?? [""]).map((choice) => `${key}=${choice}`),
  );
}
