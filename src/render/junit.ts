import { groupBy } from "../runtime/group-by.ts";
import type { AuditDocument, PlanDocument, ReportDocument } from "../schema/index.ts";
import { type AuditFinding, acceptanceInWords, setAsideLines } from "./audit/phrases.ts";
import { truncate } from "./escape/visible.ts";
import { junitXml, type TestCase, type TestSuite } from "./junit-xml.ts";
import { guardInFull } from "./text/guard-words.ts";
import {
  CHANGED_MEANWHILE,
  type ChangedCar,
  changeInWords,
  DRIFT,
  type PlannedGuard,
  type PlannedScope,
  type ReportedResult,
  scopeInWords,
} from "./text/phrases.ts";

/** A plan as JUnit XML: a suite for each scope and for all together, a case for each guard and each change. A tripped guard is a failure. */
export function planJunit(plan: PlanDocument): string {
  const guards = groupBy(plan.guards, ({ scope }) => scope);
  const together = guards.get("all") ?? [];
  const caseOf = (guard: PlannedGuard) => guardCase(guard, plan);
  const suites = [
    ...(together.length > 0 ? [{ name: scopeInWords("all"), cases: together.map(caseOf) }] : []),
    ...plan.scopes.map((scope) => ({
      name: scopeInWords(scope.scope),
      cases: [...(guards.get(scope.scope) ?? []).map(caseOf), ...changeCases(scope)],
    })),
  ];
  return junitXml(suites, plan.createdAt);
}

function guardCase(guard: PlannedGuard, plan: PlanDocument): TestCase {
  const name = `guard ${guard.rule}`;
  if (!guard.tripped) return { name };
  const message = guardInFull(guard, plan.scopes);
  return { name, problem: { kind: "failure", type: guard.rule, message } };
}

function changeCases(scope: PlannedScope): TestCase[] {
  return scope.changes.map((change) => ({ name: changeInWords(change) }));
}

/** Short enough to leave room for the trace id, which is what the server's people ask for. */
const LONGEST_ERROR = 300;

/** A report as JUnit XML: rejected is a failure, as is a car that somebody else changed; unknown is an error, not sent is skipped. */
export function reportJunit(report: ReportDocument): string {
  const suites = report.scopes.map(({ scope, results, changedMeanwhile = [] }) => ({
    name: scopeInWords(scope),
    cases: [...results.map(resultCase), ...changedMeanwhile.map(changedCase)],
  }));
  return junitXml(suites, report.finishedAt);
}

function changedCase({ licenseNumber, drift }: ChangedCar): TestCase {
  const problem = { kind: "failure", type: CHANGED_MEANWHILE, message: DRIFT[drift].text } as const;
  return { name: `${DRIFT[drift].sign} ${licenseNumber}`, problem };
}

function resultCase(result: ReportedResult): TestCase {
  const name = changeInWords(result);
  const trace = result.traceId === undefined ? "" : ` (traceId ${result.traceId})`;
  const type = result.outcome;
  const message = `${truncate(result.error ?? result.outcome, LONGEST_ERROR)}${trace}`;
  switch (result.outcome) {
    case "verified":
    case "acknowledged":
      return { name };
    case "rejected":
      return { name, problem: { kind: "failure", type, message } };
    case "unknown":
      return { name, problem: { kind: "error", type, message } };
    case "not-sent":
      return { name, problem: { kind: "skipped", type, message } };
  }
}

/**
 * An audit as JUnit XML: a suite for each rule. An error or a warning is a failure, an info is skipped; a rule that found
 * nothing has one case that passed, one that is accepted or was there in the earlier audit is skipped, one that was not checked has one that was skipped, and what could not be read is an error.
 */
export function auditJunit(audit: AuditDocument): string {
  const present = audit.findings.filter(({ status }) => status !== "gone");
  const findings = groupBy(present, ({ rule }) => rule);
  const checked = audit.rules.map(({ rule, fix }): TestSuite => {
    const own = findings.get(rule);
    return { name: rule, cases: own ? own.map((finding) => findingCase(finding, fix)) : [{ name: "no findings" }] };
  });
  const unchecked = audit.unchecked.map(({ rule, reason }): TestSuite => {
    return { name: rule, cases: [{ name: "not checked", problem: { kind: "skipped", type: rule, message: reason } }] };
  });
  const unread = audit.failures.map(({ scope, message }): TestCase => {
    return { name: scopeInWords(scope), problem: { kind: "error", type: "not-read", message } };
  });
  for (const message of setAsideLines(audit)) {
    unread.push({ name: "set aside", problem: { kind: "error", type: "set-aside", message } });
  }
  const reading = unread.length > 0 ? [{ name: "reading", cases: unread }] : [];
  return junitXml([...checked, ...unchecked, ...reading], audit.createdAt);
}

function findingCase(finding: AuditFinding, fix: string): TestCase {
  const { rule, severity, scope, licenseNumber = "", status, accepted, evidence } = finding;
  const kind = severity === "info" || status === "still" || accepted ? "skipped" : "failure";
  const known = accepted ? `${acceptanceInWords(finding)}: ` : status === undefined ? "" : `${status}: `;
  const message = `${known}${finding.message}`;
  const details = [...(evidence.source === undefined ? [] : [evidence.source]), `fix: ${fix}`];
  return {
    name: `${licenseNumber} ${scopeInWords(scope)}`.trim(),
    problem: { kind, type: rule, message, ...(kind === "failure" && { details }) },
  };
}
