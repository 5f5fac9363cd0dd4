import { latinLookalike, type PlateKey, type PlateRules } from "../allowlist/index.ts";

/**
 * Compiles a mask of `policy.protect.plates`: `*` is any run of characters, `?` any one; what does not
 * distinguish plates does not distinguish masks. Backtracks to the last `*` only, so that no mask can be slow (S25).
 */
export function plateMask(mask: string, rules: PlateRules): (plateKey: PlateKey) => boolean {
  const solid = mask
    .normalize("NFC")
    .replace(/[ .\-·]/gu, "")
    .toUpperCase();
  const pattern = rules.foldLookalikes ? [...solid].map(latinLookalike).join("") : solid;
  return (plateKey) => matches(pattern, plateKey);
}

/** Gives the first of the masks that protects a plate, or undefined. */
export function protectingMask(
  masks: readonly string[],
  rules: PlateRules,
): (plateKey: PlateKey) => string | undefined {
  const compiled = masks.map((mask) => ({ mask, protects: plateMask(mask, rules) }));
  return (plateKey) => compiled.find(({ protects }) => protects(plateKey))?.mask;
}

function matches(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let read = 0;
  while (read < text.length) {
    if (at < pattern.length && (pattern[at] === "?" || (pattern[at] === text[read] && pattern[at] !== "*"))) {
      at += 1;
      read += 1;
    } else if (pattern[at] === "*") {
      star = at;
      resume = read;
      at += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      read = resume;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
