import { xmlText } from "./escape/html.ts";

/** One test case: it passed unless it says otherwise. Texts may be foreign. */
export interface TestCase {
  readonly name: string;
  readonly problem?: TestProblem;
}

/** Why a test case did not pass. */
export interface TestProblem {
  readonly kind: "failure" | "error" | "skipped";
  /** The rule or the guard that it did not pass, or the outcome. */
  readonly type: string;
  readonly message: string;
  /** Further lines: the place in a file, and what to do. */
  readonly details?: readonly string[];
}

/** Test cases that belong together. */
export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/**
 * Suites as JUnit XML. There is no one schema; this is what the schemas of Jenkins (`junit-10.xsd`) and of Ant (`JUnit.xsd`) both
 * take, so that a suite has a host, a time and empty outputs, and a case has no place in a file. `at` is a UTC instant in ISO 8601.
 */
export function junitXml(suites: readonly TestSuite[], at: string): string {
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
