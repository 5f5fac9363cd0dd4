import { expect, it } from "vitest";
import {
  createPlateView,
  masked,
  shownPlan,
  shownPlanSteps,
  shownReport,
  shownReportSteps,
} from "../../src/render/index.ts";
import { ITEMS_A_STEP } from "../../src/runtime/steps.ts";
import { planDocumentSchema, reportDocumentSchema } from "../../src/schema/index.ts";
import { mostInAStep, watchedPlates } from "../most-in-a-step.ts";
import { planOf, reportOf, scopeOf, typicalPlan, typicalReport } from "./documents.ts";

const PLATES = Array.from({ length: 3 * ITEMS_A_STEP }, (_, at) => `AB${10_000 + at}`);

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

it("the plates of many changes are masked in steps, so that a signal is seen meanwhile", () => {
  const { items, looks } = watchedPlates(PLATES, { action: "delete" as const });
  const plan = planOf([scopeOf([])]);
  const scopes = plan.scopes.map((scope) => ({ ...scope, changes: items }));
  const { most, result } = mostInAStep(shownPlanSteps({ ...plan, scopes }, createPlateView(masked)), looks);
  expect(most).toBeLessThanOrEqual(ITEMS_A_STEP);
  expect(result.scopes[0]?.changes.at(-1)).toEqual({ action: "delete", licenseNumber: "AB•••99" });
});

it("the plates of many results are masked in steps, so that a signal is seen meanwhile", () => {
  const { items, looks } = watchedPlates(PLATES, { action: "delete" as const, outcome: "not-sent" as const });
  const { most, result } = mostInAStep(shownReportSteps(reportOf(items, 143), createPlateView(masked)), looks);
  expect(most).toBeLessThanOrEqual(ITEMS_A_STEP);
  expect(result.scopes[0]?.results.at(-1)).toMatchObject({ licenseNumber: "AB•••99", outcome: "not-sent" });
});
