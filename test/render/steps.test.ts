import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonText, planTextSteps, reportDocumentPieces, reportDocumentText } from "../../src/render/index.ts";
import { ITEMS_A_STEP } from "../../src/runtime/steps.ts";
import { reportDocumentSchema } from "../../src/schema/index.ts";
import { mostInAStep, watchedPlates } from "../most-in-a-step.ts";
import { cases } from "../properties.ts";
import { planOf, reportOf, scopeOf } from "./documents.ts";

it("the text of many deletes is made in steps, so that a signal is seen meanwhile", () => {
  const plates = Array.from({ length: 3 * ITEMS_A_STEP }, (_, at) => `AB${at}`);
  const { items, looks } = watchedPlates(plates, { action: "delete" as const });
  const plan = planOf([scopeOf([])]);
  const [scope] = plan.scopes;
  if (!scope) throw new Error("no list");
  const steps = planTextSteps({ ...plan, scopes: [{ ...scope, changes: items }] }, { color: false, width: 80 });
  const { most, result } = mostInAStep(steps, looks);
  expect(most).toBe(ITEMS_A_STEP);
  for (const plate of plates) expect(result).toContain(`  - ${plate}`);
});

it("a report of many cars is written in pieces, so that a signal is seen meanwhile, with the same bytes", () => {
  const plates = Array.from({ length: 3 * ITEMS_A_STEP + 7 }, (_, at) => `##"results": []\u202e${at}`);
  const { items, looks } = watchedPlates(plates, { action: "delete" as const, outcome: "verified" as const });
  const report = reportOf(items, 0);
  const [scope] = report.scopes;
  if (!scope) throw new Error("no list");
  const document = { ...report, scopes: [{ ...scope, results: [] }, scope, { ...scope, results: items.slice(0, 1) }] };
  const inOrder = document.scopes.map((one) => ({
    ...one,
    results: one.results.map(({ action, licenseNumber, outcome }) => ({ action, licenseNumber, outcome })),
  }));
  const whole = `${JSON.stringify({ ...document, scopes: inOrder }, undefined, 2)
    .replaceAll("\u202e", "\\u202e")
    .replaceAll("##", "\\u0023#")}\n`;
  let [most, before] = [0, looks()];
  let text = "";
  for (const piece of reportDocumentPieces(document)) {
    most = Math.max(most, looks() - before);
    before = looks();
    text += piece;
  }
  expect(most).toBeLessThanOrEqual(ITEMS_A_STEP);
  expect(text).toBe(whole);
});

it("a report document has the bytes of its JSON, whatever its results hold and in whatever order they come", () => {
  const text = fc.oneof(fc.constantFrom("the run was interrupted", 'a "b" \\ c', "##d", "é\u202e"), fc.string());
  const result = fc.record(
    {
      action: fc.constantFrom("add" as const, "update" as const, "delete" as const, "detach" as const),
      licenseNumber: text,
      parkingUser: text,
      outcome: fc.constantFrom("verified" as const, "rejected" as const, "unknown" as const, "not-sent" as const),
      error: text,
      traceId: text,
    },
    { requiredKeys: ["action", "licenseNumber", "outcome"] },
  );
  const { results } = reportDocumentSchema.shape.scopes.element.shape;
  const drawn = new Set<string>();
  fc.assert(
    fc.property(fc.array(result, { maxLength: 9 }), (some) => {
      for (const key of some.flatMap(Object.keys)) drawn.add(key);
      const document = reportOf(results.parse(some), 143);
      expect(reportDocumentText(document)).toBe(jsonText(document));
    }),
    { numRuns: cases(100) },
  );
  expect([...drawn].sort()).toEqual(Object.keys(results.element.shape).sort());
});
