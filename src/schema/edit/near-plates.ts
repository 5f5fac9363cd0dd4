import { type DesiredScope, type PlateKey, plateLook } from "../../allowlist/index.ts";
import type { CarPlace } from "./car-edit.ts";

/** How many plates are proposed. */
const MOST_PROPOSED = 3;

/** The cars of lists whose plates one typing error would explain: a character changed, missing, too many, or two swapped. */
export function nearPlates(plateKey: PlateKey, scopes: readonly DesiredScope[]): CarPlace[] {
  const near: CarPlace[] = [];
  for (const { scope, entries } of scopes) {
    for (const [other, { licenseNumber, source }] of entries) {
      if (other !== plateKey && isNear(plateKey, other)) near.push({ scope, licenseNumber, source });
      if (near.length === MOST_PROPOSED) return near;
    }
  }
  return near;
}

function isNear(left: PlateKey, right: PlateKey): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  const start = commonStart(left, right);
  const [a, b] = [left.slice(start), right.slice(start)];
  if (a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)) return true;
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || plateLook(left) === plateLook(right);
}

function commonStart(left: string, right: string): number {
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  return start;
}
