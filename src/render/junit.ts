import { xmlText } from "./escape/xml.ts";

/** One test case: it passed unless it says otherwise. */
export interface TestCase {
  readonly name: string;
  readonly problem?: { readonly kind: "failure" | "error" | "skipped"; readonly message: string };
}

/** Test cases that belong together. */
export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/** Suites as JUnit XML, as GitLab, Jenkins and Azure read it. */
export function junitXml(suites: readonly TestSuite[]): string {
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
