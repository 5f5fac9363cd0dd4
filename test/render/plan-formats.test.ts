import { applyPatch, parsePatch } from "diff";
import { describe, expect, it } from "vitest";
import { planFormats } from "../../src/render/index.ts";
import { causedPlan, largePlan } from "./documents.ts";
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
