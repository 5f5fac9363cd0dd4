import { expect, it } from "vitest";
import { accountScope, DEFAULT_AUDIT_POLICY } from "../../../src/allowlist/index.ts";
import type { Joined, Left, Standing } from "../../../src/usecases/audit/billing/billing-rules.ts";
import { haveSameAmount } from "../../../src/usecases/audit/billing/record.ts";
import {
  BillingTally,
  claimsAfterwards,
  plateOf,
  type TalliedRecord,
  verdictsOf,
} from "../../../src/usecases/audit/index.ts";
import { keyOf } from "../../plan/support.ts";
import { DAY, PLAIN_RECORD, PLATES } from "./support.ts";

const joined: Joined = { day: "2026-06-10", proof: "added", grade: "sent" };
const left: Left = { day: "2026-05-20", by: "journal", proof: "deleted", grade: "reading" };
const by = (grade: Left["grade"]): Standing => ({ kind: "gone", left: { ...left, grade } });
const between: Standing = { kind: "between", left, joined };
const later: Standing = { kind: "not-joined", joined };
const wrongSum = { amountExcludingVat: "1.00" };
const credit = { amountIncludingVat: "-10.00", amountExcludingVat: "-8.00" };

/** The verdict on a record of a car, by how the car stood on the list; `holds`: an active user who has the car is named. */
function verdictOn(standing: Standing, { holds = false, ...more }: Partial<TalliedRecord & { holds: boolean }> = {}) {
  const record = { ...PLAIN_RECORD, id: "1/1", licensePlate: "AB1", userId: "5", ...more };
  const user = { id: "5", status: "ACTIVE", cars: [], plateKeys: new Set(holds ? [keyOf("AB1")] : []) } as const;
  const rules = { plates: PLATES, limits: {}, lastDay: DAY, isWanted: () => false, standingOf: () => standing };
  const tally = new BillingTally(rules);
  tally.take(record);
  const scope = accountScope("7");
  const desired = { scope, source: { file: "fleet.yaml", line: 1, column: 1 }, entries: new Map() };
  const account = { scope, desired, users: [user], billed: tally.finish() };
  const verdicts = verdictsOf(account, DEFAULT_AUDIT_POLICY, { plates: PLATES, day: DAY }, () => true);
  return verdicts.records.get(record);
}

function shown(...args: Parameters<typeof verdictOn>) {
  const { kind, proof, reason } = verdictOn(...args) ?? {};
  return kind === undefined ? [] : [kind, proof, reason];
}

const AFTER = "was billed after the car left on 2026-05-20";
const BETWEEN = `${AFTER}, and before it came back on 2026-06-10`;
const BEFORE = "was billed before the car joined on 2026-06-10";
const SUM = "the amount is not the amount without VAT and the VAT together";

it.each<[string, Standing, { readonly holds?: boolean }, readonly string[]]>([
  ["off the list by a reading", by("reading"), {}, ["claim", "journal", AFTER]],
  ["off the list by a reading, whoever has the car still", by("reading"), { holds: true }, ["claim", "journal", AFTER]],
  ["deleted, and never read back", by("sent"), {}, ["question", "journal", AFTER]],
  ["deleted, and never read back, and a user has it", by("sent"), { holds: true }, ["question", "", AFTER]],
  ["taken out by a commit", by("committed"), {}, ["question", "commit", AFTER]],
  ["taken out on a day that nothing shows", by("assumed"), {}, []],
  ["off by a reading, and back later", between, {}, ["claim", "journal", BETWEEN]],
  ["off by a reading, and back later, of a user who has it", between, { holds: true }, ["question", "", BETWEEN]],
  ["not there yet", later, {}, ["question", "journal", BEFORE]],
  ["not there yet, and a user has the car", later, { holds: true }, ["question", "", BEFORE]],
])("what is done about a parking of a car that was %s", (_, standing, more, expected) =>
  expect(shown(standing, more)).toEqual(expected),
);

it("a claim names all that is wrong, with the evidence of each, and calls a credit so", () => {
  expect(shown(later, wrongSum)).toEqual(["claim", "", `${SUM}; also ${BEFORE}`]);
  expect(verdictOn(later, wrongSum)?.evidence).toBe(
    "billed 10.00 DKK, for 1.00 without VAT and a VAT of 25; also added; no reading shows the list of that day",
  );
  expect(shown(by("reading"), credit)).toEqual(["claim", "journal", `credit, taken off: ${AFTER}`]);
});

it("a plate counts in any spelling, and a text that is no plate only as it is written", () => {
  const same = (one: string, other: string) => plateOf(one, PLATES) === plateOf(other, PLATES);
  expect([same("ab-1", "AB 1"), same("?", "?"), same("?", "!"), same("", "?")]).toEqual([true, true, false, false]);
});

const claimed = { account: "7", currencyCode: "DKK" };
it.each([
  ["its own text", "?", "DKK", 0],
  ["another text that is no plate", "!", "DKK", 1],
  ["another currency", "?", "EUR", 1],
])("a claim on a text that is no plate is answered by a refund of %s alone", (_, licensePlate, currencyCode, open) => {
  const before = [{ ...claimed, id: "1/1", licensePlate: "?", amountIncludingVat: "10.00" }];
  const refund = { id: "1/2", licensePlate, currencyCode, amountIncludingVat: "-10.00" };
  expect(claimsAfterwards(before, [refund], PLATES).open.records).toBe(open);
});

it("amounts are the same in one currency alone, however they are written", () => {
  const sum = (amountIncludingVat: string, currencyCode = "DKK") => ({
    id: "",
    day: "",
    amountIncludingVat,
    currencyCode,
  });
  expect(haveSameAmount(sum("10"), sum("10.00"))).toBe(true);
  expect(haveSameAmount(sum("10.00"), sum("10.00", "EUR"))).toBe(false);
  expect(haveSameAmount(sum("10.00"), sum("10.01"))).toBe(false);
});
