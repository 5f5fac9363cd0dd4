import { type Diagnostic, formatSource } from "../allowlist/index.ts";
import type { AuditDocument } from "../documents/index.ts";
import { groupBy } from "../run/collections.ts";
import type { AlertPaths } from "./alerts/alert.ts";
import { type AuditFinding, acceptanceInWords, setAsideLines } from "./audit/phrases.ts";
import { xmlText } from "./escape/sinks.ts";
import { scopeInWords } from "./text/phrases.ts";
import { sortDiagnostics } from "./validation/diagnostics.ts";

/**
 * An audit as JUnit XML: a suite for each rule. An error or a warning is a failure, an info is skipped; a rule that found
 * nothing has one case that passed, one that is accepted or was there in the earlier audit is skipped, one that was
 * not checked has one that was skipped, and what could not be read is an error.
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

/** What `validate` found. */
export interface Validation {
  readonly diagnostics: readonly Diagnostic[];
  /** The files that it read, or was to read. */
  readonly files: readonly string[];
  /** Whether a warning that is not accepted fails the command. */
  readonly failsOnWarnings: boolean;
  /** When it ran: a UTC instant in ISO 8601. */
  readonly at: string;
  /** Of this program. */
  readonly version: string;
  readonly paths: AlertPaths;
}

const NO_FILE = "fleet files";

/** Problems as JUnit XML: a suite for each file. An error is a failure; a warning that does not fail the command is skipped. */
export function validationJunit({ diagnostics, files, failsOnWarnings, at }: Validation): string {
  const byFile = groupBy(sortDiagnostics(diagnostics), ({ source }) => source?.file ?? NO_FILE);
  const names = new Set([...files, ...byFile.keys()]);
  const suites = [...names].map((name) => {
    const own = byFile.get(name)?.map((one) => problemCase(one, failsOnWarnings));
    return { name, cases: own ?? [{ name: "no problems" }] };
  });
  return junitXml(suites, at);
}

function problemCase(
  { code, severity, message, source, fix, accepted }: Diagnostic,
  failsOnWarnings: boolean,
): TestCase {
  const place = source === undefined ? [] : [formatSource(source)];
  const isFailure = severity === "error" || (failsOnWarnings && !accepted);
  const name = [code, ...place].join(" ");
  if (!isFailure) return { name, problem: { kind: "skipped", type: code, message: `${severity}: ${message}` } };
  const details = [...place, ...(fix === undefined ? [] : [`fix: ${fix}`])];
  return { name, problem: { kind: "failure", type: code, message, details } };
}

/** One test case: it passed unless it says otherwise. Texts may be foreign. */
interface TestCase {
  readonly name: string;
  readonly problem?: TestProblem;
}

/** Why a test case did not pass. */
interface TestProblem {
  readonly kind: "failure" | "error" | "skipped";
  /** The rule or the guard that it did not pass, or the outcome. */
  readonly type: string;
  readonly message: string;
  /** Further lines: the place in a file, and what to do. */
  readonly details?: readonly string[];
}

/** Test cases that belong together. */
interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/**
 * Suites as JUnit XML. There is no one schema; this is what the schemas of Jenkins (`junit-10.xsd`) and of Ant (`JUnit.xsd`) both
 * take, so that a suite has a host, a time and empty outputs, and a case has no place in a file. `at` is a UTC instant in ISO 8601.
 */
function junitXml(suites: readonly TestSuite[], at: string): string {
  const body = suites.map((suite, id) => suiteXml(suite, id, at));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${body.join("")}</testsuites>\n`;
}

/** `2026-03-01T08:00:00`: the schemas take neither a zone nor a fraction. */
const INSTANT_LENGTH = 19;

function suiteXml({ name, cases }: TestSuite, id: number, at: string): string {
  const suite = `id="${id}" name="${xmlText(name)}" package="platectl" ${totals(cases)}`;
  const origin = `time="0" timestamp="${xmlText(at.slice(0, INSTANT_LENGTH))}" hostname="localhost"`;
  const children = cases.map((one) => caseXml(one, name)).join("");
  const outputs = "    <system-out/>\n    <system-err/>\n";
  return `  <testsuite ${suite} ${origin}>\n    <properties/>\n${children}${outputs}  </testsuite>\n`;
}

function totals(cases: readonly TestCase[]): string {
  const count = (kind: string) => cases.filter((one) => one.problem?.kind === kind).length;
  return `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
}

function caseXml({ name, problem }: TestCase, suite: string): string {
  const head = `    <testcase classname="${xmlText(suite)}" name="${xmlText(name)}" time="0"`;
  if (problem === undefined) return `${head}/>\n`;
  return `${head}>\n      ${problemXml(problem)}\n    </testcase>\n`;
}

function problemXml({ kind, type, message, details = [] }: TestProblem): string {
  // Ant's schema takes no type there.
  const typed = kind === "skipped" ? "" : ` type="${xmlText(type)}"`;
  const start = `<${kind}${typed} message="${xmlText(message)}"`;
  return details.length === 0 ? `${start}/>` : `${start}>${details.map(xmlText).join("\n")}</${kind}>`;
}
