import { accountScope, DEFAULT_AUDIT_POLICY, DEFAULT_POLICY } from "../../src/allowlist/index.ts";
import { stalenessOf } from "../../src/plan/index.ts";
import { type AuditFacts, audit, ownersByPlate } from "../../src/usecases/audit/index.ts";
import { acknowledge, keyOf, planFor } from "../plan/support.ts";
import { factsOf, type Sketch } from "../usecases/audit/support.ts";
import { type Family, family, usingOnce } from "./growth.ts";

/** That many plates that no slip of the pen makes of each other. */
export function platesOf(count: number, prefix = "X"): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${String((at * 7919) % 10_000_019).padStart(8, "0")}`);
}

/**
 * That many plates of one look: O or 0 in each place. A sum of the places, modulo 2, keeps any two of them apart by two places
 * but for the last, in which each has one twin: plates of all forms would have more twins, and so more findings, the more they are.
 */
function lookAlikes(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const form = (at >> 1).toString(2).padStart(14, "0");
    const sum = form.replaceAll("0", "").length % 2;
    return `${form}${sum}${at % 2}`.replaceAll("1", "O");
  });
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

/** So many accounts, with what each has. */
function accountsWith<Value>(count: number, of: (at: number) => Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [String(at + 1), of(at)]));
}

const auditOf = (sketch: Sketch): AuditFacts => factsOf({ ...sketch, policy: { ...sketch.policy, info: false } });

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
    1_000,
    (n) => void planFor({ desired: lookAlikes(n), live: lookAlikes(n).map((plate) => `1${plate.slice(1)}`) }),
  ),
  family("plan: deletes, and as many protected plates", 2_000, (n) => protectedPlan(n, (plate) => plate)),
  family("plan: deletes, and as many protected prefixes", 2_000, (n) => protectedPlan(n, (plate) => `${plate}*`)),
  family("plan: deletes, and as many protected endings", 2_000, (n) => protectedPlan(n, (plate) => `*${plate}`)),
  family("plan: accounts, each with an acknowledgement", 1_000, (n) => {
    const {
      acknowledge: [entry],
    } = acknowledge({ deletes: 1 });
    const scopes = Object.entries(accountsWith(n, (at) => ({ desired: [`NEW${at}`], live: [`OLD${at}`] })));
    planFor({
      scopes: Object.fromEntries(scopes.map(([id, list]) => [accountScope(id), list])),
      policy: {
        acknowledge: scopes.flatMap(([id]) => (entry ? [{ ...entry, scope: accountScope(id) }] : [])),
        maxDeletes: { ...DEFAULT_POLICY.maxDeletes, percent: 0, always: 0, count: 0 },
      },
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
  family(
    "audit: plates that look alike",
    1_000,
    (n) => void audit(auditOf({ lists: { 1: { wanted: lookAlikes(n) } } })),
  ),
  family("audit: findings that are accepted one by one", 2_000, (n) => {
    const plates = pairsAlike(n);
    const accept = plates.map((licenseNumber, at) => ({
      code: "look-alike" as const,
      licenseNumber,
      reason: "pool car",
      source: { file: "fleet.yaml", line: at + 1, column: 1 },
    }));
    audit(auditOf({ lists: { 1: { wanted: plates } }, policy: { ...DEFAULT_AUDIT_POLICY, accept } }));
  }),
  family(
    "audit: one car that every account wants",
    10_000,
    (n) => void audit(auditOf({ lists: accountsWith(n, () => ({ wanted: ["AB123"] })) })),
  ),
  family("audit: the accounts that want one car", 10_000, (n) => {
    const { desired } = auditOf({ lists: accountsWith(n, () => ({ wanted: ["AB123"] })) });
    ownersByPlate(desired).get(keyOf("AB123"));
  }),
  family("audit: accounts with users and their cars", 4_000, (n) => {
    const users = [{ id: "1", status: "CLOSED" as const, cars: ["AB1", "CD2"] }];
    const lists = accountsWith(n, (at) => ({ wanted: [`AB${at}`] }));
    audit(auditOf({ lists, accounts: accountsWith(n, () => ({ users })) }));
  }),
];
