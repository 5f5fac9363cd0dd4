import { describe, expect, it } from "vitest";
import { planFormats, planMarkdown } from "../../src/render/index.ts";
import type { PlanDocument } from "../../src/schema/index.ts";
import { planOf, scopeOf } from "./documents.ts";

type Change = PlanDocument["scopes"][number]["changes"][number];
type Reason = NonNullable<Change["reason"]>;

const PLAIN = { color: false, width: 100 };
const COMMIT = { commit: "3f2a91c07b5d4e1f", author: "Anna Berg", at: "2026-02-28T09:30:00.000Z" };

function planWith(reasons: readonly Reason[], rest: Partial<Change> = {}): PlanDocument {
  return planOf([scopeOf(reasons.map((reason, at) => ({ action: "add", licenseNumber: `AB${at}`, reason, ...rest })))]);
}

/** The rows of a plan as text that begin like this. */
function linesOf(plan: PlanDocument, start: string): string[] {
  const lines = planFormats.text(plan, PLAIN).split("\n");
  return lines.map((line) => line.trim()).filter((line) => line.startsWith(start));
}

describe("why a change is planned", () => {
  it.each<[string, Reason, string]>([
    ["an edit", { kind: "edit", ...COMMIT }, "edit 3f2a91c by Anna Berg, 2026-02-28"],
    ["an edit in the work tree", { kind: "edit", noCommit: "uncommitted" }, "edit, in the work tree, not committed"],
    [
      "an edit without a repository",
      { kind: "edit", noCommit: "no-repository" },
      "edit, commit not known: there is no git repository here",
    ],
    [
      "an edit in a shallow clone",
      { kind: "edit", noCommit: "shallow" },
      "edit, commit not known: it is older than this shallow clone",
    ],
    [
      "a row that is gone",
      { kind: "row-gone", ...COMMIT, source: "a.csv:3" },
      "was a.csv:3` | `row gone 3f2a91c by Anna Berg, 2026-02-28",
    ],
    ["a day", { kind: "date", at: "2026-02-28" }, "date 2026-02-28"],
    ["drift", { kind: "drift", at: COMMIT.at }, "drift since 2026-02-28"],
    ["drift of unknown age", { kind: "drift" }, "drift"],
    ["absent", { kind: "absent" }, "absent"],
    ["a move", { kind: "move", source: "fleet.yaml:20:5" }, "now fleet.yaml:20:5` | `move"],
    ["grace", { kind: "grace-over", at: "2026-02-28" }, "grace over 2026-02-28"],
    ["the first run", { kind: "first-run" }, "first run"],
  ])("the reason of a change is a cell in Markdown: %s", (_, reason, words) => {
    expect(planMarkdown(planWith([reason]))).toContain(`| \`${words}\` |`);
  });

  it("the reason stands in the row where the reasons of a list differ, and above the rows where they are one", () => {
    const drift: Reason = { kind: "drift", at: COMMIT.at };
    expect(linesOf(planWith([drift, { kind: "edit", ...COMMIT }]), "+ AB")).toEqual([
      expect.stringMatching(/^\+ AB0 .*drift since 2026-02-28$/),
      expect.stringMatching(/^\+ AB1 .*edit 3f2a91c$/),
    ]);
    const shared = planWith([drift, drift]);
    expect(linesOf(shared, "why:")).toEqual(["why: drift since 2026-02-28"]);
    expect(linesOf(shared, "+ AB")).toEqual(["+ AB0", "+ AB1"]);
  });

  it("the plan explains each commit once, newest first, and counts those beyond twenty", () => {
    const edits = Array.from({ length: 25 }, (_, at): Reason => {
      const day = String(at + 1).padStart(2, "0");
      return { kind: "edit", commit: `${day}aaaaaaaa`, author: "Anna Berg", at: `2026-01-${day}T00:00:00.000Z` };
    });
    const text = planFormats.text(planWith([...edits, ...edits]), PLAIN);
    expect(text).toContain("  commits  25aaaaa  2026-01-25  Anna Berg\n           24aaaaa  2026-01-24  Anna Berg\n");
    expect(text).toContain(
      "06aaaaa  2026-01-06  Anna Berg\n           and 5 more commits (--format json names them all)\n",
    );
  });

  it("the plan says once why commits are not known", () => {
    const unknown: Reason = { kind: "edit", noCommit: "no-repository" };
    expect(linesOf(planWith([unknown, unknown, { kind: "drift" }]), "commits")).toEqual([
      "commits  commit not known: there is no git repository here",
    ]);
  });

  it("a plan that an earlier version made has no reasons", () => {
    const plan = planOf([scopeOf([{ action: "add", licenseNumber: "AB1" }])]);
    expect(planMarkdown(plan)).not.toContain("Why");
    expect(planFormats.text(plan, PLAIN)).not.toMatch(/why|commits/);
  });
});
