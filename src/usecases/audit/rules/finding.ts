import { hash } from "node:crypto";
import { type DesiredEntry, formatSource } from "../../../allowlist/index.ts";
import type { AuditDocument } from "../../../documents/index.ts";
import { sumsInWords } from "../../../documents/index.ts";
import { AUDIT_RULE_TABLE, type AuditRuleId, type AuditRuleRow } from "../../../schema/audit-rules/index.ts";
import { billedInWords, billedOf } from "../billing/billed-sum.ts";
import { CurrencySums } from "../billing/currency-sums.ts";
import type { AuditFacts, ObjectedPlate, ScopedEntry } from "./facts.ts";

/** One thing that is not as it should be, as the document of an audit has it. */
export type Finding = AuditDocument["findings"][number];

/** What a finding rests on. */
export type Evidence = Finding["evidence"];

/** One car that a rule objects to; or a whole account, without a plate. */
export type FoundCar = Pick<Finding, "scope" | "licenseNumber" | "message" | "evidence" | "verdict">;

/** By the rules' names, how they find the cars, or accounts, that they report; a check looks only at what was read. */
export type RuleChecks = Readonly<Partial<Record<AuditRuleId, (facts: AuditFacts) => Iterable<FoundCar>>>>;

/** A finding about a desired car, with its place in the fleet file. */
export function aboutDesired({ scope, entry }: ScopedEntry, message: string, more: Evidence = {}): FoundCar {
  const evidence = { source: formatSource(entry.source), ...more };
  return { scope, licenseNumber: entry.licenseNumber, message, evidence };
}

/** A finding about what a plate was billed, and what is done about its records; `words` come before the sum. */
export function aboutBilled(
  { rule, account: { scope, verdicts }, plate: { licenseNumber }, records }: ObjectedPlate,
  words: string,
  more: Evidence = {},
): FoundCar {
  const { claim }: AuditRuleRow = AUDIT_RULE_TABLE[rule];
  const known = claim ? records.map((record) => verdicts?.records.get(record)) : [];
  const own = known.filter((one) => one?.rules.includes(rule));
  const verdict = own.find((one) => one?.kind === "claim")?.kind ?? own[0]?.kind;
  const billed = billedOf(records);
  const credits = records.filter(({ amountIncludingVat }) => amountIncludingVat.startsWith("-"));
  const sums = () => sumsInWords(new CurrencySums(credits).list()).replaceAll("-", "");
  const off = credits.length > 0 ? `, credits of ${sums()} taken off` : "";
  const message = `${words}: ${billedInWords(billed)}${off}`;
  const evidence = { ...more, billed };
  return { scope, ...(licenseNumber && { licenseNumber }), message, evidence, ...(verdict && { verdict }) };
}

/** A desired car as the other one of a finding. */
export function placeOf({ licenseNumber, source }: DesiredEntry) {
  return { licenseNumber, source: formatSource(source) };
}

/** Hexadecimal digits of an id: enough for a fleet's findings of many years. */
const ID_LENGTH = 16;

/**
 * A stable id: of the rule, the list or account, the plate, and the user or other plate in question. Amounts, days, places in
 * files and the order of findings do not matter.
 */
export function findingIdOf(rule: AuditRuleId, car: FoundCar): string {
  const { scope, licenseNumber = "", evidence } = car;
  const parts = [rule, scope, licenseNumber, evidence.user?.id ?? "", evidence.other?.licenseNumber ?? ""];
  return hash("sha256", JSON.stringify(parts)).slice(0, ID_LENGTH);
}
