import { expect, it } from "vitest";
import type { Diagnostic } from "../../src/allowlist/index.ts";
import {
  annotations,
  auditFormats,
  diagnosticAlerts,
  diagnosticsMarkdown,
  diagnosticsText,
  planFormats,
} from "../../src/render/index.ts";
import type { PlanDocument } from "../../src/schema/index.ts";
import { typicalAudit } from "./audit-documents.ts";
import { planOf, scopeOf } from "./documents.ts";

const WIDE = { color: false, width: 300 };
type Warning = PlanDocument["warnings"][number];

const greek = Array.from(
  { length: 9 },
  (_, at): Warning => ({
    code: "lookalike-letters",
    message: `The plate \`ΑB${at}\` has letters that look Latin but are not.`,
    source: `fleet.yaml:${at + 4}:5`,
    licenseNumber: `ΑB${at}`,
    scope: "global",
  }),
);
const shrunk: Warning = { code: "live-shrunk", message: "global: the list held 9 cars", scope: "global" };
const series: Warning = { code: "plate-series", message: "`X1` does not match", source: "fleet.yaml:20:5" };
const accepted = greek.map((one): Warning => ({ ...one, accepted: { reason: "Greek fleet", until: "2027-01-01" } }));
const planWith = (...warnings: readonly Warning[]) => planOf([scopeOf([])], { warnings: [...warnings] });

it("text shows the first of nine, where the next ones are, how many there are, and how to see each", () => {
  const text = planFormats.text(planWith(...greek, shrunk, series), WIDE);
  expect(text).toContain(`  warning  fleet.yaml:4:5: The plate \`ΑB0\` has letters that look Latin but are not.
           8 more like this (lookalike-letters): fleet.yaml:5:5, fleet.yaml:6:5, fleet.yaml:7:5, … (plan --all shows each)
  warning  global: the list held 9 cars (live-shrunk)
  warning  fleet.yaml:20:5: \`X1\` does not match (plate-series)
`);
});

it("text shows two of a kind one by one, and each with --all", () => {
  const two = planFormats.text(planWith(...greek.slice(0, 2)), WIDE);
  expect(two.match(/look Latin/g)).toHaveLength(2);
  expect(two).not.toContain("more like this");
  expect(planFormats.text(planWith(...greek), WIDE, { all: true }).match(/look Latin/g)).toHaveLength(9);
});

it("text names cars or lists where warnings have no place in a file, each list once", () => {
  const [first, ...rows] = ["?1", "?2", "?3", "?4"].map(
    (row): Warning => ({ code: "not-a-plate", message: `global: holds ${row}`, scope: "global" }),
  );
  expect(first).toBeDefined();
  const text = planFormats.text(planWith(...(first ? [first] : []), ...rows), WIDE);
  expect(text).toContain("3 more like this (not-a-plate): global (plan --all");
});

it("text counts accepted warnings in one line, and shows each with its reason with --all", () => {
  const plan = planWith(...accepted, series);
  const text = planFormats.text(plan, WIDE);
  expect(text).toContain("  accepted  9 accepted warnings are not shown: lookalike-letters 9 (plan --all shows each)");
  expect(text).not.toContain("look Latin");
  const all = planFormats.text(plan, WIDE, { all: true });
  expect(
    all.match(/ {2}accepted {2}fleet.yaml:\d+:5: .*look Latin.* \(Greek fleet, until 2027-01-01\)$/gm),
  ).toHaveLength(9);
});

it("Markdown has one line for each kind, and counts only what is not accepted", () => {
  const page = planFormats.markdown(planWith(...greek, series), WIDE);
  expect(page).toContain("<details><summary>10 warnings</summary>");
  expect(page.match(/^- /gm)).toHaveLength(2);
  expect(page).toContain("`8 more like this (lookalike-letters): fleet.yaml:5:5, fleet.yaml:6:5, fleet.yaml:7:5, …`");
  const quiet = planFormats.markdown(planWith(...accepted), WIDE);
  expect(quiet).toContain("<details><summary>0 warnings</summary>");
  expect(quiet).toContain("- `9 accepted warnings are not shown: lookalike-letters 9`");
});

it("HTML has warnings of plates below the lists, and those of the run above, each kind to unfold", () => {
  const page = planFormats.html(planWith(...greek, shrunk), WIDE);
  const at = (text: string) => page.indexOf(text);
  expect(at("the list held 9 cars")).toBeGreaterThan(0);
  expect(at("the list held 9 cars")).toBeLessThan(at("<h2>Lists</h2>"));
  expect(at("<h2>Lists</h2>")).toBeLessThan(at("Warnings of plates and files"));
  expect(page).toContain("<summary>8 more like this (<code>lookalike-letters</code>)</summary>");
  expect(page.match(/look Latin/g)).toHaveLength(9);
});

it("HTML shows accepted warnings folded, with their reasons", () => {
  const page = planFormats.html(planWith(...accepted), WIDE);
  expect(page).toContain("<summary>9 accepted warnings</summary>");
  expect(page.match(/\(Greek fleet, until 2027-01-01\)/g)).toHaveLength(9);
});

it("notes stand apart from warnings in text, Markdown and HTML", () => {
  const note: Warning = { code: "list-cars-kept", message: "global: 12 cars have vanished", scope: "global" };
  const plan = planOf([scopeOf([])], { notes: [note] });
  expect(planFormats.text(plan, WIDE)).toContain("  note  global: 12 cars have vanished");
  expect(planFormats.markdown(plan, WIDE)).toContain("\n- `global: 12 cars have vanished (list-cars-kept)`\n");
  expect(planFormats.html(plan, WIDE)).toContain(
    "<h2>Notes</h2><ul><li>global: 12 cars have vanished (<code>list-cars-kept</code>)</li>",
  );
  expect(planFormats.text(plan, WIDE)).not.toContain("warning");
});

it("JSON keeps each warning, and marks those that are accepted", () => {
  const document = JSON.parse(planFormats.json(planWith(...greek, ...accepted), WIDE));
  expect(document.warnings).toHaveLength(18);
  expect(document.warnings[9].accepted).toEqual({ reason: "Greek fleet", until: "2027-01-01" });
});

it.each(["text", "markdown", "html"] as const)(
  "an audit as %s has them together, and the accepted ones counted",
  (format) => {
    const audit = { ...typicalAudit, warnings: [...greek, ...accepted] };
    const shown = auditFormats[format](audit, WIDE);
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
