import { applyPatch, parsePatch } from "diff";
import { describe, expect, it } from "vitest";
import { planFormats } from "../../src/render/index.ts";
import type { PlanDocument } from "../../src/schema/index.ts";
import { causedPlan, emptyPlan, largePlan, planOf, scopeOf, typicalPlan } from "./documents.ts";
import { readHtml } from "./sinks.ts";

const PLAIN = { color: false, width: 80 };
const large = largePlan(100_000);

describe("diff", () => {
  it("a diff is empty when nothing changes", () => {
    expect(planFormats.diff(emptyPlan, PLAIN)).toBe("");
  });

  it("a diff turns the live lines of the changed cars into the desired ones", () => {
    const [patch] = parsePatch(planFormats.diff(causedPlan, PLAIN));
    expect(patch && applyPatch("BB1 LEASING POOL\nCC1 POOL\nCC2\n", patch)).toBe("AA1 LEASING\nAA2\nBB1\n");
  });

  it("a diff has a file for each list that changes", () => {
    const names = parsePatch(planFormats.diff(typicalPlan, PLAIN)).map((patch) => [
      patch.oldFileName,
      patch.newFileName,
    ]);
    expect(names).toEqual([
      ["live/account-4711", "desired/account-4711"],
      ["live/account-4712", "desired/account-4712"],
    ]);
  });
});

describe("html", () => {
  it("the HTML page lists changes and kept cars, deletes first, with the line that each was written at", () => {
    const { data } = readHtml(planFormats.html(typicalPlan, PLAIN));
    const cell = (row: string[], id: string) => row[data.columns.findIndex((column) => column.id === id)];
    const shown = data.rows.map((row) => `${cell(row, "action")} ${cell(row, "car")} ${cell(row, "source")}`.trim());
    expect(shown).toEqual([
      "- delete AB1Z345 was fleet.yaml:12",
      "- delete ZZ 99 was cars/pool.txt:9",
      "+ add AB12345 fleet.yaml:12:5",
      "+ add Æ 100 cars/pool.txt:3:1",
      "+ add 0123456 fleet.yaml:20:5",
      "= keep VIP 1",
    ]);
  });

  it("the HTML page groups the changes of one action by their cause", () => {
    const scopes = causedPlan.scopes.map((scope) => ({ ...scope, changes: [...scope.changes].reverse() }));
    const { data } = readHtml(planFormats.html({ ...causedPlan, scopes }, PLAIN));
    const cell = (row: string[], id: string) => row[data.columns.findIndex((column) => column.id === id)];
    const groups = data.rows.map((row) => `${cell(row, "action")}: ${cell(row, "cause")}`);
    expect(groups).toEqual([
      ...["- delete: drift", "- delete: dates"],
      ...["~ update: this change", "+ add: this change", "+ add: drift"],
    ]);
  });

  it("the HTML page leaves out columns that would be empty", () => {
    const ids = readHtml(planFormats.html(typicalPlan, PLAIN)).data.columns.map(({ id }) => id);
    expect(ids).toEqual(["car", "action", "list", "fleet", "check", "why", "source"]);
  });

  it("the HTML page draws each list before and after, with the figures for those who don't see it", () => {
    expect(planFormats.html(typicalPlan, PLAIN)).toContain('aria-label="2,000 before, 2,000 after"');
    expect(planFormats.html(typicalPlan, PLAIN)).toContain('aria-label="3 before, 4 after"');
  });
});

describe("gitlab", () => {
  it("the gitlab format is GitLab's Terraform report", () => {
    expect(JSON.parse(planFormats.gitlab(typicalPlan, PLAIN))).toEqual({ create: 3, update: 0, delete: 2 });
  });
});

describe("J1 with 100,000 changes", () => {
  it.each([
    { format: "text", expected: 33_332, pattern: /^ {2}- D/gm },
    { format: "diff", expected: 33_332 + 33_334, pattern: /^-[DU]/gm },
    { format: "csv", expected: 100_000, pattern: /^global,/gm },
    { format: "json", expected: 100_000, pattern: /"licenseNumber":/g },
    { format: "html", expected: 100_000, pattern: /"[AUD]\d{6}","/g },
  ] as const)("the format $format leaves out no delete of 100,000 changes", ({ format, expected, pattern }) => {
    expect(planFormats[format](large, PLAIN).match(pattern)).toHaveLength(expected);
  });
});

describe("words of the page of a plan", () => {
  const unread = { source: "state", count: 3, digest: "ab", baseline: "unknown" } as const;
  const page = (plan: PlanDocument) => planFormats.html(plan, { color: false, width: 80 }).split("<script", 1)[0] ?? "";

  it("commands in the page of a plan are set as code, without backticks", () => {
    const html = page(planOf([scopeOf([], { scope: "account:4711", live: unread })]));
    expect(html).toContain("<code>platectl state adopt --account 4711 --from FILE</code>");
    expect(html).not.toContain("`");
  });

  it("the page of a plan without changes says how many cars stay, and is not green where a guard stops it", () => {
    const kept = [{ licenseNumber: "VIP1", reason: "matches `VIP*` (policy.protect.plates)" }];
    expect(page(planOf([scopeOf([], { kept })]))).toMatch(/notice calm"><p><strong>No changes\. .* 1 other car stays/);
    const guard = {
      rule: "emptyDesired",
      scope: "global",
      tripped: true,
      limit: 0,
      actual: 1,
      override: "policy.allowEmpty: true",
    } as const;
    expect(page({ ...planOf([scopeOf([], { kept })]), guards: [guard] })).toMatch(
      /notice caution"><p><strong>No changes/,
    );
  });
});
