import { expect, it } from "vitest";
import { accountFleet, type Place, placeWith } from "./harness.ts";

const LISTED = 3;

async function placeOf(accounts: number): Promise<Place> {
  const baIds = Array.from({ length: accounts }, (_, at) => String(4710 + at));
  const here = await placeWith(
    accountFleet(
      Object.fromEntries(baIds.map((baId) => [baId, Array.from({ length: LISTED }, (_, at) => `A${baId}${at}`)])),
    ),
    { accounts: baIds.map((baId) => ({ baId })) },
  );
  return here;
}

async function requestsOf(accounts: number, ...args: readonly string[]): Promise<number> {
  const here = await placeOf(accounts);
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
