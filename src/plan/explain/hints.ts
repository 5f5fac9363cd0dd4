import type { PlateKey, Scope } from "../../allowlist/index.ts";
import type { ScopeDiff } from "../difference/compare-list.ts";
import type { Change } from "../model/plan.ts";
import { correctionPairs, mayHavePairs } from "./correction.ts";

/** Cars that leave one list and enter another in the same plan: the first list, in the order of scopes, on either side. */
export interface Moves {
  readonly left: ReadonlyMap<PlateKey, Scope>;
  readonly entered: ReadonlyMap<PlateKey, Scope>;
}

/** Finds the moves among the differences of all scopes, which come in the order of scopes. */
export function movesAmong(diffs: readonly { readonly scope: Scope; readonly diff: ScopeDiff }[]): Moves {
  const left = new Map<PlateKey, Scope>();
  const entered = new Map<PlateKey, Scope>();
  if (diffs.length < 2) return { left, entered };
  for (const { scope, diff } of diffs) {
    for (const { plateKey } of diff.deletes) {
      if (!left.has(plateKey)) left.set(plateKey, scope);
    }
  }
  for (const { scope, diff } of diffs) {
    for (const { plateKey } of diff.adds) {
      if (left.has(plateKey) && !entered.has(plateKey)) entered.set(plateKey, scope);
    }
  }
  return { left, entered };
}

/** Adds to the changes of one scope what a reviewer should check: moves between lists, and likely corrections. */
export function withHints(
  changes: readonly Change[],
  moves: Moves,
  twins: ReadonlyMap<PlateKey, string>,
): readonly Change[] {
  const areAllApart = moves.left.size === 0 && moves.entered.size === 0 && twins.size === 0;
  if (areAllApart) return changes;
  return changes.map((change) => {
    const hints = [change.hint, moveHint(change, moves), correctionHint(change, twins.get(change.plateKey))];
    const hint = hints.filter((one) => one !== undefined).join("; ");
    if (hint === "") return change;
    // A new key stands first, else every object gets a hidden class of its own.
    return change.hint === undefined ? { hint, ...change } : { ...change, hint };
  });
}

function moveHint({ action, plateKey }: Change, { left, entered }: Moves): string | undefined {
  if (action === "update") return undefined;
  const other = (action === "add" ? left : entered).get(plateKey);
  if (other === undefined) return undefined;
  return action === "add" ? `moves from ${other}` : `moves to ${other}`;
}

function correctionHint({ action }: Change, twin: string | undefined): string | undefined {
  if (twin === undefined) return undefined;
  return action === "add" ? `correction? deletes ${twin}` : `correction? adds ${twin}`;
}

/** The other side's spelling for every plate that one typing error would explain. */
export function correctionTwins(adds: readonly Change[], deletes: readonly Change[]): ReadonlyMap<PlateKey, string> {
  if (!mayHavePairs(adds.length, deletes.length)) return new Map();
  const keyOf = ({ plateKey }: Change) => plateKey;
  const pairs = correctionPairs(adds.map(keyOf), deletes.map(keyOf));
  if (pairs.size === 0) return new Map();
  const spellings = new Map([...adds, ...deletes].map(({ plateKey, licenseNumber }) => [plateKey, licenseNumber]));
  return new Map([...pairs].map(([plateKey, twin]) => [plateKey, spellings.get(twin) ?? twin]));
}
