import { describe, expect, it } from "vitest";
import { auditFormats, carsFormats, planFormats, reportFormats } from "../../src/render/index.ts";
import { typicalAudit } from "../render/audit-documents.ts";
import { manyCars } from "../render/car-documents.ts";
import { largePlan, typicalPlan, typicalReport } from "../render/documents.ts";
import { useChromium } from "./open-page.ts";
import { rowsOf } from "./reading.ts";

const PLAIN = { color: false, width: 80 };
/** What a CI server sends with the files of a job: no script, and no style but of its own files. */
const POLICY = "sandbox; default-src 'none'; img-src 'self'; style-src 'self'";
const unclearRows = manyCars(0).unclearRows ?? [];
const typicalDesired = { ...typicalPlan.desired, unclearRows };
const pages = [
  {
    what: "a plan",
    html: planFormats.html({ ...typicalPlan, desired: typicalDesired }, PLAIN),
    texts:
      "to delete, 1 unclear row, cell B17, Stopped by a guard, Possible corrections, Warnings of plates and files".split(
        ", ",
      ),
  },
  { what: "a large plan", html: planFormats.html(largePlan(1_000), PLAIN), texts: ["The first 50 of 1,000 cars."] },
  {
    what: "a report",
    html: reportFormats.html({ ...typicalReport, unclearRows }, PLAIN),
    texts: ["1 unclear row", "unknown", "rejected"],
  },
  {
    what: "the cars",
    html: carsFormats.html(manyCars(200), PLAIN),
    texts: ["on the list", "not on it", "1 unclear row", "sheet Cars, cell B17", "The first 50 of 200 cars."],
  },
  {
    what: "an audit",
    html: auditFormats.html({ ...typicalAudit, unclearRows }, PLAIN),
    texts: ["1 unclear row", "Rules", "errors", "Findings"],
  },
];
const WAYS = [
  { how: "scripts are off", options: { javaScriptEnabled: false } },
  { how: "a server forbids scripts and styles", options: { policy: POLICY } },
];
const open = useChromium();

describe.each(WAYS)("where $how", ({ options }) => {
  it.each(pages)("the page of $what shows what matters and the first rows, and no search", async ({ html, texts }) => {
    const { page } = await open(html, options);
    const seen = await page.locator("body").innerText();
    for (const text of texts) expect(seen).toContain(text);
    const withScript = await open(html);
    expect(await rowsOf(page)).toEqual(await rowsOf(withScript.page));
    expect(await page.locator("#search").isVisible()).toBe(false);
    expect(seen).toContain("save this file, and open it in a browser");
  });
});

it("where scripts are on, the page says nothing about scripts", async () => {
  const { page, misdeeds } = await open(planFormats.html(typicalPlan, PLAIN));
  expect(await page.getByText("needs scripts").isVisible()).toBe(false);
  expect(await page.getByRole("searchbox").isVisible()).toBe(true);
  expect(misdeeds).toEqual([]);
});
