import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountIdOf, accountScope, compareScopes, isAccountId } from "../../src/allowlist/index.ts";
import { FLAG, rowsOf, TEXT } from "../rows.ts";

describe("billing account ids are int64, in plain digits (A14)", () => {
  it.each(rowsOf(import.meta.url, "a billing account id is an int64 in plain digits", TEXT, FLAG))(
    "a billing account id is an int64 in plain digits: %j: %s",
    (text, expected) => {
      expect(isAccountId(text)).toBe(expected);
    },
  );

  it("there are as many billing account ids as int64 numbers above zero", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), (number) => {
        expect(isAccountId(String(number))).toBe(number > 0n && number < 2n ** 63n);
      }),
    );
  });
});

it("scopes give the digits of the account back, however many", () => {
  expect(accountIdOf(accountScope("9007199254740993"))).toBe("9007199254740993");
  expect(accountIdOf("global")).toBeUndefined();
});

it("scopes are ordered as the numbers are, and global comes first", () => {
  const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(id, id, (left, right) => {
      const order = compareScopes(accountScope(String(left)), accountScope(String(right)));
      expect(Math.sign(order)).toBe(left < right ? -1 : left > right ? 1 : 0);
      expect([accountScope(String(left)), "global" as const].sort(compareScopes)[0]).toBe("global");
    }),
  );
});
