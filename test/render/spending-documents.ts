import { type SpendingDocument, spendingDocumentSchema } from "../../src/documents/index.ts";

type Group = SpendingDocument["groups"][number];

const AMOUNTS = {
  currencyCode: "DKK",
  records: 1_234,
  charged: "1234567.10",
  refunded: "-1000.00",
  amountExcludingVat: "986853.68",
  amountIncludingVat: "1233567.10",
};

function spendingOf(by: SpendingDocument["by"], groups: readonly Group[]): SpendingDocument {
  const withoutPlate = { records: 3, amountIncludingVat: "70.00" };
  return spendingDocumentSchema.parse({
    ...{ kind: "platectl/spending", schemaVersion: 1, tool: { name: "platectl", version: "1.0.0" } },
    ...{ createdAt: "2026-06-15T00:00:00.000Z", target: { baseUrl: "https://fleet.example.com" }, by },
    ...{ range: { from: "2024-01-01", to: "2026-05-31", timeZone: "Europe/Copenhagen" }, accounts: 3 },
    ...{ complete: false, notes: ["account:4711: 2 records are of days after the range, and left out"] },
    totals: ["DKK", "EUR"].map((currencyCode) => ({ ...AMOUNTS, currencyCode, withoutPlate })),
    groups: groups.flatMap((group) => [group, { ...group, currencyCode: "EUR" }]),
    failures: [{ scope: "account:4712", message: `GET ${"/api/billing-accounts/4712".repeat(4)} gave 404.` }],
    setAside: [
      {
        ...{ scope: "account:4713", count: 1 },
        rows: [{ id: "9000000000", licensePlate: "AB12345", reason: "currency is not an object" }],
      },
    ],
  });
}

/** A report by month of more than two years, in two currencies, with parts that could not be read. */
export const monthlySpending = spendingOf(
  "month",
  Array.from({ length: 29 }, (_, at) => ({
    ...AMOUNTS,
    key: `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
    amountIncludingVat: at === 7 ? "-2000.00" : String(1_000 * (at + 1)),
  })),
);

/** A report by car of more cars than are in sight at once, one of them with a long name, and of records without a plate. */
export const spendingByCar = spendingOf("car", [
  { ...AMOUNTS },
  { ...AMOUNTS, licenseNumber: "ÆØÅ 1234567890 WITH BLANKS 1234567890" },
  { ...AMOUNTS, licenseNumber: "X".repeat(60) },
  ...Array.from({ length: 60 }, (_, at) => ({ ...AMOUNTS, licenseNumber: `AB${10_000 + at}` })),
]);

/** A report in which all foreign text is one of these strings. */
export function hostileSpending(texts: readonly string[]): SpendingDocument {
  const [first = ""] = texts;
  return {
    ...spendingByCar,
    target: { baseUrl: first },
    range: { from: first, to: first, timeZone: first },
    totals: texts.map((currencyCode) => ({
      ...{ ...AMOUNTS, currencyCode },
      withoutPlate: { records: 3, amountIncludingVat: "70.00" },
    })),
    groups: texts.map((text) => ({ ...AMOUNTS, currencyCode: text, key: text, licenseNumber: text, name: text })),
    notes: [...texts],
    failures: texts.map((text) => ({ scope: `account:${text}`, message: text, traceId: text })),
    setAside: texts.map((text) => ({
      scope: `account:${text}`,
      count: 1,
      rows: [{ id: text, licensePlate: text, reason: text }],
    })),
  };
}
