import { describe, expect, it } from "vitest";
import { auditFormats, auditMarkdown, terminalText } from "../../src/render/index.ts";
import { auditOf, hostileAudit, typicalAudit } from "./audit-documents.ts";
import { HOSTILE_STRINGS } from "./hostile-corpus.ts";
import { readHtml, readXml } from "./sinks.ts";

const PLAIN = { color: false, width: 80 };
const large = auditOf(
  Array.from({ length: 5_000 }, (_, at) => ({
    rule: "drift-extra" as const,
    severity: "error" as const,
    scope: "global" as const,
    licenseNumber: `AB${at}`,
    message: "is on the list, and not in the fleet file",
    evidence: {},
  })),
);

describe("money in an audit", () => {
  const billedOf = (licenseNumber: string, ...amounts: readonly (readonly [string, string])[]) => ({
    rule: "billed-not-desired" as const,
    severity: "error" as const,
    scope: "account:4711" as const,
    licenseNumber,
    message: "was billed",
    evidence: {
      billed: {
        records: 1,
        firstDay: "2026-06-02",
        lastDay: "2026-06-02",
        amounts: amounts.map(([amountIncludingVat, currencyCode]) => ({ amountIncludingVat, currencyCode })),
        ids: [],
      },
    },
  });
  const priced = auditOf(
    [
      billedOf("AA1", ["9.50", "DKK"]),
      billedOf("BB2", ["100000.00", "HUF"]),
      billedOf("CC3", ["1234.5", "DKK"], ["3.00", "EUR"]),
      billedOf("DD4", ["200000.00", "HUF"]),
    ],
    {
      totals: [
        { rule: "billed-not-desired", count: 4, amounts: [{ currencyCode: "HUF", amountIncludingVat: "-300000.00" }] },
      ],
    },
  );

  it.each(["text", "markdown"] as const)("the most expensive findings of each currency come first in %s", (format) => {
    const text = auditFormats[format](priced, PLAIN);
    expect(text.match(/\b(?:AA1|BB2|CC3|DD4)\b/g)).toEqual(["CC3", "DD4", "AA1", "BB2"]);
  });

  it.each(["text", "markdown", "html"] as const)("sums have separators of thousands in %s", (format) => {
    expect(auditFormats[format](priced, PLAIN)).toContain("-300,000.00 HUF");
  });
});

describe("what is claimed", () => {
  const finding = (licenseNumber: string, rule: "billed-twice" | "billed-overlap", verdict?: "claim" | "question") => ({
    ...{ rule, severity: rule === "billed-twice" ? ("error" as const) : ("warning" as const), licenseNumber },
    ...{ scope: "account:4711" as const, message: "was billed", ...(verdict && { verdict }) },
    evidence: { billed: { records: 2, firstDay: "", lastDay: "", amounts: [], ids: [] } },
  });
  const sum = { records: 3, amounts: [{ currencyCode: "JPY", amountIncludingVat: "6800.00" }] };
  const document = auditOf(
    [
      finding("AA1", "billed-twice"),
      finding("BB2", "billed-overlap", "question"),
      finding("CC3", "billed-overlap", "claim"),
    ],
    { verdicts: { claims: sum, questions: { records: 1, amounts: [] } } },
  );

  it.each(["text", "markdown", "html"] as const)(
    "comes before what is asked and the rest, with marks, in %s",
    (format) => {
      const text = auditFormats[format](document, PLAIN);
      expect(text.match(/to claim back/g)).toHaveLength(1);
      expect(text).toMatch(/6,800 JPY/);
      if (format !== "html") expect(text.match(/\b(?:AA1|BB2|CC3)\b/g)).toEqual(["CC3", "BB2", "AA1"]);
      expect(text).toMatch(/\bclaim\b/);
      expect(text).toContain("ask first");
      expect(auditFormats[format](auditOf([finding("AA1", "billed-twice")]), PLAIN)).not.toContain("to claim back");
    },
  );
});

describe("a long audit", () => {
  it("a long audit as text shows twenty findings of a rule, and all with --all", () => {
    const count = (text: string) => text.match(/not in the fleet file/g)?.length;
    const short = auditFormats.text(large, PLAIN);
    expect(count(short)).toBe(20);
    expect(short).toContain("… and 4,980 more; --all lists them");
    expect(count(auditFormats.text(large, PLAIN, { all: true }))).toBe(5_000);
  });

  it("a long audit as Markdown fits a comment, and says what it left out", () => {
    const page = auditMarkdown(large);
    expect(page.length).toBeLessThanOrEqual(65_536);
    expect(page).toMatch(/\*\*Left out to fit 65,536 characters:\*\* [0-9,]+ drift-extra findings\./);
  });
});

it("an audit as JUnit is well-formed, and every text arrives as it was, escaped", () => {
  const failures = readXml(auditFormats.junit(hostileAudit(HOSTILE_STRINGS), PLAIN)).filter(
    ({ element }) => element === "failure",
  );
  expect(new Set(failures.map(({ attributes }) => attributes.get("message")))).toEqual(
    new Set(HOSTILE_STRINGS.map(terminalText)),
  );
});

describe("what an audit looked at", () => {
  const incomplete = auditOf([], {
    ...typicalAudit,
    setAside: [{ scope: "account:4711", what: "billing record", count: 1, rows: [] }],
  });

  it("what an audit looked at stands in HTML by currency, that of most records first, and says where it is incomplete", () => {
    const words = (audit: typeof typicalAudit) => readHtml(auditFormats.html(audit, PLAIN)).texts.join(" ");
    expect(words(typicalAudit)).toMatch(/DKK 12,345\.00 61\.25 \s*EUR 31\.00 3\.10/);
    expect(words(typicalAudit)).not.toContain("incomplete");
    expect(words(incomplete)).toContain("The sums are incomplete: records were set aside.");
  });

  it("what an audit looked at is counted where nothing was found", () => {
    const { coverage } = typicalAudit;
    const clean = auditOf([], coverage && { coverage: { ...coverage, inFindings: [], days: [] } });
    expect(auditFormats.text(clean, { ...PLAIN, width: 400 })).toContain("billed 12,345.00 DKK and 31.00 EUR\n");
  });
});
