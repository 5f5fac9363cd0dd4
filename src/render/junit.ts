import { groupBy } from "../runtime/group-by.ts";
import type { AuditDocument } from "../schema/index.ts";
import { type AuditFinding, acceptanceInWords, setAsideLines } from "./audit/phrases.ts";
import { junitXml, type TestCase, type TestSuite } from "./junit-xml.ts";
import { scopeInWords } from "./text/phrases.ts";

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
