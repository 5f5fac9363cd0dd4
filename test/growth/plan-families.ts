import {
  accountScope,
  DEFAULT_AUDIT_POLICY,
  DEFAULT_INTERFACE,
  DEFAULT_POLICY,
  type DesiredScope,
  type DesiredState,
  type LiveScope,
  type Policy,
} from "../../src/allowlist/index.ts";
import { type AuditFacts, audit, ownersByPlate } from "../../src/audit/index.ts";
import { buildPlan, type Plan, stalenessOf } from "../../src/plan/index.ts";
import { acknowledge, DAY, desiredEntry, keyed, keyOf, liveEntry, planFor, TARGET } from "../plan/support.ts";
import { type Family, family, usingOnce } from "./growth.ts";

/** That many plates that no slip of the pen makes of each other. */
export function platesOf(count: number, prefix = "X"): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${String((at * 7919) % 10_000_019).padStart(8, "0")}`);
}

/** That many plates of one look: O or 0 in each place. */
function lookAlikes(count: number): string[] {
  return Array.from({ length: count }, (_, at) => at.toString(2).padStart(16, "0").replaceAll("1", "O"));
}

/** Plates of which each looks like just one other, so that there are as many findings as plates. */
function pairsAlike(count: number): string[] {
  const name = (at: number) =>
    at
      .toString(8)
      .padStart(8, "0")
      .replace(/\d/g, (digit) => "ACEFHJKP".charAt(Number(digit)));
  return Array.from({ length: count }, (_, at) => `${name(at >> 1)}${at % 2 ? "O" : "0"}`);
}

function scopeOf(baId: number, plates: readonly string[]): DesiredScope {
  return {
    scope: accountScope(String(baId)),
    source: { file: "fleet.yaml", line: baId, column: 1 },
    entries: keyed(plates.map((plate) => desiredEntry(plate))),
  };
}

function liveOf(baId: number, plates: readonly string[]): LiveScope {
  return {
    scope: accountScope(String(baId)),
    source: "list",
    entries: keyed(plates.map((plate) => liveEntry(plate))),
    unreadable: [],
  };
}

/** A plan of so many accounts, one car in each. */
export function accountsPlan(count: number, policy: Partial<Policy>): Plan {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const desired: DesiredState = {
    mode: "billing-account",
    scopes: numbers.map((baId) => scopeOf(baId, [`NEW${baId}`])),
    policy: { ...DEFAULT_POLICY, ...policy },
    interface: DEFAULT_INTERFACE,
    timeZone: "UTC",
    files: [],
  };
  const live = numbers.map((baId) => liveOf(baId, [`OLD${baId}`]));
  return buildPlan({
    desired,
    live: { scopes: new Map(live.map((one) => [one.scope, one])), fleet: undefined, memory: new Map() },
    target: TARGET,
    day: DAY,
    now: 0,
    allowances: {},
    scopes: desired.scopes.map(({ scope }) => scope),
    diagnostics: [],
  });
}

function factsOf(desired: readonly DesiredScope[], wholly: Partial<AuditFacts> = {}): AuditFacts {
  return {
    mode: "billing-account",
    policy: DEFAULT_AUDIT_POLICY,
    plates: DEFAULT_INTERFACE,
    isProtected: () => false,
    day: DAY,
    from: DAY,
    desired,
    lists: desired.map((one) => ({ desired: one })),
    accounts: [],
    ...wholly,
  };
}

function protectedPlan(count: number, masks: (plate: string, at: number) => string): void {
  const live = platesOf(count);
  const plates = platesOf(count, "Y").map(masks);
  planFor({ live, policy: { protect: { customerCare: true, plates } } });
}

function spellingsOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const places = at.toString(2).padStart(15, "0");
    return [..."AB12345678901234"].map((letter, place) => (places[place] === "1" ? `${letter}-` : letter)).join("");
  });
}

/** Plans, guards, approved plans and audits. */
export const planFamilies: readonly Family[] = [
  family(
    "plan: cars to add and to delete that are one slip apart",
    1_000,
    (n) => void planFor({ desired: platesOf(n, "A"), live: platesOf(n, "8") }),
  ),
  family(
    "plan: cars to add and to delete that look alike",
    8_000,
    (n) => void planFor({ desired: lookAlikes(n), live: lookAlikes(n).map((plate) => `1${plate.slice(1)}`) }),
  ),
  family("plan: deletes, and as many protected plates", 2_000, (n) => protectedPlan(n, (plate) => plate)),
  family("plan: deletes, and as many protected prefixes", 2_000, (n) => protectedPlan(n, (plate) => `${plate}*`)),
  family("plan: deletes, and as many protected endings", 2_000, (n) => protectedPlan(n, (plate) => `*${plate}`)),
  family("plan: accounts, each with an acknowledgement", 1_000, (n) => {
    const { acknowledge: entries } = acknowledge({});
    const of = (at: number) => entries.map((one) => ({ ...one, scope: accountScope(String(at + 1)), deletes: 1 }));
    accountsPlan(n, {
      acknowledge: Array.from({ length: n }, (_, at) => of(at)).flat(),
      maxDeletes: { percent: 0, always: 0, count: 0 },
    });
  }),
  family(
    "plan: one car that the list holds under many spellings",
    2_000,
    (n) => void planFor({ live: [{ plate: "AB12345678901234", otherSpellings: spellingsOf(n).slice(1).sort() }] }),
  ),
  family(
    "approved plan: changes that are compared with those of now",
    4_000,
    usingOnce(
      (n) => planFor({ desired: platesOf(n) }),
      (plan) => stalenessOf(plan, plan),
    ),
  ),
  family("audit: plates that look alike", 2_000, (n) => void audit(factsOf([scopeOf(1, lookAlikes(n))]))),
  family("audit: findings that are accepted one by one", 2_000, (n) => {
    const plates = pairsAlike(n);
    const accept = plates.map((licenseNumber, at) => ({
      code: "look-alike" as const,
      licenseNumber,
      reason: "pool car",
      source: { file: "fleet.yaml", line: at + 1, column: 1 },
    }));
    audit(factsOf([scopeOf(1, plates)], { policy: { ...DEFAULT_AUDIT_POLICY, accept } }));
  }),
  family(
    "audit: one car that every account wants",
    10_000,
    (n) => void audit(factsOf(Array.from({ length: n }, (_, at) => scopeOf(at + 1, ["AB123"])))),
  ),
  family("audit: the accounts that want one car", 10_000, (n) => {
    const owners = ownersByPlate(Array.from({ length: n }, (_, at) => scopeOf(at + 1, ["AB123"])));
    owners.get(keyOf("AB123"));
  }),
  family("audit: accounts with users and their cars", 4_000, (n) => {
    const desired = Array.from({ length: n }, (_, at) => scopeOf(at + 1, [`AB${at}`]));
    const users = [{ id: "1", status: "CLOSED" as const, cars: ["AB1", "CD2"] }];
    audit(factsOf(desired, { accounts: desired.map((one) => ({ scope: one.scope, desired: one, users })) }));
  }),
];
