import fc from "fast-check";
import { expect, it } from "vitest";
import { addDecimal, audit, isAmount, ZERO } from "../../../src/usecases/audit/index.ts";
import { factsOf } from "./support.ts";

/** What audit says that records of these amounts come to. */
function sumOf(...amounts: readonly string[]): string | undefined {
  const records = amounts.map((amountIncludingVat) => ({ licensePlate: "CD2", amountIncludingVat }));
  const { totals } = audit(factsOf({ lists: { global: {} }, accounts: { "7": { records } } }));
  // Sums of nothing and less are told apart, for there is nothing to claim.
  const rules = ["billed-not-desired", "billed-zero"];
  return totals.find(({ rule, count }) => rules.includes(rule) && count > 0)?.amounts?.[0]?.amountIncludingVat;
}

it.each([
  [["0.1", "0.2"], "0.3"],
  [["12.50"], "12.50"],
  [["12.50", "1.5"], "14.00"],
  [["1", "0.001"], "1.001"],
  [["-5.00", "2.25"], "-2.75"],
  [["-0.05"], "-0.05"],
  [["0.05", "-0.05"], "0.00"],
  [["9007199254740993", "0.01"], "9007199254740993.01"],
  [["93543", "230"], "93773"],
])("amounts are added up exactly: %j come to %s", (amounts, sum) => expect(sumOf(...amounts)).toBe(sum));

it("amounts add up exactly in any order, as whole numbers of the smallest unit would", () => {
  const large = fc.bigInt(-(10n ** 20n), 10n ** 20n);
  const small = fc.bigInt(-(10n ** 5n), 10n ** 5n);
  fc.assert(
    fc.property(fc.array(fc.oneof(large, small), { minLength: 1, maxLength: 20 }), (cents) => {
      const texts = cents.map((cent) => {
        const digits = String(cent < 0n ? -cent : cent).padStart(3, "0");
        return `${cent < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      });
      const total = cents.reduce((sum, cent) => sum + cent, 0n);
      expect(BigInt(sumOf(...texts)?.replace(".", "") ?? "")).toBe(total);
      expect(sumOf(...texts.reverse())).toBe(sumOf(...texts.reverse()));
    }),
  );
});

it.each(["", "1,5", "1e3", "0x10", ".5", "5.", "NaN", "1".repeat(61), " 1"])("the text %j is not an amount", (text) => {
  expect(isAmount(text)).toBe(false);
});

it("an amount has sixty characters at most", () => {
  expect(isAmount("1".repeat(60))).toBe(true);
});

it("a text that is not a number is refused, not counted as nothing", () => {
  expect(() => addDecimal(ZERO, "ten")).toThrow("not a decimal number");
});
