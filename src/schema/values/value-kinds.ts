import {
  accountScope,
  isAccountId,
  MAX_PLATE_LENGTH,
  readPlate,
  type ScopeOrAll,
  type ShrinkLimit,
} from "../../allowlist/index.ts";
import { COUNTRY_CODES, countryMeantBy } from "./country-codes.ts";
import { nearestWord } from "./nearest-word.ts";
import { type JsonSchema, numberOrText, numberSchema, oneOfValues, text } from "./value-schemas.ts";

/** Limits of the fleet file's values; far above sensible use, so that nothing grows without bound. */
export const LIMITS = {
  name: 200,
  freeText: 1000,
  feature: 64,
  parameterName: 64,
  wholeNumber: 1_000_000_000,
  days: 3650,
} as const;

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

const FEATURE_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._:/-]*[\p{L}\p{N}])?$/u;
const MONEY_TEXT = /^([0-9]{1,12}(?:\.[0-9]{1,4})?) ([A-Z]{3})$/;

/** A switch. */
export const BOOLEAN: ValueKind<boolean> = {
  expectation: "`true` or `false`",
  read: (written) => (written === "true" ? true : written === "false" ? false : undefined),
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
  read: (code) => (COUNTRY_CODES.has(code) ? code : undefined),
  correct: countryMeantBy,
  schema: text(/^[A-Z]{2}$/),
};
/** A license plate. */
export const PLATE: ValueKind<string> = {
  expectation: "a license plate",
  read: (plate) => (isPlate(plate) ? plate : undefined),
  // Full-width forms may replace each character of a plate, and accents beside it.
  schema: text(/^[\p{L}\p{M}\p{N}\uff01-\uff5e\u3000 .·~:+_/-]+$/u, { maxLength: 4 * MAX_PLATE_LENGTH }),
};
/** A pattern for plates. */
export const PLATE_MASK: ValueKind<string> = {
  expectation: "a plate mask of plate characters, `*` and `?`",
  read: (mask) => (isPlate(mask.replaceAll(/[*?]/g, "0")) ? mask : undefined),
  schema: text(/^[\p{L}\p{M}\p{N} .·~:+_/*?-]+$/u),
};
/** The id of a billing account, text as every id. */
export const ACCOUNT_ID: ValueKind<string> = {
  expectation: "a billing account id: digits without a leading zero, at most 9223372036854775807",
  read: (id) => (isAccountId(id) ? id : undefined),
  schema: numberOrText({ type: "integer", minimum: 1 }, "^[1-9][0-9]{0,18}$"),
  isUnquoted: true,
};
/** A list, or all of them. */
export const SCOPE: ValueKind<ScopeOrAll> = {
  expectation: "`global`, `all`, or `account:` with an account id",
  read(text) {
    if (text === "global" || text === "all") return text;
    const id = text.startsWith("account:") ? text.slice("account:".length) : "";
    return isAccountId(id) ? accountScope(id) : undefined;
  },
  schema: { type: "string", pattern: "^(?:global|all|account:[1-9][0-9]{0,18})$" },
};
/** The name of a feature. */
export const FEATURE: ValueKind<string> = {
  expectation: `a feature name of up to ${LIMITS.feature} characters`,
  read: (name) => (name.length <= LIMITS.feature && FEATURE_NAME.test(name) ? name : undefined),
  schema: text(/^[\p{L}\p{N}]/u, { maxLength: LIMITS.feature }),
};
/** The name of a query or body parameter. */
export const PARAMETER_NAME: ValueKind<string> = {
  expectation: "a parameter name of letters, digits and `_ . ~ -`",
  // Characters that need no escaping in a URL.
  read: (name) => (name.length <= LIMITS.parameterName && /^[A-Za-z0-9_.~-]+$/.test(name) ? name : undefined),
  schema: text(/^[A-Za-z0-9_.~-]{1,64}$/),
};
/** A pattern for error texts of the server. */
export const ERROR_MASK: ValueKind<string> = {
  expectation: `an error text of the server, up to ${LIMITS.freeText} characters, with \`*\` for any text`,
  read(text) {
    const mask = readText(text, LIMITS.freeText);
    return mask !== undefined && /[\p{L}\p{N}]/u.test(mask) ? mask : undefined;
  },
  schema: text(/[\p{L}\p{N}]/u, { maxLength: LIMITS.freeText }),
};
/** Where days start and end. */
export const TIME_ZONE: ValueKind<string> = {
  expectation: "a time zone name of the IANA database",
  read(text) {
    // The list of main names comes at a tenth of the cost of the first format; aliases need the format.
    if (Intl.supportedValuesOf("timeZone").includes(text)) return text;
    try {
      new Intl.DateTimeFormat("en-US", { timeZone: text });
      return /^[A-Za-z]/.test(text) ? text : undefined;
    } catch {
      return undefined;
    }
  },
  schema: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_+/-]*$" },
};
/** A short text. */
export const NAME = textUpTo(LIMITS.name);
/** A text for people. */
export const FREE_TEXT = textUpTo(LIMITS.freeText);
/** What a cell holds, perhaps nothing. */
export const CELL_TEXT: ValueKind<string> = {
  expectation: `text of at most ${LIMITS.name} characters, such as \`-\``,
  read: (text) => (text.trim().length <= LIMITS.name ? text.trim() : undefined),
  schema: text(/^/, { maxLength: LIMITS.name }),
};
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
  read: (text) => (text.endsWith("d") ? readNumber(text.slice(0, -1), 1, LIMITS.days) : undefined),
  schema: { type: "string", pattern: "^[1-9][0-9]{0,3}d$" },
  isUnquoted: true,
};
/** How many rows a list may lose. */
export const SHRINK_LIMIT: ValueKind<ShrinkLimit> = {
  expectation: "a share of the rows such as `10%`, or a whole number of rows",
  read(text) {
    if (text.endsWith("%")) {
      const percent = readPercent(text.slice(0, -1));
      return percent === undefined ? undefined : { percent };
    }
    const rows = readNumber(text, 0, LIMITS.wholeNumber);
    return rows === undefined ? undefined : { rows };
  },
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
    read: (text) => readNumber(text, from, to),
    schema: numberSchema("integer", from, to),
    isUnquoted: true,
  };
}

/** One of some words; a message lists up to twelve. */
export function oneOf<const T extends string>(words: readonly T[]): ValueKind<T> {
  const list = words.map((word) => `\`${word}\``).join(", ");
  const few = `${words.length > 1 ? "one of " : ""}${list}`;
  return {
    expectation: words.length > 12 ? "one of the words that `platectl schema fleet` lists" : few,
    read: (written) => words.find((word) => word === written),
    schema: oneOfValues(words.map(asEditorReads)),
    correct: (text) => {
      const begun = words.find((word) => text !== "" && word.startsWith(text.toLowerCase()));
      const nearest = nearestWord(text, words);
      return begun ?? words.find((word) => word === nearest);
    },
  };
}

function textUpTo(limit: number): ValueKind<string> {
  return {
    expectation: `text of 1 to ${limit} characters`,
    read: (text) => readText(text, limit),
    schema: text(/\S/, { maxLength: limit }),
  };
}

/** What YAML makes of an unquoted text. */
export function asEditorReads(yaml: string): boolean | number | string {
  if (/^(?:0|[1-9][0-9]*)$/.test(yaml)) return Number(yaml);
  return BOOLEAN.read(yaml) ?? yaml.replace(/^"(.*)"$/, "$1");
}

function readNumber(text: string, from: number, to: number): number | undefined {
  const number = /^(?:0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : undefined;
}

function readPercent(text: string): number | undefined {
  const number = /^(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  return number <= 100 ? number : undefined;
}

function readText(text: string, limit: number): string | undefined {
  const trimmed = text.trim();
  return trimmed !== "" && trimmed.length <= limit ? trimmed : undefined;
}

function readDay(text: string): string | undefined {
  const match = /^([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // The last day of a month; 400 years later the calendar is the same, and no year is taken for one of the 20th century.
  const last = new Date(Date.UTC(year + 400, month, 0)).getUTCDate();
  return day >= 1 && day <= last ? text : undefined;
}

function isPlate(text: string): boolean {
  return readPlate(text, { foldLookalikes: false }).kind === "plate";
}
