import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planMarkdown, reportMarkdown } from "../../src/render/index.ts";
import { hostilePlan, hostileReport, largePlan, planOf, scopeOf } from "./documents.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";
import { readMarkdown } from "./sinks.ts";

const GITHUB_COMMENT = 65_536;

function count(text: string, part: string | RegExp): number {
  return text.split(part).length - 1;
}

describe("planMarkdown", () => {
  it.each([
    { added: "AB12345", deleted: "AB1Z345", row: "| `AB1`**`Z`**`345` | `AB1`**`2`**`345` | global |" },
    { added: "AB1234", deleted: "AB12345", row: "| `AB1234`**`5`** | `AB1234` | global |" },
    { added: "0B1", deleted: "OB1", row: "| **`O`**`B1` | **`0`**`B1` | global |" },
  ])("planMarkdown marks the character that distinguishes $added from $deleted", ({ added, deleted, row }) => {
    const page = planMarkdown(
      planOf([
        scopeOf([
          { action: "add", licenseNumber: added, twin: deleted },
          { action: "delete", licenseNumber: deleted, twin: added },
        ]),
      ]),
    );
    expect(page).toContain(row);
    expect(readMarkdown(page).structure).toContain("strong_open strong");
  });
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
