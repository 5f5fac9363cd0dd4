import { latinLookalike } from "./plate.ts";

const CONFUSABLE = new Map([
  ["O", "0"],
  ["I", "1"],
  ["B", "8"],
]);

/** What a plate looks like at a glance: equal for plates that differ only in O/0, I/1, B/8 or the alphabet of a letter. */
export function plateLook(plateKey: string): string {
  let look = "";
  for (const character of plateKey) {
    const latin = latinLookalike(character);
    look += CONFUSABLE.get(latin) ?? latin;
  }
  return look;
}
