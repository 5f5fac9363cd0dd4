import { byCodeUnit } from "../../../allowlist/index.ts";
import { AUDIT_RULE_TABLE, type RecordRule } from "../../../schema/audit-rules/index.ts";
import type { Objection } from "../billing/record.ts";
import { type AuditFacts, isLeftToPay, objectedTo } from "./facts.ts";
import { aboutBilled, type FoundCar } from "./finding.ts";

/** By account and plate, the records that such a rule objects to, with one of them as an example. */
export function* suspects(rule: RecordRule, facts: AuditFacts): Generator<FoundCar> {
  const { title: name, judges } = AUDIT_RULE_TABLE[rule];
  const title = name.replace(/^./, (letter) => letter.toLowerCase());
  const words = title.startsWith("billed") ? `was ${title}` : title;
  for (const one of objectedTo(facts.accounts, rule)) {
    if (judges === "charges" && !isLeftToPay(one)) continue;
    const { objections, records } = one;
    // The same one, whatever order the records come in.
    const first = objections.reduce((least, one) => (inOrder(one, least) < 0 ? one : least));
    const found = aboutBilled(one, words);
    const which = `${records.length > 1 ? "for example, record" : "record"} ${first.record.id}: ${first.example}`;
    yield { ...found, message: `${found.message}; ${which}` };
  }
}

function inOrder(left: Objection, right: Objection): number {
  return byCodeUnit(left.record.id, right.record.id) || byCodeUnit(left.example, right.example);
}
