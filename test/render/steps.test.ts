import { expect, it } from "vitest";
import { planTextSteps, reportDocumentPieces } from "../../src/render/index.ts";
import { ITEMS_A_STEP } from "../../src/runtime/steps.ts";
import { mostInAStep, watchedPlates } from "../most-in-a-step.ts";
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
  const whole = `${JSON.stringify(document, undefined, 2).replaceAll("\u202e", "\\u202e").replaceAll("##", "\\u0023#")}\n`;
  let [most, before] = [0, looks()];
  let text = "";
  for (const piece of reportDocumentPieces(document)) {
    most = Math.max(most, looks() - before);
    before = looks();
    text += piece;
  }
  expect(most).toBe(ITEMS_A_STEP);
  expect(text).toBe(whole);
});
