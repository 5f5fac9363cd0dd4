import type { AuditRuleId } from "../../src/schema/audit-rules/index.ts";
import type { Town, TownAccount, TownMode, TownRecord } from "./town.ts";

/** What knows when cars came and left: git and the journal, or one of them alone. */
export type Sources = "both" | "git" | "journal";

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
  /** The rule in its place where one source alone knows of cars. */
  readonly alone?: Partial<Record<Sources, AuditRuleId | "none">>;
  /** By which sources the records that the rule finds are claimed; for what is wrong whatever the files say, by all; else by none. */
  readonly claimed?: readonly Sources[];
  /** By which sources they are asked about; `never`: and not claimed, whatever claims may rest on. */
  readonly asked?: readonly Sources[];
  readonly never?: true;
  /** Absent: both. */
  readonly mode?: TownMode;
  /** Plants it once more; gives what an audit must find. `turn` counts from 0. */
  readonly plant: (town: Town, account: TownAccount, turn: number) => readonly Expected[];
}

/** All of them. */
export const SOURCES = ["both", "git", "journal"] as const satisfies readonly Sources[];

const WRONG_BY_ITSELF: readonly (AuditRuleId | undefined)[] = ["billed-twice", "billed-sum-wrong", "billed-fee-twice"];

/** What an audit must find where these sources know of cars. */
export function expectedBy(
  sources: Sources,
  { rule, alone }: Kind,
  expected: readonly Expected[],
): readonly Expected[] {
  const other = alone?.[sources];
  return expected.flatMap((one) => {
    if (!other || one.rule !== rule) return one;
    return other === "none" ? [] : { ...one, rule: other };
  });
}

/** Ids of the records that must be claimed, and of those that must be asked about, in order; those of 0 are neither. */
export function claimedBy(
  sources: Sources,
  { rule, claimed = WRONG_BY_ITSELF.includes(rule) ? SOURCES : [], asked = [] }: Kind,
  expected: readonly Expected[],
): { readonly claims: readonly number[]; readonly questions: readonly number[] } {
  const ids = expected.flatMap((one) =>
    one.rule === rule ? (one.records ?? []).filter(({ gross }) => gross !== 0).map(({ id }) => id) : [],
  );
  return { claims: claimed.includes(sources) ? ids : [], questions: asked.includes(sources) ? ids : [] };
}

/** What a car has no more whose last day is over. */
export const PAST = ["listed", "fleet", "holder", "parking"] as const;

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
