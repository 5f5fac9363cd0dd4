import { expect, it } from "vitest";
import { planDocumentSchema } from "../../src/documents/index.ts";
import { isIntact, jsonText, planDocumentText, sealDocument, sealPlan } from "../../src/render/index.ts";
import { planFor } from "../plan/support.ts";
import { typicalPlan } from "./documents.ts";

const META = { tool: { name: "platectl", version: "1.0.0" }, createdAt: "2026-03-01T08:00:00Z" } as const;

const PLAN = planFor({
  desired: ["OK1"],
  live: ["OK1", "cd-2", "v 1"],
  policy: { protect: { customerCare: true, plates: ["V*"] } },
});

it("sealPlan gives a document that the schema reads back and that is intact", () => {
  const read = planDocumentSchema.parse(JSON.parse(planDocumentText(typicalPlan)));
  expect(read).toEqual(typicalPlan);
  expect(isIntact(read)).toBe(true);
});

it("sealPlan names cars by their spelling alone, and what is exempt as kept", () => {
  const [scope] = sealPlan(PLAN, META).scopes;
  expect(scope).toMatchObject({ counts: { delete: 1, kept: 1 } });
  expect(scope?.changes).toEqual([
    { action: "delete", licenseNumber: "cd-2", features: { from: [], to: [] }, reason: { kind: "first-run" } },
  ]);
  expect(scope?.kept).toEqual([
    { licenseNumber: "v 1", reason: "matches `V*` (policy.protect.plates)", rule: "protected" },
  ]);
});

it("sealPlan gives the same bytes whatever the order of the keys", () => {
  const { kind, schemaVersion, tool, createdAt, integrity, counts, ...rest } = typicalPlan;
  const { kept, ...otherCounts } = counts;
  const shuffled = { integrity, tool, counts: { kept, ...otherCounts }, ...rest, createdAt, schemaVersion, kind };
  expect(sealDocument({ ...shuffled, integrity: "" }).integrity).toBe(integrity);
  expect(planDocumentText(shuffled)).toBe(planDocumentText(typicalPlan));
  for (const scopes of [typicalPlan.scopes, []]) {
    const sorted = planDocumentSchema.parse({ ...typicalPlan, scopes });
    expect(planDocumentText(sorted)).toBe(jsonText(sorted));
    expect(isIntact(sealDocument(sorted))).toBe(true);
    expect(planDocumentText({ ...sorted, integrity: "" })).toBe(planDocumentText(sealDocument(sorted)));
  }
});

it("sealPlan refuses a plan that breaks the document's rules", () => {
  expect(() => sealPlan({ ...PLAN, counts: { ...PLAN.counts, add: -1 } }, META)).toThrow();
});
