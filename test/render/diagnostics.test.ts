import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/allowlist/index.ts";
import { annotations, diagnosticAlerts, diagnosticsText, failureMarkdown } from "../../src/render/index.ts";
import { dataFile } from "../data-file.ts";

const PLAIN = { color: false, width: 80 };
const { problems }: { readonly problems: readonly Diagnostic[] } = dataFile("render/diagnostics.test.yaml");

it("diagnosticsText sorts by place, shows the fix, and counts", () => {
  expect(diagnosticsText(problems, PLAIN)).toBe(
    [
      "a,b:c.yaml:2:30: error: 100% wrong (not-a-plate)",
      "b.yaml:9:5: warning: AB 1 is AB1 (duplicate-plate)",
      'b.yaml:10:1: error: unknown key "carz" (unknown-key)',
      '  fix: write "cars"',
      "error: there is no fleet.yaml here (no-such-file)",
      "  fix: platectl init writes one",
      "",
      "3 errors, 1 warning.",
      "",
    ].join("\n"),
  );
});

it("diagnosticsText is empty when there are no diagnostics", () => {
  expect(diagnosticsText([], PLAIN)).toBe("");
});

describe("S14 annotations", () => {
  it("annotations put errors first, at their lines, encoded as the runner decodes them", () => {
    expect(annotations(diagnosticAlerts(problems))).toBe(
      [
        "::error file=a%2Cb%3Ac.yaml,line=2,col=30,title=platectl not-a-plate::100%25 wrong",
        '::error file=b.yaml,line=10,col=1,title=platectl unknown-key::unknown key "carz"%0Awrite "cars"',
        "::error title=platectl no-such-file::there is no fleet.yaml here%0Aplatectl init writes one",
        "::warning file=b.yaml,line=9,col=5,title=platectl duplicate-plate::AB 1 is AB1",
        "",
      ].join("\n"),
    );
  });
});

const page = (lines: readonly string[]) => failureMarkdown("It failed.", lines, 65_536);

it("a failure as Markdown is a list of the messages, as code", () => {
  expect(page(["GET /api was answered 500", "<b>@x"])).toBe(
    "**It failed.**\n\n- `GET /api was answered 500`\n- `\\u{3c}b>\\u{40}x`\n",
  );
});

it("a failure as Markdown fits a comment, whatever a server says, and counts what it left out", () => {
  const lines = Array.from({ length: 60 }, () => "\u200b".repeat(400));
  expect(page(lines).length).toBeLessThanOrEqual(65_536);
  expect(page(lines)).toMatch(
    /\*\*Left out to fit 65,536 characters:\*\* \d+ lines\. The log of the run holds every line\.\n$/,
  );
});
