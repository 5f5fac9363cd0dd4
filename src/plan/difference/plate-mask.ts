import { latinLookalike, matchesWildcards, type PlateKey, type PlateRules } from "../../allowlist/index.ts";
import { groupBy } from "../../runtime/group-by.ts";

/**
 * Compiles a mask of `policy.protect.plates`: `*` is any run of characters, `?` any one; what does not
 * distinguish plates does not distinguish masks.
 */
export function plateMask(mask: string, rules: PlateRules): (plateKey: PlateKey) => boolean {
  const pattern = patternOf(mask, rules);
  return (plateKey) => matchesWildcards(pattern, plateKey);
}

interface Mask {
  readonly mask: string;
  readonly pattern: string;
  /** Its place among the masks. */
  readonly at: number;
}

/**
 * Gives the first of the masks that protects a plate, or undefined. Masks are looked up by the text that they begin with,
 * those that begin with a wildcard by the text that they end with: a plate is compared with no others, however many there are.
 */
export function protectingMask(
  masks: readonly string[],
  rules: PlateRules,
): (plateKey: PlateKey) => string | undefined {
  const all = masks.map((mask, at): Mask => ({ mask, pattern: patternOf(mask, rules), at }));
  const starts = groupBy(
    all.filter(({ pattern }) => !/^[*?]/.test(pattern)),
    ({ pattern }) => pattern.slice(0, firstWildcard(pattern)),
  );
  const ends = groupBy(
    all.filter(({ pattern }) => /^[*?]/.test(pattern)),
    ({ pattern }) => pattern.slice(lastWildcard(pattern) + 1),
  );
  const [startLengths, endLengths] = [starts, ends].map((groups) => [
    ...new Set([...groups.keys()].map(({ length }) => length)),
  ]);
  return (plateKey) => {
    let first: Mask | undefined;
    const search = (group: readonly Mask[] = []) => {
      const found = group.find(({ pattern }) => matchesWildcards(pattern, plateKey));
      if (found && (!first || found.at < first.at)) first = found;
    };
    for (const length of startLengths ?? []) search(starts.get(plateKey.slice(0, length)));
    for (const length of endLengths ?? []) search(ends.get(plateKey.slice(Math.max(0, plateKey.length - length))));
    return first?.mask;
  };
}

function patternOf(mask: string, rules: PlateRules): string {
  const solid = mask
    .normalize("NFC")
    .replace(/[ .\-·]/gu, "")
    .toUpperCase();
  return rules.foldLookalikes ? [...solid].map(latinLookalike).join("") : solid;
}

function firstWildcard(pattern: string): number {
  const at = pattern.search(/[*?]/);
  return at < 0 ? pattern.length : at;
}

function lastWildcard(pattern: string): number {
  return Math.max(pattern.lastIndexOf("*"), pattern.lastIndexOf("?"));
}
