import {
  type Acceptance,
  Acceptances,
  type AuditPolicy,
  type AuditRuleId,
  type AuditSeverity,
  type AuditSource,
  compareScopes,
  formatSource,
  type OutdatedAcceptance,
  runsRule,
  severityOf,
} from "../allowlist/index.ts";
import { type Amount, CurrencySums } from "./billing/currency-sums.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type AuditFacts, isLookedAt, isSourceRead } from "./rules/facts.ts";
import { type AuditNote, type AuditRule, type Finding, type FoundCar, findingIdOf } from "./rules/finding.ts";
import { AUDIT_RULES } from "./rules/index.ts";

/** A rule that was checked. */
export interface CheckedRule {
  readonly rule: AuditRuleId;
  readonly severity: AuditSeverity;
  readonly explanation: string;
  readonly fix: string;
}

/** How often a checked rule found something that is not accepted, and what the records of that add up to, by currency. */
export interface RuleTotal {
  readonly rule: AuditRuleId;
  readonly count: number;
  readonly amounts?: readonly Amount[];
}

/** A rule that is on and could not be checked, with the reason. */
export interface UncheckedRule {
  readonly rule: AuditRuleId;
  readonly reason: string;
}

/** What an audit found. */
export interface AuditResult {
  readonly rules: readonly CheckedRule[];
  readonly unchecked: readonly UncheckedRule[];
  /** Rules of severity info, where the audit was not asked for them; absent where there are none. */
  readonly notRun?: readonly { readonly rule: AuditRuleId }[];
  /** Errors first; then by rule, scope and plate. */
  readonly findings: readonly Finding[];
  /** One for each checked rule, in the order of `rules`. */
  readonly totals: readonly RuleTotal[];
  readonly coverage: Coverage;
  readonly notes: readonly AuditNote[];
}

const SEVERITY_ORDER: Record<AuditSeverity, number> = { error: 0, warning: 1, info: 2 };

const NOT_READ: Record<AuditSource, string> = {
  lists: "no list was read",
  fleet: "the fleet cars were not read",
  users: "no parking users were read",
  billing: "no billing records were read",
  state: "the state was not read",
  accounts: "the accounts of the server were not read, or not all of the fleet file's were looked at",
};

/** Checks every rule that runs. Same facts, same result, in the same order. */
export function audit(facts: AuditFacts): AuditResult {
  const rules: CheckedRule[] = [];
  const unchecked: UncheckedRule[] = [];
  const findings: Finding[] = [];
  const acceptances = new Acceptances(facts.policy.accept, facts.plates, facts.day);
  for (const { rule, severity } of activeRules(facts.policy)) {
    const { id, explanation, fix } = rule;
    const reason = reasonNotToCheck(rule, facts);
    if (reason !== undefined) {
      unchecked.push({ rule: id, reason });
      continue;
    }
    rules.push({ rule: id, severity, explanation, fix });
    for (const car of [...rule.find(facts)].sort(inOrder)) {
      const accepted = acceptedIn(acceptances, id, car);
      const findingId = findingIdOf(id, car);
      findings.push({ findingId, rule: id, severity, ...car, ...(accepted && { accepted }) });
    }
  }
  const checked = new Set(rules.map(({ rule }) => rule));
  const isLooked = ({ code, scope }: Acceptance<AuditRuleId>) =>
    checked.has(code) && (scope === undefined || isLookedAt(code, scope, facts));
  const notes = acceptances.outdated(isLooked).map(noteOf);
  const totals = totalsOf(
    rules,
    findings.filter(({ accepted }) => !accepted),
  );
  const notRun = rulesThatAreOn(facts.policy).flatMap(({ rule: { id } }) =>
    runsRule(id, facts.policy) ? [] : [{ rule: id }],
  );
  const coverage = coverageOf(facts, findings);
  return { rules, unchecked, ...(notRun.length > 0 && { notRun }), findings, totals, coverage, notes };
}

function acceptedIn(acceptances: Acceptances<AuditRuleId>, rule: AuditRuleId, car: FoundCar): Finding["accepted"] {
  const found = acceptances.find({ code: rule, ...car });
  if (!found) return undefined;
  const { reason, until, source } = found;
  return { reason, source: formatSource(source), ...(until !== undefined && { until }) };
}

function noteOf({ acceptance: { code, until, source }, why }: OutdatedAcceptance<AuditRuleId>): AuditNote {
  const what =
    why === "past"
      ? `ended on ${until}: remove it, or give it a later day`
      : "accepts no finding: remove it, or correct it";
  const message = `this entry of policy.audit.accept for ${code} ${what}`;
  return { code: `acceptance-${why}`, message, source: formatSource(source) };
}

/** What must be read for the rules that run. */
export function sourcesNeeded(policy: AuditPolicy): ReadonlySet<AuditSource> {
  return new Set(activeRules(policy).flatMap(({ rule }) => rule.needs));
}

/** The rules that run and whose records are claimed, the most severe first. */
export function claimRules(policy: AuditPolicy): readonly AuditRuleId[] {
  return activeRules(policy).flatMap(({ rule }) => (rule.claim === undefined ? [] : [rule.id]));
}

/** Whether a severity is at least as high as another one. */
export function isAtLeast(severity: AuditSeverity, floor: AuditSeverity): boolean {
  return SEVERITY_ORDER[severity] <= SEVERITY_ORDER[floor];
}

interface ActiveRule {
  readonly rule: AuditRule;
  readonly severity: AuditSeverity;
}

function activeRules(policy: AuditPolicy): ActiveRule[] {
  return rulesThatAreOn(policy).filter(({ rule }) => runsRule(rule.id, policy));
}

function rulesThatAreOn(policy: AuditPolicy): ActiveRule[] {
  return AUDIT_RULES.flatMap((rule) => {
    const severity = severityOf(rule.id, policy);
    return severity === "off" || rule.isSet?.(policy.limits) === false ? [] : [{ rule, severity }];
  }).sort((left, right) => SEVERITY_ORDER[left.severity] - SEVERITY_ORDER[right.severity]);
}

function reasonNotToCheck(rule: AuditRule, facts: AuditFacts): string | undefined {
  const absent = rule.needs.find((source) => !isSourceRead(source, undefined, facts));
  return absent === undefined ? rule.lacks?.(facts) : NOT_READ[absent];
}

// Of one rule; the most severe rules come first, and those of one severity in the order of the table.
function inOrder(left: FoundCar, right: FoundCar): number {
  return (
    (left.scope === right.scope ? 0 : compareScopes(left.scope, right.scope)) ||
    byCodeUnit(left.licenseNumber ?? "", right.licenseNumber ?? "") ||
    byCodeUnit(left.message, right.message)
  );
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function totalsOf(rules: readonly CheckedRule[], findings: readonly Finding[]): RuleTotal[] {
  const totals = new Map(rules.map(({ rule }) => [rule, { count: 0, sums: new CurrencySums() }]));
  for (const { rule, evidence } of findings) {
    const total = totals.get(rule);
    if (!total) continue;
    total.count += 1;
    for (const amount of evidence.billed?.amounts ?? []) total.sums.add(amount);
  }
  return [...totals].map(([rule, { count, sums }]) => {
    const amounts = sums.list();
    return { rule, count, ...(amounts.length > 0 && { amounts }) };
  });
}
