import { type AuditRuleId, byCodeUnit } from "../../../allowlist/index.ts";
import { type AuditFacts, isLeftToPay, objectedTo } from "./facts.ts";
import { aboutBilled, type FoundCar, type RuleChecks } from "./finding.ts";

/** What single records are suspected of. */
export const recordChecks = {
  "billed-twice": "was billed twice",
  "billed-correction": "was billed again under another subtype",
  "billed-without-plate": "was billed for parkings without a plate",
  "impossible-journey": "parked in two countries that are too far apart",
  "billed-sum-wrong": "was billed a sum that does not add up",
  "billed-sum-rounded": "was billed a sum that was rounded",
  "billed-fee-twice": "was billed a fee twice",
  "billed-time-reversed": "was billed for a time that ends before it starts",
  "billed-in-future": "was billed for a day that has not come",
  "billed-credit-positive": "was billed a credit note",
  "billed-vat-rate": "was billed a rate of VAT that is not usual",
  "billed-currency": "was billed in a currency that is not usual",
  "billed-overlap": "was billed for two parkings at the same time",
  "billed-late": "was billed late",
  "billed-inactive-user": "was billed to a parking user who is not active",
  "billed-unknown-user": "was billed to an unknown parking user",
  "billed-user-without-car": "was billed to a parking user without that car",
  "cost-center-missing": "was billed without a cost centre",
  "cost-center-other": "was billed to another cost centre",
  "billed-before-joining": "was billed before it joined",
  "billed-between-stays": "was billed between two stays",
  "billed-before-move": "was billed before it moved here",
  "billed-while-listed": "parked while the list had it still",
  "billed-not-known": "is not desired now, and was billed",
  "billed-kept": "was billed, and the policy keeps it",
  "ended-afterwards": "parked before its last day was written",
  "billed-over-daily-limit": "was billed too much on a day",
  "parked-too-long": "parked too long",
  "parked-too-often": "parked too often on a day",
  "parked-on-weekend": "parked on a weekend",
} satisfies RuleChecks;

/** Those that find only what is left to pay when refunds are taken off. */
const CHARGED: ReadonlySet<AuditRuleId> = new Set([
  "billed-before-joining",
  "billed-between-stays",
  "billed-before-move",
  "billed-while-listed",
  "billed-not-known",
]);

/** By account and plate, the records that such a rule objects to, with one of them as an example. */
export function* suspects(rule: AuditRuleId, words: string, facts: AuditFacts): Generator<FoundCar> {
  for (const one of objectedTo(facts.accounts, rule)) {
    if (CHARGED.has(rule) && !isLeftToPay(one)) continue;
    const { account, plate, objections, records } = one;
    const [{ scope }, { licenseNumber }] = [account, plate];
    // The same one, whatever order the records come in.
    const [first] = objections.toSorted(
      (left, right) => byCodeUnit(left.record.id, right.record.id) || byCodeUnit(left.example, right.example),
    );
    const { message, evidence } = aboutBilled(scope, plate, words, records);
    const which = `${records.length > 1 ? "for example, record" : "record"} ${first?.record.id}: ${first?.example}`;
    yield { scope, ...(licenseNumber && { licenseNumber }), message: `${message}; ${which}`, evidence };
  }
}
