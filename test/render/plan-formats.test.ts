import { applyPatch, parsePatch } from "diff";
import { describe, expect, it } from "vitest";
import type { PlanDocument } from "../../src/documents/index.ts";
import { planFormats } from "../../src/render/index.ts";
import { causedPlan, largePlan, planOf, scopeOf } from "./documents.ts";
import { readHtml } from "./sinks.ts";

const PLAIN = { color: false, width: 80 };
const large = largePlan(100_000);

describe("diff", () => {
  it("a diff turns the live lines of the changed cars into the desired ones", () => {
    const [patch] = parsePatch(planFormats.diff(causedPlan, PLAIN));
    expect(patch && applyPatch("BB1 LEASING POOL\nCC1 POOL\nCC2\n", patch)).toBe("AA1 LEASING\nAA2\nBB1\n");
  });
});

it("the HTML page groups the changes of one action by their cause, whatever their order", () => {
  const scopes = causedPlan.scopes.map((scope) => ({ ...scope, changes: [...scope.changes].reverse() }));
  const { data } = readHtml(planFormats.html({ ...causedPlan, scopes }, PLAIN));
  const cell = (row: string[], id: string) => row[data.columns.findIndex((column) => column.id === id)];
  expect(data.rows.map((row) => `${cell(row, "action")}: ${cell(row, "cause")}`)).toEqual([
    ...["- delete: drift", "- delete: dates"],
    ...["~ update: this change", "+ add: this change", "+ add: drift"],
  ]);
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
    expect(html).toContain("<code>platectl state adopt --account 4711</code>");
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

it("a remark that all cars of a list share is printed once, and one of a single car beside it", () => {
  const hint = "sent before, and no answer says whether it is listed";
  const cars = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      action: "add" as const,
      licenseNumber: `AB${at}`,
      ...(at < 5 && { hint }),
    }));
  const remarks = (count: number) =>
    planFormats.text(planOf([scopeOf(cars(count))]), { color: false, width: 200 }).split(hint);
  expect(remarks(5)).toHaveLength(2);
  expect(remarks(6)).toHaveLength(6);
});
