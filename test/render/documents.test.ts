import { describe, expect, it } from "vitest";
import { isIntact, planDocumentText, sealPlan } from "../../src/render/index.ts";
import { planDocumentSchema } from "../../src/schema/index.ts";
import { typicalPlan } from "./documents.ts";

const META = { tool: { name: "platectl", version: "1.0.0" }, createdAt: "2026-03-01T08:00:00Z" } as const;

describe("sealPlan", () => {
  it("gives a document that the schema reads back and that is intact", () => {
    const read = planDocumentSchema.parse(JSON.parse(planDocumentText(typicalPlan)));
    expect(read).toEqual(typicalPlan);
    expect(isIntact(read)).toBe(true);
  });

  it("gives the same bytes whatever the order of the keys", () => {
    const { kind, schemaVersion, tool, createdAt, integrity, counts, ...plan } = typicalPlan;
    const { kept, ...otherCounts } = counts;
    const shuffled = { counts: { kept, ...otherCounts }, ...plan };
    expect(sealPlan(shuffled, META).integrity).toBe(integrity);
    expect(planDocumentText({ integrity, tool, ...shuffled, createdAt, schemaVersion, kind })).toBe(
      planDocumentText(typicalPlan),
    );
  });

  it("refuses a plan that breaks the document's rules", () => {
    const { kind: _, schemaVersion: __, tool: ___, createdAt: ____, integrity: _____, ...plan } = typicalPlan;
    expect(() => sealPlan({ ...plan, counts: { ...plan.counts, add: -1 } }, META)).toThrow();
  });
});

describe("E6 isIntact", () => {
  const [first, ...others] = typicalPlan.scopes;
  const withoutFirstChange = first && { ...first, changes: first.changes.slice(1) };

  it.each([
    {
      what: "a change removed",
      altered: { ...typicalPlan, scopes: [...(withoutFirstChange ? [withoutFirstChange] : []), ...others] },
    },
    { what: "another target", altered: { ...typicalPlan, target: { ...typicalPlan.target, fingerprint: "other" } } },
    { what: "a guard switched off", altered: { ...typicalPlan, guards: [] } },
    { what: "another age", altered: { ...typicalPlan, createdAt: "2027-03-01T08:00:00Z" } },
    { what: "no seal", altered: { ...typicalPlan, integrity: "" } },
  ])("notices $what", ({ altered }) => {
    expect(isIntact(altered)).toBe(false);
  });
});
