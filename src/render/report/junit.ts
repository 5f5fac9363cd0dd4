import type { ReportDocument } from "../../schema/index.ts";
import { truncate } from "../escape/visible.ts";
import { junitXml, type TestCase } from "../junit.ts";
import { changeInWords, type ReportedResult, scopeInWords } from "../phrases.ts";

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
