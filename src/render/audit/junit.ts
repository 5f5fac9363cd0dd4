import type { AuditDocument } from "../../schema/index.ts";
import { junitXml, type TestCase, type TestSuite } from "../junit.ts";
import { scopeInWords } from "../phrases.ts";
import { type AuditFinding, findingsByRule } from "./phrases.ts";

/**
 * An audit as JUnit XML: a suite for each rule. An error or a warning is a failure, an info is skipped; a rule that found
 * nothing has one case that passed, one that was not checked has one that was skipped, and what could not be read is an error.
 */
export function auditJunit(audit: AuditDocument): string {
  const findings = new Map(findingsByRule(audit).map(({ rule, findings: own }) => [rule.rule, own]));
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
  return junitXml([...checked, ...unchecked, ...(unread.length > 0 ? [{ name: "reading", cases: unread }] : [])]);
}

function findingCase({ severity, scope, licenseNumber = "", message }: AuditFinding): TestCase {
  const kind = severity === "info" ? "skipped" : "failure";
  return { name: `${licenseNumber} ${scopeInWords(scope)}`.trim(), problem: { kind, message } };
}
