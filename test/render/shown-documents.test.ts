import { expect, it } from "vitest";
import { createPlateView, masked, shownPlan, shownReport } from "../../src/render/index.ts";
import { planDocumentSchema, reportDocumentSchema } from "../../src/schema/index.ts";
import { reportOf, typicalPlan, typicalReport } from "./documents.ts";

it("a masked plan is what masking the whole document gives", () => {
  const shown = shownPlan(typicalPlan, createPlateView(masked));
  expect(shown).toEqual(planDocumentSchema.parse(createPlateView(masked).document(typicalPlan)));
  expect(JSON.stringify(shown)).not.toContain("AB12345");
});

it("a masked report is what masking the whole document gives", () => {
  const shown = shownReport(typicalReport, createPlateView(masked));
  expect(shown).toEqual(reportDocumentSchema.parse(createPlateView(masked).document(typicalReport)));
  expect(JSON.stringify(shown)).not.toContain("AB12345");
});

it("a reason names no plate of a later car in full", () => {
  const car = { action: "add" as const, outcome: "rejected" as const };
  const first = { ...car, licenseNumber: "CD2", error: "the same holder as ÄÖ 77" };
  const report = shownReport(reportOf([first, { ...car, licenseNumber: "ÄÖ77" }], 9), createPlateView(masked));
  expect(report.scopes[0]?.results[0]?.error).toBe("the same holder as Ä•••7");
});
