import { expect, it } from "vitest";
import { planTextSteps } from "../../src/render/index.ts";
import { ITEMS_A_STEP } from "../../src/runtime/steps.ts";
import { mostInAStep, watchedPlates } from "../most-in-a-step.ts";
import { planOf, scopeOf } from "./documents.ts";

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
