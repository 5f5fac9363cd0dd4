import type { ValueKind } from "./value-kinds.ts";

const MONEY_TEXT = /^([0-9]{1,12}(?:\.[0-9]{1,4})?) ([A-Z]{3})$/;

/** An amount with its currency: `40 EUR`, `12.50 DKK`. */
export const MONEY: ValueKind<{ readonly amount: string; readonly currencyCode: string }> = {
  expectation: "an amount and a currency code, such as `40 EUR`",
  read(text) {
    const [, amount, currencyCode] = MONEY_TEXT.exec(text) ?? [];
    return amount === undefined || currencyCode === undefined ? undefined : { amount, currencyCode };
  },
  schema: { type: "string", pattern: MONEY_TEXT.source },
};
