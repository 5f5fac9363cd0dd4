import { describe, expect, it } from "vitest";
import { auditFormats } from "../../src/render/index.ts";
import { type AnyFinding, auditOf, hostileAudit } from "../render/audit-documents.ts";
import { HOSTILE_STRINGS } from "../render/hostile-corpus.ts";
import { pageCases } from "./cases.ts";
import { useChromium } from "./open-page.ts";
import { platesOf, vocabularyOf } from "./reading.ts";

const PLAIN = { color: false, width: 80 };
const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const open = useChromium();

const amountsOf = (...sums: readonly (readonly [string, string])[]) =>
  sums.map(([amountIncludingVat, currencyCode]) => ({ amountIncludingVat, currencyCode }));

/** A finding of that sum, in one currency or two. */
function priced(
  licenseNumber: string,
  severity: AnyFinding["severity"],
  ...sums: readonly [string, string][]
): AnyFinding {
  const amounts = amountsOf(...sums);
  const billed = { records: 2, firstDay: "2026-06-02", lastDay: "2026-06-03", amounts, ids: [] };
  const message = "is not desired; `absent` says so";
  const rule = severity === "error" ? "billed-not-desired" : "billed-look-alike";
  return { rule, severity, scope: "account:4711", licenseNumber, message, evidence: { billed } };
}

const money = auditOf(
  [
    priced("AA1", "error", ["9.50", "DKK"]),
    priced("BB2", "error", ["1000.00", "DKK"], ["2.00", "EUR"]),
    priced("CC3", "error", ["70.00", "EUR"]),
    priced("DD4", "warning", ["100.00", "DKK"]),
    { ...priced("EE5", "error"), rule: "drift-missing", message: "", evidence: {} },
  ],
  {
    names: [{ scope: "account:4711", name: "Acme <Denmark>" }],
    coverage: {
      ...{ accounts: 1, cars: 3, users: 0, records: 9, withoutPlate: 0 },
      billed: amountsOf(["11095.00", "DKK"], ["72.00", "EUR"]),
      inFindings: amountsOf(["1109.50", "DKK"], ["72.00", "EUR"]),
      days: [
        { day: "2026-06-02", inFindings: amountsOf(["1109.50", "DKK"]) },
        { day: "2026-06-03", inFindings: amountsOf(["72.00", "EUR"]) },
      ],
    },
    totals: [
      { rule: "billed-not-desired", count: 3, amounts: amountsOf(["1009.50", "DKK"], ["72.00", "EUR"]) },
      { rule: "billed-look-alike", count: 1, amounts: amountsOf(["100.00", "DKK"]) },
    ],
  },
);
const page = auditFormats.html(money, PLAIN);
const many = auditFormats.html(
  auditOf(Array.from({ length: 2_100 }, (_, at) => priced(`N${at + 1}`, "error", [`${at + 1}.00`, "DKK"]))),
  PLAIN,
);

pageCases(import.meta.url, open, { money: page });

describe("the money of an audit", () => {
  it("bars show each currency by day, in proportion", async () => {
    const { page: tab } = await open(page, DESKTOP);
    const days = tab.getByRole("img", { name: "DKK by day, most on 2026-06-02: 1,109.50 DKK" });
    expect(await days.isVisible()).toBe(true);
    expect(await days.locator("rect").count()).toBe(30);
    expect(await days.locator("rect[height='60'] title").textContent()).toBe("2026-06-02: 1,109.50 DKK");
  });

  it("what was read stands below the findings, and nothing scrolls inside", async () => {
    const { page: tab } = await open(page, DESKTOP);
    expect(await tab.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
      "Rules",
      "Findings",
      "Records that findings name",
      "What was read",
    ]);
    const scrolling = await tab.evaluate(
      `[...document.querySelectorAll("main *")].filter((one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === "auto").length`,
    );
    expect(scrolling).toBe(0);
  });
});

it("a card of a phone names each of its values", async () => {
  const { page: tab } = await open(page, PHONE);
  const label = await tab.evaluate(`getComputedStyle(document.querySelector("#rows td.amount"), "::before").content`);
  expect(label).toBe('"Amount"');
});

it("an audit on paper has the most expensive findings, and says how many are left out", async () => {
  const { page: tab } = await open(many, DESKTOP);
  await tab.emulateMedia({ media: "print" });
  await tab
    .getByText("Printed here: the first 2,000 of 2,100 findings, the most expensive first. 100 are left out.")
    .waitFor();
  const plates = await platesOf(tab);
  expect({ first: plates[0], last: plates.at(-1), count: plates.length }).toEqual({
    first: "N2100",
    last: "N101",
    count: 2_000,
  });
});

it("S17 hostile text adds no element, attribute, dialog or navigation to the page of an audit", async () => {
  const pageOf = (texts: readonly string[]) => auditFormats.html(hostileAudit(texts), PLAIN);
  const harmless = await open(pageOf(["AB12345", "CD2", "EF3", "GH4", "JK5", "LM6", "NP7", "QR8", "ST9"]), PHONE);
  const ours = [...(await vocabularyOf(harmless.page)), "mark"];
  const { page: tab, misdeeds } = await open(pageOf(HOSTILE_STRINGS), PHONE);
  while (await tab.locator("#more").isVisible()) await tab.locator("#more").click();
  expect((await vocabularyOf(tab)).filter((word) => !ours.includes(word))).toEqual([]);
  expect(misdeeds).toEqual([]);
});
