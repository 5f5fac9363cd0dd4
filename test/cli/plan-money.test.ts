import { expect, it } from "vitest";
import { dayFromToday, onTheWire, record, recordsInFront } from "./audit-world.ts";
import { flows } from "./flows.ts";
import { accountFleet, placeWith } from "./harness.ts";

flows(import.meta.url);

const MONEY = ["plan", "--money", "30"];

it("plan --money says at least where an account has a record that cannot be judged, and its document is not complete", async () => {
  const here = await placeWith(accountFleet({ 4711: ["AB12345"] }), {
    accounts: [{ baId: "4711", cars: ["AB12345", "CD23456"] }],
  });
  const good = onTheWire(record(1, "CD23456", { day: dayFromToday(-20), amount: "400.00" }));
  const url = await recordsInFront(here, "4711", () => [good, { ...good, infoRecordId: 2, currency: null }]);
  const partly = [...MONEY, "--base-url", url, "--auth-url", here.sandbox.url];
  const { code, stdout } = await here.run(...partly);
  expect(code).toBe(0);
  expect(stdout).toContain("Taken off now: at least 400.00 DKK in the last 30 days.");
  expect(JSON.parse((await here.run(...partly, "--json")).stdout)).toMatchObject({
    money: { complete: false, amounts: [{ currencyCode: "DKK", amountIncludingVat: "400" }] },
  });
});
