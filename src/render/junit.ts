import { groupBy } from "../runtime/group-by.ts";
import type { AuditDocument, PlanDocument, ReportDocument } from "../schema/index.ts";
import { type AuditFinding, acceptanceInWords, setAsideLines } from "./audit/phrases.ts";
import { xmlText } from "./escape/html.ts";
import { truncate } from "./escape/visible.ts";
import {
  changeInWords,
  guardInWords,
  type PlannedGuard,
  type PlannedScope,
  type ReportedResult,
  scopeInWords,
  TO_ALLOW,
} from "./phrases.ts";

/** A plan as JUnit XML: a suite for each scope and for all together, a case for each guard and each change. A tripped guard is a failure. */
export function planJunit(plan: PlanDocument): string {
  const guards = groupBy(plan.guards, ({ scope }) => scope);
  const together = guards.get("all") ?? [];
  return junitXml([
    ...(together.length > 0 ? [{ name: scopeInWords("all"), cases: together.map(guardCase) }] : []),
    ...plan.scopes.map((scope) => ({
      name: scopeInWords(scope.scope),
      cases: [...(guards.get(scope.scope) ?? []).map(guardCase), ...changeCases(scope)],
    })),
  ]);
}

function guardCase(guard: PlannedGuard): TestCase {
  const name = `guard ${guard.rule}`;
  if (!guard.tripped) return { name };
  return { name, problem: { kind: "failure", message: `${guardInWords(guard)}; ${TO_ALLOW} ${guard.override}` } };
}

function changeCases(scope: PlannedScope): TestCase[] {
  return scope.changes.map((change) => ({ name: changeInWords(change) }));
}

/** Short enough to leave room for the trace id, which is what the server's people ask for. */
const LONGEST_ERROR = 300;

/** A report as JUnit XML: rejected is a failure, unknown an error, not sent is skipped. */
export function reportJunit(report: ReportDocument): string {
  return junitXml(
    report.scopes.map((scope) => ({ name: scopeInWords(scope.scope), cases: scope.results.map(resultCase) })),
  );
}

function resultCase(result: ReportedResult): TestCase {
  const name = changeInWords(result);
  const trace = result.traceId === undefined ? "" : ` (traceId ${result.traceId})`;
  const message = `${truncate(result.error ?? result.outcome, LONGEST_ERROR)}${trace}`;
  switch (result.outcome) {
    case "verified":
    case "acknowledged":
      return { name };
    case "rejected":
      return { name, problem: { kind: "failure", message } };
    case "unknown":
      return { name, problem: { kind: "error", message } };
    case "not-sent":
      return { name, problem: { kind: "skipped", message } };
  }
}

/**
 * An audit as JUnit XML: a suite for each rule. An error or a warning is a failure, an info is skipped; a rule that found
 * nothing has one case that passed, one that is accepted or was there in the earlier audit is skipped, one that was not checked has one that was skipped, and what could not be read is an error.
 */
export function auditJunit(audit: AuditDocument): string {
  const present = audit.findings.filter(({ status }) => status !== "gone");
  const findings = groupBy(present, ({ rule }) => rule);
  const checked = audit.rules.map(({ rule }): TestSuite => {
    const own = findings.get(rule);
    return { name: rule, cases: own ? own.map(findingCase) : [{ name: "no findings" }] };
  });
  const unchecked = audit.unchecked.map(({ rule, reason }): TestSuite => {
    return { name: rule, cases: [{ name: "not checked", problem: { kind: "skipped", message: reason } }] };
  });
  const unread = audit.failures.map(({ scope, message }): TestCase => {
    return { name: scopeInWords(scope), problem: { kind: "error", message } };
  });
  for (const message of setAsideLines(audit)) unread.push({ name: "set aside", problem: { kind: "error", message } });
  return junitXml([...checked, ...unchecked, ...(unread.length > 0 ? [{ name: "reading", cases: unread }] : [])]);
}

function findingCase(finding: AuditFinding): TestCase {
  const { severity, scope, licenseNumber = "", message, status, accepted } = finding;
  const kind = severity === "info" || status === "still" || accepted ? "skipped" : "failure";
  const known = accepted ? `${acceptanceInWords(finding)}: ` : status === undefined ? "" : `${status}: `;
  return { name: `${licenseNumber} ${scopeInWords(scope)}`.trim(), problem: { kind, message: `${known}${message}` } };
}

/** One test case: it passed unless it says otherwise. */
interface TestCase {
  readonly name: string;
  readonly problem?: { readonly kind: "failure" | "error" | "skipped"; readonly message: string };
}

/** Test cases that belong together. */
interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/** Suites as JUnit XML, as GitLab, Jenkins and Azure read it. */
function junitXml(suites: readonly TestSuite[]): string {
  const all = suites.flatMap((suite) => suite.cases);
  const body = suites.map(
    (suite) =>
      `  <testsuite name="${xmlText(suite.name)}" ${totals(suite.cases)}>\n${suite.cases.map((one) => caseXml(one, suite.name)).join("")}  </testsuite>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="platectl" ${totals(all)}>\n${body.join("")}</testsuites>\n`;
}

function totals(cases: readonly TestCase[]): string {
  const count = (kind: string) => cases.filter((one) => one.problem?.kind === kind).length;
  return `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
}

function caseXml({ name, problem }: TestCase, suite: string): string {
  const head = `    <testcase classname="${xmlText(suite)}" name="${xmlText(name)}"`;
  if (problem === undefined) return `${head}/>\n`;
  return `${head}>\n      <${problem.kind} message="${xmlText(problem.message)}"/>\n    </testcase>\n`;
}
