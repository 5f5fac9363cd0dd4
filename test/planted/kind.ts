import type { AuditRuleId } from "../../src/allowlist/index.ts";
import type { Town, TownAccount, TownMode, TownRecord } from "./town.ts";

/** A finding that an audit must have, with exactly these records. */
export interface Expected {
  readonly rule: AuditRuleId;
  readonly scope: string;
  /** The plate as the finding names it; else the id of its parking user; else nothing. */
  readonly about?: string;
  /** Absent: the finding names no amounts. */
  readonly records?: readonly TownRecord[];
}

/** Something that is wrong in a town, or that is right and looks wrong. */
export interface Kind {
  readonly name: string;
  /** The rule that must find it; absent for what is right. */
  readonly rule?: AuditRuleId;
  /** Absent: both. */
  readonly mode?: TownMode;
  /** Plants it once more; gives what an audit must find. `turn` counts from 0. */
  readonly plant: (town: Town, account: TownAccount, turn: number) => readonly Expected[];
}

/** A finding about a plate on an account. */
export function found(
  rule: AuditRuleId,
  { scope }: { readonly scope: string },
  about: string,
  records?: readonly TownRecord[],
): Expected {
  return { rule, scope, about, ...(records && { records }) };
}

/** What comes next in turn. */
export function inTurn<const Items extends readonly [unknown, ...unknown[]]>(
  items: Items,
  turn: number,
): Items[number] {
  return items[turn % items.length] ?? items[0];
}
