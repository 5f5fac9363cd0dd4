import {
  type Acceptance,
  Acceptances,
  type AuditPolicy,
  type AuditSeverity,
  byCodeUnit,
  compareScopes,
  formatSource,
  type OutdatedAcceptance,
} from "../../allowlist/index.ts";
import type { AuditDocument } from "../../documents/index.ts";
import { groupBy } from "../../run/collections.ts";
import { type AuditRuleId, type AuditSource, runsRule, severityOf } from "../../schema/audit-rules/index.ts";
import { askedBy } from "./addressees.ts";
import { CurrencySums } from "./billing/currency-sums.ts";
import type { Verdict } from "./billing/verdict.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type AuditFacts, isLookedAt, reasonNotToCheck } from "./rules/facts.ts";
import { type Finding, type FoundCar, findingIdOf } from "./rules/finding.ts";
import { AUDIT_RULES, foundBy } from "./rules/index.ts";

/** What an audit found: the parts of its document that follow from the facts. */
export interface AuditResult
  extends Pick<AuditDocument, "rules" | "unchecked" | "notRun" | "findings" | "totals" | "verdicts"> {
  readonly coverage: Coverage;
  /** About entries that accept findings. */
  readonly warnings: AuditDocument["warnings"];
}

const SEVERITIES: readonly AuditSeverity[] = ["error", "warning", "info"];

/**
 * Checks every rule that runs. Same facts, same result, in the same order: errors first; then by rule, scope and plate.
 */
export function audit(facts: AuditFacts): AuditResult {
  const { policy, plates, day } = facts;
  const acceptances = new Acceptances(policy.accept, plates, day);
  const on = rulesThatAreOn(policy);
  const running = on.filter(({ rule }) => runsRule(rule, policy));
  const notRun = on.flatMap(({ rule }) => (runsRule(rule, policy) ? [] : [{ rule }]));
  const reasons = new Map(running.map(({ rule }) => [rule, reasonNotToCheck(rule, facts)]));
  const unchecked = [...reasons].flatMap(([rule, reason]) => (reason === undefined ? [] : [{ rule, reason }]));
  const rules = running.filter(({ rule }) => reasons.get(rule) === undefined);
  const findings = rules.flatMap(({ rule, severity }) =>
    [...foundBy(rule, facts)].sort(inOrder).map(({ verdict, ...car }): Finding => {
      const accepted = acceptedIn(acceptances, rule, car);
      const done = accepted ? { accepted } : verdict && { verdict };
      return { findingId: findingIdOf(rule, car), rule, severity, ...car, ...done };
    }),
  );
  const isLooked = ({ code, scope }: Acceptance<string>) =>
    rules.some(({ rule }) => rule === code && (scope === undefined || isLookedAt(rule, scope, facts)));
  return {
    rules,
    unchecked,
    ...(notRun.length > 0 && { notRun }),
    findings,
    totals: totalsOf(rules, findings),
    ...verdictsIn(facts),
    coverage: coverageOf(facts, findings),
    warnings: acceptances.outdated(isLooked).map(outdatedWarning),
  };
}

function acceptedIn(acceptances: Acceptances<string>, rule: AuditRuleId, car: FoundCar): Finding["accepted"] {
  const found = acceptances.find({ code: rule, ...car });
  if (!found) return undefined;
  const { reason, until, source } = found;
  return { reason, source: formatSource(source), ...(until !== undefined && { until }) };
}

function verdictsIn({ accounts }: AuditFacts): Pick<AuditResult, "verdicts"> {
  if (accounts.every(({ verdicts }) => !verdicts)) return {};
  const counts = { claim: 0, question: 0 };
  const sums = { claim: new CurrencySums(), question: new CurrencySums() };
  for (const { verdicts } of accounts)
    for (const [record, { kind, rule }] of verdicts?.records ?? []) {
      counts[kind] += 1;
      if (askedBy(rule) === "refund") sums[kind].add(record);
    }
  const sumOf = (kind: Verdict["kind"]) => ({ records: counts[kind], amounts: sums[kind].list() });
  return { verdicts: { claims: sumOf("claim"), questions: sumOf("question") } };
}

function outdatedWarning({ acceptance: { code, until, source }, why }: OutdatedAcceptance<string>) {
  const what =
    why === "past"
      ? `ended on ${until}: remove it, or give it a later day`
      : "accepts no finding: remove it, or correct it";
  const message = `this entry of policy.audit.accept for ${code} ${what}`;
  return { code: `acceptance-${why}`, message, source: formatSource(source) };
}

/** What must be read for the rules that run. */
export function sourcesNeeded(policy: AuditPolicy): ReadonlySet<AuditSource> {
  return new Set(AUDIT_RULES.flatMap(({ id, needs }) => (runsRule(id, policy) ? needs : [])));
}

/** The rules that run and whose records are claimed, the most severe first. */
export function claimRules(policy: AuditPolicy): readonly AuditRuleId[] {
  const claimed = new Set(AUDIT_RULES.flatMap(({ id, claim }) => (claim && runsRule(id, policy) ? id : [])));
  return rulesThatAreOn(policy).flatMap(({ rule }) => (claimed.has(rule) ? rule : []));
}

/** Whether a severity is at least as high as another one. */
export function isAtLeast(severity: AuditSeverity, floor: AuditSeverity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(floor);
}

/** The most severe come first, and those of one severity in the order of the table. */
function rulesThatAreOn(policy: AuditPolicy): AuditResult["rules"] {
  const rules = AUDIT_RULES.map(({ id, title, explanation, fix }) => ({ rule: id, title, explanation, fix }));
  return SEVERITIES.flatMap((severity) =>
    rules.flatMap((one) => (severityOf(one.rule, policy) === severity ? [{ ...one, severity }] : [])),
  );
}

// Of one rule.
function inOrder(left: FoundCar, right: FoundCar): number {
  return (
    (left.scope === right.scope ? 0 : compareScopes(left.scope, right.scope)) ||
    byCodeUnit(left.licenseNumber ?? "", right.licenseNumber ?? "") ||
    byCodeUnit(left.message, right.message)
  );
}

/** How often each rule found something that is not accepted, and what the records of that add up to. */
function totalsOf(rules: AuditResult["rules"], findings: readonly Finding[]): AuditResult["totals"] {
  const open = groupBy(
    findings.filter(({ accepted }) => !accepted),
    ({ rule }) => rule,
  );
  return rules.map(({ rule }) => {
    const own = open.get(rule) ?? [];
    const amounts = new CurrencySums(own.flatMap(({ evidence }) => evidence.billed?.amounts ?? [])).list();
    return { rule, count: own.length, ...(amounts.length > 0 && { amounts }) };
  });
}
