import { expect, it } from "vitest";
import { seedData } from "../../src/sandbox/index.ts";
import { rowsOf, TEXT, TEXTS } from "../rows.ts";
import { requestCases } from "./cases.ts";
import { pageOf, visit } from "./visitor.ts";

requestCases(import.meta.url);

it.each(rowsOf(import.meta.url, "billing records are found in the range", TEXT, TEXTS))(
  "billing records are found in the range %s (interface 4.6)",
  async (query, starts) => {
    const [sample] = seedData(1, Date.UTC(2026, 2, 1)).accounts[0]?.billing ?? [];
    if (!sample) throw new Error("the seed has billing records");
    const billing = ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z", "2026-01-31T23:59:59Z"].map((startDate) => {
      return { ...sample, startDate, vat: "25.50", amountIncludingVat: "10.00" };
    });
    const { get } = await visit({ start: { accounts: [{ baId: "4711", billing }] } });
    const { content } = pageOf(await get(`/api/billing-accounts/4711/billing-info-records${query}`));
    expect(content).toEqual(starts.map((startDate) => expect.objectContaining({ startDate })));
  },
);
