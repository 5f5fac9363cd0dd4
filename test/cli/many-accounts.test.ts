import { expect, it } from "vitest";
import { accountFleet, placeWith, plates } from "./harness.ts";

async function requestsOf(accounts: number, ...args: readonly string[]): Promise<number> {
  const baIds = Array.from({ length: accounts }, (_, at) => String(4710 + at));
  const desired = Object.fromEntries(baIds.map((baId) => [baId, plates(`A${baId}`, 3)]));
  const here = await placeWith(accountFleet(desired), { accounts: baIds.map((baId) => ({ baId })) });
  await here.run(...args);
  return here.sandbox.requests.length;
}

it.each([
  ["plan", 1],
  ["apply", 3],
  ["audit", 4],
  ["audit --info", 5],
])(`with many accounts ${"%s"} sends %i requests more for each account, and no other`, async (command, each) => {
  const args = command === "apply" ? ["apply", "--auto-approve"] : command.split(" ");
  const [few, many] = await Promise.all([requestsOf(3, ...args), requestsOf(15, ...args)]);
  expect(many - few).toBe(12 * each);
});
