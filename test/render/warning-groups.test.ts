import { expect, it } from "vitest";
import type { Diagnostic } from "../../src/allowlist/index.ts";
import {
  annotations,
  auditFormats,
  diagnosticAlerts,
  diagnosticsMarkdown,
  diagnosticsText,
} from "../../src/render/index.ts";
import { typicalAudit } from "./audit-documents.ts";
import { renderCases } from "./cases.ts";

renderCases(import.meta.url);

const WIDE = { color: false, width: 300 };

it.each(["text", "markdown", "html"] as const)(
  "an audit as %s has warnings of a kind together, and the accepted ones counted",
  (format) => {
    const nine = Array.from({ length: 9 }, (_, at) => ({
      code: "lookalike-letters",
      message: `warning ${at}`,
      source: `fleet.yaml:${at + 4}:5`,
    }));
    const warnings = [...nine, ...nine.map((one) => ({ ...one, accepted: { reason: "Greek fleet" } }))];
    const shown = auditFormats[format]({ ...typicalAudit, warnings }, WIDE);
    expect(shown).toContain("8 more like this (");
    expect(shown).toContain("9 accepted warnings");
  },
);

const found = Array.from(
  { length: 12 },
  (_, at): Diagnostic => ({
    severity: "warning",
    code: at < 11 ? "lookalike-letters" : "unused-dates",
    message: `warning number ${at}`,
    source: { file: "fleet.yaml", line: at + 1, column: 5 },
    fix: "look",
  }),
);
const error: Diagnostic = { severity: "error", code: "unknown-key", message: "wrong", fix: "right" };

it("text shows the first with its remedy and where the next ones are, every error, and what is accepted as a number", () => {
  const some = found.map((one, at) => (at === 0 ? { ...one, accepted: { reason: "known" } } : one));
  expect(diagnosticsText([...some, error, error, error], WIDE, { seeAll: "--all" })).toBe(
    `fleet.yaml:2:5: warning: warning number 1
  fix: look
  9 more like this (lookalike-letters): fleet.yaml:3:5, fleet.yaml:4:5, fleet.yaml:5:5, … (--all shows each)
fleet.yaml:12:5: warning: warning number 11 (unused-dates)
  fix: look
${"error: wrong (unknown-key)\n  fix: right\n".repeat(3)}
3 errors, 11 warnings, 1 accepted warning.
`,
  );
  expect(diagnosticsText(some, WIDE, { all: true })).toContain(
    "fleet.yaml:1:5: accepted: warning number 0 (lookalike-letters)\n  reason: known\n",
  );
});

it("Markdown has one row for each kind of warning", () => {
  const page = diagnosticsMarkdown("Valid.", found);
  expect(page).toContain("`10 more like this (lookalike-letters): fleet.yaml:2:5, fleet.yaml:3:5, fleet.yaml:4:5, …`");
  expect(page).not.toContain("warning number 3");
});

it("annotations begin with one of each kind, so that a limit of the runner hides none, and leave out what is accepted", () => {
  const lines = annotations(
    diagnosticAlerts(found.map((one, at) => (at === 1 ? { ...one, accepted: { reason: "known" } } : one))),
  );
  expect(
    lines
      .split("\n")
      .slice(0, 3)
      .map((line) => line.split("::").at(-1)),
  ).toEqual(["warning number 0%0Alook", "warning number 11%0Alook", "warning number 2%0Alook"]);
  expect(lines).not.toContain("warning number 1%0A");
});
