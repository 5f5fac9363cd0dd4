import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFormats, planMarkdown, reportMarkdown } from "../../src/render/index.ts";
import { hostilePlan, hostileReport, largePlan, planOf, scopeOf } from "./documents.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";
import { readMarkdown } from "./sinks.ts";

const GITHUB_COMMENT = 65_536;

function count(text: string, part: string | RegExp): number {
  return text.split(part).length - 1;
}

it("planMarkdown marks the character that distinguishes the plates of a possible correction", () => {
  const [added, deleted] = ["0B1", "OB1"];
  const pair = scopeOf([
    { action: "add", licenseNumber: added, twin: deleted },
    { action: "delete", licenseNumber: deleted, twin: added },
  ]);
  const page = planMarkdown(planOf([pair]));
  expect(page).toContain("| **`O`**`B1` | **`0`**`B1` |");
  expect(readMarkdown(page).structure).toContain("strong_open strong");
});

describe("J1 a page too long for a comment", () => {
  const large = largePlan(100_000);
  const page = planMarkdown(large);

  it("a page too long for a comment is cut to fit, and says exactly what was left out and where it is", () => {
    expect(page.length).toBeLessThanOrEqual(GITHUB_COMMENT);
    const shown = { deletes: count(page, "| `D"), updates: count(page, "| `U"), adds: count(page, "| `A") };
    expect(shown.deletes).toBeGreaterThan(1_000);
    const left = large.counts.delete - shown.deletes;
    expect(page).toContain(`${String(left).replace(/\B(?=(\d{3})+$)/g, ",")} deletes`);
    expect(shown).toMatchObject({ updates: 0, adds: 0 });
    expect(page).toContain("33,334 updates, 33,334 adds. `platectl plan --all` lists every car");
  });

  it("a Markdown page never exceeds any limit and never breaks a table or a fold, whatever the text", () => {
    const pages = [
      (maxLength: number) => planMarkdown(hostilePlan(HOSTILE_STRINGS.slice(0, 60)), { maxLength }),
      (maxLength: number) => planMarkdown(largePlan(900), { maxLength }),
      (maxLength: number) => reportMarkdown(hostileReport(HOSTILE_STRINGS.slice(0, 60)), { maxLength }),
    ];
    fc.assert(
      fc.property(fc.integer({ min: 2_000, max: 70_000 }), fc.constantFrom(...pages), (maxLength, render) => {
        const text = render(maxLength);
        expect(text.length).toBeLessThanOrEqual(maxLength);
        expect(count(text, "<details>")).toBe(count(text, "</details>"));
        const torn = text.split("\n").filter((line) => line.startsWith("| ") !== line.endsWith(" |"));
        expect(torn).toEqual([]);
        expect(text.endsWith("\n")).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("R11 what a reader must see", () => {
  const scope = (at: number) => `account:${4711 + at}` as const;
  const LISTS = 400;
  const large = planOf(
    Array.from({ length: LISTS }, (_, at) => {
      const losses = at === LISTS - 1 ? 23 : at < 300 ? 1 : 0;
      const cars = Array.from({ length: losses }, (__, car) => `L${at}X${car}`);
      return scopeOf(
        cars.map((licenseNumber) => ({ action: "delete", licenseNumber })),
        { scope: scope(at) },
      );
    }),
    {
      guards: [
        {
          ...{ rule: "maxDeletes", scope: scope(LISTS - 1), tripped: false, limit: 20, actual: 23 },
          ...{ override: "--allow-deletes=323", overriddenBy: "--allow-deletes=400" },
        },
      ],
    },
  );
  const PASSED = "23 deletes exceed the limit of 20";

  it("a guard that was let pass stands in every rendering of a plan, with what let it pass", () => {
    const shown = { color: false, width: 200 } as const;
    for (const text of [planMarkdown(large), planFormats.text(large, shown), planFormats.html(large, shown)]) {
      expect(text).toContain(PASSED);
      expect(text).toContain("--allow-deletes=400");
    }
  });

  it("the list that is over its limit comes first, however late its id, and very many lists are summed up", () => {
    const page = planMarkdown(large);
    const summary = "400 lists: 99 without changes, 300 with 1 to 5 changes, 0 with 6 to 20, 1 with more.";
    expect(page).toContain(summary);
    expect(planFormats.text(large, { color: false, width: 200 })).toContain(summary);
    const rows = page.split("\n").filter((line) => /^\| account \d+ \|/.test(line));
    expect(rows[0]).toMatch(/^\| account 5110 \|/);
    expect(rows).toHaveLength(50);
    expect(page.split("\n").find((line) => line.startsWith("| `L"))).toContain("account 5110");
  });
});
