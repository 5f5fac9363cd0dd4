import { describe, expect, it } from "vitest";
import { planMarkdown, planText } from "../../src/render/index.ts";
import { emptyPlan, largePlan, planOf, scopeOf, typicalPlan } from "./documents.ts";

const PLAIN = { color: false, width: 80 };
const large = largePlan(300);

function linesOf(text: string): string[] {
  return text.trimEnd().split("\n");
}

describe("planText", () => {
  it("planText names target and mode first and sums up last", () => {
    const lines = linesOf(planText(typicalPlan, PLAIN));
    expect(lines[0]).toBe("Target  https://fleet.example.com");
    expect(lines[1]).toBe("Mode    billing-account");
    expect(lines.at(-1)).toBe("Plan: 3 to add, 0 to update, 2 to delete, 2,001 unchanged, 1 kept.");
  });

  it.each([
    { source: "list", words: "live list, 2,000 cars" },
    { source: "state", words: "from the state file, not read from the server" },
    { source: "none", words: "every desired car is an add, and no car can be deleted" },
  ] as const)("planText says where the live cars come from: $source", ({ source, words }) => {
    const plan = planOf([scopeOf([], { live: { source, count: 2_000, digest: "ab" } })]);
    expect(planText(plan, { color: false, width: 200 })).toContain(words);
  });

  it("planText says when nothing changes, and still prints a summary", () => {
    const lines = linesOf(planText(emptyPlan, PLAIN));
    expect(lines.at(-2)).toBe("No changes. The live lists match the fleet file.");
    expect(lines.at(-1)).toMatch(/^Plan: 0 to add, 0 to update, 0 to delete, 2,000 unchanged/);
  });

  it("planText says of an empty plan how many cars stay that the fleet file does not name", () => {
    const kept = [{ licenseNumber: "VIP1", reason: "matches `VIP*` (policy.protect.plates)" }];
    const lines = linesOf(planText(planOf([scopeOf([], { kept })]), { color: false, width: 200 }));
    expect(lines.at(-2)).toMatch(/^No changes\. The lists hold the cars of the fleet file; 1 other car stays on them/);
  });

  it("a plan says in text, Markdown and at its guards how many of its deletes are in the fleet now", () => {
    const changes = Array.from({ length: 150 }, (_, at) => {
      return { action: "delete" as const, licenseNumber: `AB${at}`, inFleet: at < 127 };
    });
    const rule = { rule: "maxDeletes", scope: "global", tripped: true, limit: 20, actual: 150 } as const;
    const plan = planOf([scopeOf(changes)], { guards: [{ ...rule, override: "--allow-deletes=150" }] });
    const text = planText(plan, { color: false, width: 200 });
    expect(linesOf(text).at(-2)).toBe("127 of these 150 deletes are in the fleet now.");
    expect(text).toContain("limit of 20; 127 of these 150 deletes are in the fleet now (maxDeletes)");
    expect(planMarkdown(plan)).toContain("\n**127 of these 150 deletes are in the fleet now.**\n");
  });

  it.each([
    { inFleet: [true], line: "The deleted car is in the fleet now." },
    { inFleet: [true, true], line: "All 2 deletes are in the fleet now." },
    { inFleet: [true, false], line: "1 of these 2 deletes is in the fleet now." },
    { inFleet: [false, false], line: undefined },
    { inFleet: [undefined], line: undefined },
  ])("the sum of deletes in the fleet, $inFleet, is: $line", ({ inFleet, line }) => {
    const changes = inFleet.map((is, at) => {
      return { action: "delete" as const, licenseNumber: `AB${at}`, ...(is !== undefined && { inFleet: is }) };
    });
    const lines = linesOf(planText(planOf([scopeOf(changes)]), PLAIN));
    expect(lines.find((one) => one.endsWith("in the fleet now."))).toBe(line);
  });

  it("V19: planText does not call a list complete while nobody knows what else is on it", () => {
    const live = { source: "state", count: 3, digest: "ab", baseline: "unknown" } as const;
    const text = planText(planOf([scopeOf([], { scope: "account:4711", live })]), { color: false, width: 400 });
    expect(text).not.toContain("No changes.");
    expect(text).toContain(
      "Which other cars are on account 4711 is not known; say what is on it: `platectl state adopt --account 4711 --from FILE`",
    );
  });

  it("planText does not claim to know what it could not read", () => {
    const plan = planOf([scopeOf([], { live: { source: "state", count: 3, digest: "ab" } })]);
    expect(planText(plan, PLAIN)).toContain("No changes in the lists that could be read.");
  });

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

  it("planText names the exact override of a tripped guard, and what let another one pass", () => {
    const guard = {
      rule: "maxDeletes",
      scope: "global",
      limit: 20,
      actual: 137,
      override: "--allow-deletes=137",
    } as const;
    const stopped = planText(planOf([scopeOf([])], { guards: [{ ...guard, tripped: true }] }), PLAIN);
    expect(stopped).toContain("to allow this: --allow-deletes=137");
    const allowed = { ...guard, tripped: false, overriddenBy: "--allow-deletes=200" };
    const passed = planText(planOf([scopeOf([])], { guards: [allowed] }), PLAIN);
    expect(passed).toContain("allowed by --allow-deletes=200: global: 137 deletes");
    expect(passed).not.toContain("refuse");
  });

  it("planText says of kept cars how many there are for which reason, and names each where all are asked for", () => {
    const carsOf = (count: number, reason: string) =>
      Array.from({ length: count }, (_, at) => ({ licenseNumber: `VIP${at}`, reason }));
    const textOf = (kept: ReturnType<typeof carsOf>, all = false) =>
      planText(planOf([scopeOf([], { kept })]), { color: false, width: 200 }, { all });
    expect(textOf(carsOf(1, "added by customer care"))).toContain("\n  = VIP0  kept: added by customer care\n");
    const alike = carsOf(1_200, "added by customer care");
    expect(textOf(alike)).toContain("\n  = 1,200 cars kept: added by customer care (--all lists every car)\n");
    expect(textOf(alike).match(/VIP/g)).toBeNull();
    expect(textOf(alike, true).match(/= VIP\d+ +kept: added by customer care$/gm)).toHaveLength(1_200);
    const several = ["b", "c", "d", "e"].flatMap((reason, at) => carsOf(4 - at, reason));
    expect(textOf(several)).toContain("= 10 cars kept: 4 b; 3 c; 2 d; 1 for other reasons (--all lists every car)");
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
