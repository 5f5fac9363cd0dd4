import { expect, it } from "vitest";
import { dayFromToday, record } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { accountFleet, inFrontOf, placeWith } from "./harness.ts";

flows(import.meta.url);

const MONEY = ["plan", "--money", "30"];

it("plan --money says at least where an account has a record that cannot be judged, and its document is not complete", async () => {
  const here = await placeWith(accountFleet({ 4711: ["AB12345"] }), {
    accounts: [{ baId: "4711", cars: ["AB12345", "CD23456"] }],
  });
  const money = { vat: 80, amountExcludingVat: 320, amountIncludingVat: 400 };
  const numbers = { infoId: 1, infoRecordId: 1, ...money };
  const { parking, user, ...texts } = record(1, "CD23456", { day: dayFromToday(-20), amount: "400.00" });
  const good = { ...texts, ...numbers, parking: { ...parking, id: 1, areaId: 1 }, user: user && { ...user, id: 1 } };
  const odd = { ...good, infoRecordId: 2, currency: null };
  const page = { size: 1000, number: 0, totalElements: 2, totalPages: 1 };
  const url = await inFrontOf(here.sandbox.url, ({ url: path = "" }, response) => {
    if (!path.startsWith("/api/billing-accounts/4711/billing-info-records")) return undefined;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ content: [good, odd], page }));
    return "taken";
  });
  const partly = [...MONEY, "--base-url", url, "--auth-url", here.sandbox.url];
  const { code, stdout } = await here.run(...partly);
  expect(code).toBe(0);
  expect(stdout).toContain("Taken off now: at least 400 DKK in the last 30 days.");
  expect(JSON.parse((await here.run(...partly, "--json")).stdout)).toMatchObject({
    money: { complete: false, amounts: [{ currencyCode: "DKK", amountIncludingVat: "400" }] },
  });
});
