import { expect, it } from "vitest";
import { planFormats } from "../../src/render/index.ts";
import { renderCases } from "./cases.ts";
import { planOf, scopeOf } from "./documents.ts";

renderCases(import.meta.url);

it("the plan explains each commit once, newest first, and counts those beyond twenty", () => {
  const edits = Array.from({ length: 50 }, (_, at) => {
    const day = String((at % 25) + 1).padStart(2, "0");
    const reason = {
      kind: "edit",
      commit: `${day}aaaaaaaa`,
      author: "Anna Berg",
      at: `2026-01-${day}T00:00:00.000Z`,
    } as const;
    return { action: "add", licenseNumber: `AB${at}`, reason } as const;
  });
  const text = planFormats.text(planOf([scopeOf(edits)]), { color: false, width: 100 });
  expect(text).toContain("  commits  25aaaaa  2026-01-25  Anna Berg\n           24aaaaa  2026-01-24  Anna Berg\n");
  expect(text).toContain(
    "06aaaaa  2026-01-06  Anna Berg\n           and 5 more commits (--format json names them all)\n",
  );
});
