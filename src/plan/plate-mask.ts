import { latinLookalike, matchesWildcards, type PlateKey, type PlateRules } from "../allowlist/index.ts";

/**
 * Compiles a mask of `policy.protect.plates`: `*` is any run of characters, `?` any one; what does not
 * distinguish plates does not distinguish masks.
 */
export function plateMask(mask: string, rules: PlateRules): (plateKey: PlateKey) => boolean {
  const solid = mask
    .normalize("NFC")
    .replace(/[ .\-·]/gu, "")
    .toUpperCase();
  const pattern = rules.foldLookalikes ? [...solid].map(latinLookalike).join("") : solid;
  return (plateKey) => matchesWildcards(pattern, plateKey);
}

/** Gives the first of the masks that protects a plate, or undefined. */
export function protectingMask(
  masks: readonly string[],
  rules: PlateRules,
): (plateKey: PlateKey) => string | undefined {
  const compiled = masks.map((mask) => ({ mask, protects: plateMask(mask, rules) }));
  return (plateKey) => compiled.find(({ protects }) => protects(plateKey))?.mask;
}
