import type { DocumentContent } from "../../src/documents/index.ts";

type CarsDocument = DocumentContent<"cars">;

/** Cars of two lists, in which all foreign text is one of these strings. */
export function hostileCars(texts: readonly string[]): CarsDocument {
  const [first = ""] = texts;
  return {
    ...{ createdAt: "2026-06-15T08:00:00.000Z", target: { baseUrl: first } },
    lists: [
      { scope: "global", source: "list" },
      { scope: "account:4711", name: first, source: "state" },
    ],
    unclearRows: texts.map((text) => ({ source: text, list: text, licenseNumber: text, reason: text, remedy: text })),
    cars: texts.map((text) => ({
      ...{ scope: "account:4711", licenseNumber: text, listed: "yes", wanted: "no", since: text, inFleet: true },
      ...{ features: [text], addedByCustomerCare: true, source: text, validFrom: text, validUntil: text, note: text },
    })),
  };
}

/** So many cars of one list, every tenth of which is wanted and not on it. */
export function manyCars(size: number): CarsDocument {
  return {
    ...{ createdAt: "2026-06-15T08:00:00.000Z", target: { baseUrl: "https://fleet.example.com" } },
    lists: [{ scope: "global", source: "list" }],
    unclearRows: [
      {
        ...{ source: "cars/lease.xlsx:Cars!B17", list: "cars/lease.xlsx", licenseNumber: "M-AB 1 sold" },
        ...{ reason: "it mixes capital and small letters", remedy: "Correct the cell." },
      },
    ],
    cars: Array.from({ length: size }, (_, at) => ({
      ...{ scope: "global", licenseNumber: `AB${10_000 + at}`, wanted: "yes", inFleet: at % 3 === 0 },
      ...(at % 10 === 0 ? { listed: "no" } : { listed: "yes", since: "2026-02-11" }),
      ...{ features: [], addedByCustomerCare: false, source: `cars/lease.csv:${at + 2}:1`, note: `Driver ${at}` },
    })),
  };
}
