import { expect, it } from "vitest";
import { dayFromToday, record } from "./audit-world.ts";
import { accountFleet, globalFleet, inFrontOf, type Place, placeWith } from "./harness.ts";

const ACCOUNTS = [
  {
    baId: "4711",
    cars: ["AB12345", "CD23456", "EF34567"],
    billing: [
      record(1, "CD23456", { day: dayFromToday(-20), amount: "400.00" }),
      record(2, "cd 23456", { day: dayFromToday(-3), amount: "12.50" }),
      record(3, "AB12345", { day: dayFromToday(-2), amount: "77.00" }),
      record(4, "CD23456", { day: dayFromToday(-60), amount: "1000.00" }),
    ].sort((left, right) => (left.startDate < right.startDate ? -1 : 1)),
  },
  { baId: "4712", cars: ["GH45678"], billing: [record(5, "GH45678", { day: dayFromToday(-1), amount: "3.10" })] },
];

/** Two lists; CD23456 and EF34567 are to be deleted, EF34567 never parked. */
async function town(): Promise<Place> {
  const here = await placeWith(accountFleet({ 4711: ["AB12345"], 4712: ["GH45678"] }), { accounts: ACCOUNTS });
  return here;
}

const MONEY = ["plan", "--money", "30"];

it("plan --money says what each deleted car cost in the last days, and what all of them did", async () => {
  const here = await town();
  const { code, stdout } = await here.run(...MONEY);

  expect(code).toBe(0);
  expect(stdout).toMatch(/- CD23456 .*412\.50 DKK/);
  expect(stdout).toMatch(/- EF34567 .*nothing/);
  expect(stdout).toContain("Taken off now: 412.50 DKK in the last 30 days.\n  account 4711: 412.50 DKK\n");
});

it("plan --money counts no record of other days, whatever the server sends", async () => {
  const here = await town();
  const more = "interface: { fromDateParam: since, toDateParam: until }\n";
  here.write("fleet.yaml", accountFleet({ 4711: ["AB12345"], 4712: ["GH45678"] }, more));
  expect((await here.run(...MONEY)).stdout).toContain("Taken off now: 412.50 DKK in the last 30 days.\n");
});

it("plan --money reads the records of accounts with deletes alone, once", async () => {
  const here = await town();
  await here.run(...MONEY);
  const asked = here.sandbox.requests.filter(({ path }) => path.includes("billing-info-records"));
  expect(asked.map(({ path }) => path.split("?")[0])).toEqual(["/api/billing-accounts/4711/billing-info-records"]);
});

it.each([
  ["markdown", "`Taken off now: 412.50 DKK in the last 30 days.`"],
  ["html", "Taken off now: 412.50 DKK in the last 30 days."],
])("plan --money shows the sum as %s", async (format, expected) => {
  const here = await town();
  const { stdout } = await here.run(...MONEY, "--format", format);
  expect(stdout).toContain(expected);
  expect(stdout).toContain("412.50 DKK");
});

it("a plan stands where records cannot be read, and a warning says that the money is not known", async () => {
  const here = await town();
  const url = await inFrontOf(here.sandbox.url, ({ url: path = "" }) =>
    path.includes("billing-info-records") ? 404 : undefined,
  );
  const server = ["--base-url", url, "--auth-url", here.sandbox.url];
  const { code, stdout } = await here.run(...MONEY, ...server);
  expect(code).toBe(0);
  expect(stdout).toContain("What the deleted cars cost in the last 30 days is not known.");
  expect(stdout).toMatch(/what the deleted cars cost is not\s+known/);
  expect(stdout).not.toContain("nothing");
  const { scopes } = JSON.parse((await here.run(...MONEY, ...server, "--json")).stdout);
  expect(scopes[0].changes[0]).not.toHaveProperty("cost");
});

it("plan --money says at least where an account has a record that cannot be judged, and its document is not complete", async () => {
  const here = await town();
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

it("in global mode plan --money adds up the records of all accounts", async () => {
  const here = await placeWith(globalFleet(["AB12345"]), {
    cars: ["AB12345", "CD23456", "GH45678"],
    accounts: ACCOUNTS,
  });
  const { stdout } = await here.run(...MONEY);
  expect(stdout).toContain("Taken off now: 415.60 DKK in the last 30 days.");
});
