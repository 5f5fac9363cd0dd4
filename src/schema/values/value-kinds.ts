import { MAX_PLATE_LENGTH, type ScopeOrAll, type ShrinkLimit } from "../../allowlist/index.ts";
import { countryMeantBy } from "./country-codes.ts";
import {
  LIMITS,
  readAccountId,
  readBoolean,
  readCountry,
  readDay,
  readDays,
  readErrorMask,
  readFeature,
  readParameterName,
  readPercent,
  readPlateMask,
  readScope,
  readShrinkLimit,
  readText,
  readTimeZone,
  readWholeNumber,
  readWrittenPlate,
} from "./value-readers.ts";
import { type JsonSchema, numberOrText, numberSchema, oneOfValues, text } from "./value-schemas.ts";

/** One kind of value: how it is read, how an error and an editor describe it, and how `fmt` writes it. */
export interface ValueKind<T> {
  /** Completes the sentence "`key` must be …". */
  readonly expectation: string;
  /** Reads the text as written, so that `1e3` is not a number and `yes` not a boolean. */
  readonly read: (text: string) => T | undefined;
  /** What should be written in place of a wrong text, where that is clear. */
  readonly correct?: (text: string) => string | undefined;
  /** For editors, which see what YAML makes of an unquoted text: `0123` is a number to them, and `NO` may be a boolean. */
  readonly schema: JsonSchema;
  /** Whether `fmt` leaves it unquoted although other YAML parsers do not read it as text. */
  readonly isUnquoted?: boolean;
}

const MONEY_TEXT = /^([0-9]{1,12}(?:\.[0-9]{1,4})?) ([A-Z]{3})$/;

/** A switch. */
export const BOOLEAN: ValueKind<boolean> = {
  expectation: "`true` or `false`",
  read: readBoolean,
  schema: oneOfValues([true, false]),
  isUnquoted: true,
};
/** A calendar day. */
export const DAY: ValueKind<string> = {
  expectation: "a day that exists, as YYYY-MM-DD",
  read: readDay,
  schema: { type: "string", format: "date" },
  isUnquoted: true,
};
/** A country. */
export const COUNTRY: ValueKind<string> = {
  expectation: "a country code of ISO 3166-1, such as `DK`",
  read: readCountry,
  correct: countryMeantBy,
  schema: text(/^[A-Z]{2}$/),
};
/** A license plate. */
export const PLATE: ValueKind<string> = {
  expectation: "a license plate",
  read: readWrittenPlate,
  // Full-width forms may stand for each character of a plate, and accents beside it.
  schema: text(/^[\p{L}\p{M}\p{N}\uff01-\uff5e\u3000 .·~:+_/-]+$/u, { maxLength: 4 * MAX_PLATE_LENGTH }),
};
/** A pattern for plates. */
export const PLATE_MASK: ValueKind<string> = {
  expectation: "a plate mask of plate characters, `*` and `?`",
  read: readPlateMask,
  schema: text(/^[\p{L}\p{M}\p{N} .·~:+_/*?-]+$/u),
};
/** The id of a billing account, text as every id. */
export const ACCOUNT_ID: ValueKind<string> = {
  expectation: "a billing account id: digits without a leading zero, at most 9223372036854775807",
  read: readAccountId,
  schema: numberOrText({ type: "integer", minimum: 1 }, "^[1-9][0-9]{0,18}$"),
  isUnquoted: true,
};
/** A list, or all of them. */
export const SCOPE: ValueKind<ScopeOrAll> = {
  expectation: "`global`, `all`, or `account:` with an account id",
  read: readScope,
  schema: { type: "string", pattern: "^(?:global|all|account:[1-9][0-9]{0,18})$" },
};
/** The name of a feature. */
export const FEATURE: ValueKind<string> = {
  expectation: `a feature name of up to ${LIMITS.feature} characters`,
  read: readFeature,
  schema: text(/^[\p{L}\p{N}]/u, { maxLength: LIMITS.feature }),
};
/** The name of a query or body parameter. */
export const PARAMETER_NAME: ValueKind<string> = {
  expectation: "a parameter name of letters, digits and `_ . ~ -`",
  read: readParameterName,
  schema: text(/^[A-Za-z0-9_.~-]{1,64}$/),
};
/** A pattern for error texts of the server. */
export const ERROR_MASK: ValueKind<string> = {
  expectation: `an error text of the server, up to ${LIMITS.freeText} characters, with \`*\` for any text`,
  read: readErrorMask,
  schema: text(/[\p{L}\p{N}]/u, { maxLength: LIMITS.freeText }),
};
/** Where days start and end. */
export const TIME_ZONE: ValueKind<string> = {
  expectation: "a time zone name of the IANA database",
  read: readTimeZone,
  schema: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_+/-]*$" },
};
/** A short text. */
export const NAME = textUpTo(LIMITS.name);
/** A text for people. */
export const FREE_TEXT = textUpTo(LIMITS.freeText);
/** A number of things. */
export const COUNT = wholeNumber(0, LIMITS.wholeNumber);
/** A share. */
export const PERCENT: ValueKind<number> = {
  expectation: "a number from 0 to 100",
  read: readPercent,
  schema: numberSchema("number", 0, 100),
  isUnquoted: true,
};
/** A number of days. */
export const DAYS: ValueKind<number> = {
  expectation: `a number of days from 1 to ${LIMITS.days}, such as \`2d\``,
  read: readDays,
  schema: { type: "string", pattern: "^[1-9][0-9]{0,3}d$" },
  isUnquoted: true,
};
/** How many rows a list may lose. */
export const SHRINK_LIMIT: ValueKind<ShrinkLimit> = {
  expectation: "a share of the rows such as `10%`, or a whole number of rows",
  read: readShrinkLimit,
  schema: numberOrText({ type: "integer", minimum: 0 }, "^(?:0|[1-9][0-9]*)(?:(?:\\.[0-9]+)?%)?$"),
  isUnquoted: true,
};

/** An amount with its currency: `40 EUR`, `12.50 DKK`. */
export const MONEY: ValueKind<{ readonly amount: string; readonly currencyCode: string }> = {
  expectation: "an amount and a currency code, such as `40 EUR`",
  read(text) {
    const [, amount, currencyCode] = MONEY_TEXT.exec(text) ?? [];
    return amount === undefined || currencyCode === undefined ? undefined : { amount, currencyCode };
  },
  schema: { type: "string", pattern: MONEY_TEXT.source },
};

/** A whole number within bounds. */
export function wholeNumber(from: number, to: number): ValueKind<number> {
  return {
    expectation: `a whole number from ${from} to ${to}`,
    read: readWholeNumber(from, to),
    schema: numberSchema("integer", from, to),
    isUnquoted: true,
  };
}

/** One of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): ValueKind<T> {
  const list = words.map((word) => `\`${word}\``).join(", ");
  return {
    expectation: `${words.length > 1 ? "one of " : ""}${list}`,
    read: (written) => words.find((word) => word === written),
    schema: oneOfValues(words.map(asEditorReads)),
    correct: (text) => words.find((word) => text !== "" && word.startsWith(text.toLowerCase())),
  };
}

function textUpTo(limit: number): ValueKind<string> {
  return {
    expectation: `text of 1 to ${limit} characters`,
    read: readText(limit),
    schema: text(/\S/, { maxLength: limit }),
  };
}

/** What YAML makes of an unquoted text. */
export function asEditorReads(yaml: string): boolean | number | string {
  if (/^(?:0|[1-9][0-9]*)$/.test(yaml)) return Number(yaml);
  return readBoolean(yaml) ?? yaml.replace(/^"(.*)"$/, "$1");
}
