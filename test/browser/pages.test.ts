import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  auditFormats,
  carsFormats,
  planFormats,
  reportFormats,
  spendingFormats,
  terminalText,
} from "../../src/render/index.ts";
import { emptyAudit, typicalAudit } from "../render/audit-documents.ts";
import { manyCars } from "../render/car-documents.ts";
import {
  causedPlan,
  emptyPlan,
  hostilePlan,
  hostileReport,
  largePlan,
  planOf,
  scopeOf,
  typicalPlan,
  typicalReport,
} from "../render/documents.ts";
import { HOSTILE_STRINGS } from "../render/hostile-corpus.ts";
import { monthlySpending, spendingByCar } from "../render/spending-documents.ts";
import { pageCases } from "./cases.ts";
import { useChromium } from "./open-page.ts";
import { cutTexts, focusOf, paleTexts, platesOf, rowsOf, smallTargets, vocabularyOf } from "./reading.ts";

const PLAIN = { color: false, width: 80 };
const LONG_NOTE = "Driver: Maximiliane von Hohenstein-Waldburg, returns it in May";
/** 150 deletes of long reasons, 127 of them in the fleet, and as many adds of cars with notes, 12 of them corrections. */
const stoppedPlan = planOf(
  [
    scopeOf(
      Array.from({ length: 150 }, (_, at) => {
        const reason = { kind: "row-gone", author: "Katharina Müller-Lüdenscheidt", at: "2026-02-28" } as const;
        const [gone, came, row] = [`AB${10_000 + at}`, `CD${10_000 + at}`, `cars/lease-export-2026-02.csv:${at}:1`];
        const isPair = at < 12;
        return [
          { action: "add" as const, licenseNumber: came, source: row, note: LONG_NOTE, ...(isPair && { twin: gone }) },
          { action: "delete" as const, licenseNumber: gone, inFleet: at < 127, reason, ...(isPair && { twin: came }) },
        ];
      }).flat(),
      { kept: [{ licenseNumber: "CC1", reason: "added by customer care" }] },
    ),
  ],
  {
    guards: [
      { rule: "maxDeletes", scope: "global", tripped: true, limit: 20, actual: 150, override: "--allow-deletes=150" },
    ],
  },
);
const PAGES = {
  "the typical plan": planFormats.html(typicalPlan, PLAIN),
  "the plan with causes": planFormats.html(causedPlan, PLAIN),
  "the empty plan": planFormats.html(emptyPlan, PLAIN),
  "the stopped plan": planFormats.html(stoppedPlan, PLAIN),
  "the report": reportFormats.html(typicalReport, PLAIN),
  "the audit": auditFormats.html(typicalAudit, PLAIN),
  "the cars": carsFormats.html(manyCars(200), PLAIN),
  "the plan of three lines": planFormats.html(
    planOf([
      scopeOf(
        [100, 9, 10].map((line) => ({ action: "add", licenseNumber: `AB${line}`, source: `fleet.yaml:${line}:5` })),
      ),
    ]),
    PLAIN,
  ),
  "the empty audit": auditFormats.html(emptyAudit, PLAIN),
  "spending by month": spendingFormats.html(monthlySpending, PLAIN),
  "spending by car": spendingFormats.html(spendingByCar, PLAIN),
};
const pages = Object.entries(PAGES).map(([what, html]) => ({ what, html }));
const SCHEMES = [
  { colorScheme: "light", background: /^rgb\(2\d\d, 2/ },
  { colorScheme: "dark", background: /^rgb\(\d\d, / },
] as const;
const typical = PAGES["the typical plan"];
const SIZE = 100_000;
const large = planFormats.html(largePlan(SIZE), PLAIN);
const open = useChromium();

pageCases(import.meta.url, open, PAGES);

describe("every page", () => {
  it.each(pages.flatMap(({ what, html }) => [390, 1280].map((width) => ({ what, html, width }))))(
    "the page of $what loads nothing, is readable in the light and in the dark, and at $width px nothing is cut off and what can be pressed is 24 px high and wide",
    async ({ html, width }) => {
      const { page, misdeeds } = await open(html, { viewport: { width, height: 800 } });
      await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
      for (const { colorScheme, background } of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toMatch(background);
        expect(await paleTexts(page)).toEqual([]);
      }
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(await cutTexts(page)).toEqual([]);
      expect(await smallTargets(page, 24)).toEqual([]);
      expect(misdeeds).toEqual([]);
    },
  );

  it("the policy of the page stops what is not its own", async () => {
    const evil = typical.replace("</main>", '<script>alert(1)</script><img src="https://example.com/x.png"></main>');
    const { misdeeds } = await open(evil);
    const stopped = misdeeds.filter((one) => one.includes("Content Security Policy"));
    expect(stopped).toHaveLength(2);
    expect(stopped.join()).toMatch(/script-src.*default-src/s);
    expect(misdeeds.filter((one) => one.startsWith("dialog"))).toEqual([]);
  });

  it("the page of a plan without changes says so, and has no table of cars", async () => {
    const { page } = await open(PAGES["the empty plan"]);
    await expect(page.getByText("No changes. The live lists match the fleet file.").isVisible()).resolves.toBe(true);
    expect(await page.getByRole("table", { name: "Cars" }).count()).toBe(0);
  });
});

it("a search without a match says so, and one key brings all cars back", async () => {
  const { page } = await open(typical);
  await page.getByRole("searchbox").fill("nowhere");
  expect(await page.getByText("No car matches.").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Show all" }).press("Enter");
  expect(await platesOf(page)).toHaveLength(6);
  expect(await focusOf(page)).toMatchObject({ name: "Search" });
});

it("there is no filter where all cars are alike, nor where there are too many values to choose from", async () => {
  const changes = Array.from({ length: 9 }, (_, at) => {
    const reason = { kind: "edit", author: `Author ${at}` } as const;
    return { action: "add" as const, licenseNumber: `AB${at}`, reason };
  });
  const { page } = await open(planFormats.html(planOf([scopeOf(changes)]), PLAIN));
  expect(await page.getByRole("group", { name: "Filters" }).getByRole("button").count()).toBe(0);
  await page.getByRole("searchbox").fill("author 7");
  expect(await platesOf(page)).toEqual(["AB7"]);
});

it("a possible correction is marked on both plates, beside both", async () => {
  const { page } = await open(typical);
  expect(await page.locator("#rows mark").allTextContents()).toEqual(["Z", "2", "2", "Z"]);
  expect(await page.locator(".pair").textContent()).toBe("- AB1Z345 + AB12345 account 4711 Acme Denmark");
});

it("the Tab key goes through the page in reading order, and the focus is visible", async () => {
  const { page } = await open(typical);
  const names: string[] = [];
  for (let step = 0; step < 21; step += 1) {
    await page.keyboard.press("Tab");
    const { name, outlined } = await focusOf(page);
    expect({ name, outlined }).toEqual({ name, outlined: true });
    names.push(name);
  }
  expect(names).toEqual([
    "2 to delete 1 of these 2 deletes is in the fleet now",
    "3 to add",
    ...["1 kept", "account 4711 Acme Denmark", "account 4712", "1 list without changes", "Search", "Save these rows"],
    ...["- delete 2", "+ add 3", "= keep 1"],
    ...["account 4711 Acme Denmark 5", "account 4712 1"],
    ...["yes 1", "no 1"],
    expect.stringMatching(/^respelled 3f2a91c by Anna Berg/),
    expect.stringMatching(/^row gone/),
    expect.stringMatching(/^drift/),
    expect.stringMatching(/^edit/),
    expect.stringMatching(/^matches VIP\*/),
    "Car",
  ]);
});

it("a screen reader is told of tables, rows, counts and pictures", async () => {
  const { page } = await open(typical);
  const table = page.getByRole("table", { name: "Cars" });
  expect(await table.getByRole("columnheader").count()).toBe(7);
  expect(await table.getByRole("rowheader").allTextContents()).toHaveLength(6);
  expect(await page.getByRole("img", { name: "2,000 before, 2,000 after" }).isVisible()).toBe(true);
  expect(await page.getByRole("group", { name: "Filters" }).getByRole("group").count()).toBe(4);
  expect(await page.getByRole("heading").allTextContents()).toEqual([
    "Plan",
    "Stopped by a guard: apply will refuse this plan",
    "Possible corrections: each pair may be one car, written in two ways",
    "Lists",
    "Warnings of plates and files",
    "Cars",
  ]);
});

it("a page of 100,000 changes is searched and filtered, with the first rows and more on demand", async () => {
  const { page, misdeeds } = await open(large);
  expect((await rowsOf(page)).length).toBe(50);
  await page.getByRole("button", { name: "Show 500 more of 100,000 cars" }).click();
  expect((await rowsOf(page)).length).toBe(550);
  await page.getByRole("searchbox").fill("u 05050");
  expect(await platesOf(page)).toEqual(Array.from({ length: 10 }, (_, digit) => `U05050${digit}`));
  await page.getByRole("searchbox").fill("");
  await actionButton(page, "- delete").click();
  expect(await page.getByRole("status").textContent()).toBe("33,332 of 100,000 cars");
  expect((await rowsOf(page))[0]).toContain("- delete");
  expect(misdeeds).toEqual([]);
});

const HOSTILE_PAGES = [
  {
    what: "plan",
    html: planFormats.html(hostilePlan(), PLAIN),
    harmless: hostilePlanPage("AB12345"),
    rows: 4 * HOSTILE_STRINGS.length,
  },
  {
    what: "report",
    html: reportFormats.html(hostileReport(), PLAIN),
    harmless: reportFormats.html(hostileReport(["AB12345"]), PLAIN),
    rows: 6 * HOSTILE_STRINGS.length,
  },
];

it.each(HOSTILE_PAGES)(
  "S17 hostile text in $what adds no element, attribute, dialog or navigation",
  async ({ html, harmless, rows }) => {
    const ours = await vocabularyOf((await open(harmless)).page);
    const { page, misdeeds } = await open(html);
    while (await page.locator("#more").isVisible()) await page.locator("#more").click();
    expect(await rowsOf(page)).toHaveLength(rows);
    // A list of few values has buttons, long ones are folded; both are ours.
    expect((await vocabularyOf(page)).filter((word) => !ours.includes(word) && !OURS_WHEN_LONG.includes(word))).toEqual(
      [],
    );
    const seen = new Set(await platesOf(page));
    expect(seen).toEqual(new Set(HOSTILE_STRINGS.map(terminalText)));
    expect(misdeeds).toEqual([]);
  },
);

const OURS_WHEN_LONG = ["details", "summary", "small"];

it("on paper all cars are printed, dark on white, without what only a screen can use", async () => {
  const { page } = await open(typical, { colorScheme: "dark" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await page.getByRole("searchbox").isVisible()).toBe(false);
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
  expect(await paleTexts(page)).toEqual([]);
  expect(await platesOf(page)).toHaveLength(6);
  expect(await page.locator("#cut").isVisible()).toBe(false);
});

it("on paper the first of very many cars are printed, and the page says so", async () => {
  const { page } = await open(large);
  await page.emulateMedia({ media: "print" });
  await page.getByText("Printed here: the first 2,000 of 100,000 cars. 98,000 are left out.").waitFor();
  expect(await platesOf(page)).toHaveLength(2_000);
  await page.emulateMedia({ media: "screen" });
  await page.getByText("Printed here").waitFor({ state: "hidden" });
  expect(await platesOf(page)).toHaveLength(50);
});

/** The button of the filter by action. */
function actionButton(page: Page, action: string): Locator {
  return page.getByRole("group", { name: "Action", exact: true }).getByRole("button", { name: action });
}

function hostilePlanPage(text: string): string {
  return planFormats.html(hostilePlan([text]), PLAIN);
}
