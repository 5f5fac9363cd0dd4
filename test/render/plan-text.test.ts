import { describe, expect, it } from "vitest";
import { planText } from "../../src/render/index.ts";
import { renderCases } from "./cases.ts";
import { largePlan, planOf, scopeOf, typicalPlan } from "./documents.ts";

const PLAIN = { color: false, width: 80 };
const large = largePlan(300);

function linesOf(text: string): string[] {
  return text.trimEnd().split("\n");
}

renderCases(import.meta.url);

describe("planText", () => {
  it("J1 planText lists every delete before it cuts, and says how much it cut", () => {
    const lines = linesOf(planText(large, PLAIN));
    expect(lines.filter((line) => line.startsWith("  - D"))).toHaveLength(100);
    expect(lines.filter((line) => line.startsWith("  + A"))).toHaveLength(20);
    expect(lines.filter((line) => line.startsWith("  ~ U"))).toHaveLength(20);
    const cut = lines.findIndex((line) => line.includes("80 more adds and 80 more updates (--all lists every car)"));
    expect(cut).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith("  - D")));
  });

  it("J1 planText lists everything when asked to", () => {
    const lines = linesOf(planText(large, PLAIN, { all: true }));
    expect(lines.filter((line) => /^ {2}[+~-] /.test(line))).toHaveLength(300);
    expect(lines.join("\n")).not.toContain("--all");
  });

  it("planText stays short over many lists", () => {
    const scopes = Array.from({ length: 500 }, (_, at) => {
      const changes = ["A", "B", "C"].map((plate) => ({ action: "add" as const, licenseNumber: plate }));
      return scopeOf(changes, { scope: `account:${at + 1}` });
    });
    const lines = linesOf(planText(planOf(scopes, { mode: "billing-account" }), PLAIN));
    expect(lines.filter((line) => line.startsWith("  + "))).toHaveLength(500);
    expect(lines.filter((line) => line.includes("2 more adds"))).toHaveLength(500);
  });

  it("planText names each of many kept cars where all are asked for", () => {
    const kept = Array.from({ length: 1_200 }, (_, at) => ({
      licenseNumber: `VIP${at}`,
      reason: "added by customer care",
    }));
    const textOf = (all: boolean) => planText(planOf([scopeOf([], { kept })]), { color: false, width: 200 }, { all });
    expect(textOf(false)).toContain("\n  = 1,200 cars kept: added by customer care (--all lists every car)\n");
    expect(textOf(true).match(/= VIP\d+ +kept: added by customer care$/gm)).toHaveLength(1_200);
  });

  it.each([40, 80])(
    "planText breaks what it says at the window's width of %d columns, cars and commands aside",
    (width) => {
      const guard = { rule: "maxDeletes", scope: "global", limit: 20, actual: 137_000 } as const;
      const kept = ["x", "y"].map((licenseNumber) => ({ licenseNumber, reason: "added by customer care long ago" }));
      const stopped = { ...guard, tripped: true, override: "--allow-deletes=137000" };
      const allowed = { ...guard, tripped: false, override: "", overriddenBy: "--allow-deletes=9999999" };
      const plan = planOf([scopeOf([], { kept })], { guards: [stopped, allowed] });
      const text = `${planText(plan, { color: false, width })}${planText(typicalPlan, { color: false, width })}`;
      const lines = linesOf(text).filter((line) => !/^ {2}[-+~=] (?!\d+ cars)|`|to allow/.test(line));
      expect(lines.filter((line) => [...line].length > width)).toEqual([]);
    },
  );

  it("J3 planText has no colour unless asked, and the same words with it", () => {
    const plain = planText(typicalPlan, PLAIN);
    const coloured = planText(typicalPlan, { color: true, width: 80 });
    expect(plain).not.toContain("\u001b");
    expect(coloured).toContain("\u001b[31m");
    expect(coloured.replaceAll(/\u001b\[[\d;]*m/g, "")).toBe(plain);
  });
});
