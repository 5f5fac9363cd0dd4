import { accountScope, isAccountId, readPlate, type ScopeOrAll, type ShrinkLimit } from "../../allowlist/index.ts";
import { COUNTRY_CODES } from "./country-codes.ts";

/** Limits of the fleet file's values; far above sensible use, so that nothing grows without bound. */
export const LIMITS = {
  name: 200,
  freeText: 1000,
  feature: 64,
  parameterName: 64,
  wholeNumber: 1_000_000_000,
  days: 3650,
} as const;

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FEATURE = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._:/-]*[\p{L}\p{N}])?$/u;

/** A whole number in plain digits, within bounds. */
export function readWholeNumber(from: number, to: number): (text: string) => number | undefined {
  return (text) => {
    const number = /^(?:0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to ? number : undefined;
  };
}

/** A number from 0 to 100, with a decimal point where needed. */
export function readPercent(text: string): number | undefined {
  const number = /^(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  return number <= 100 ? number : undefined;
}

/** A number of days such as `2d`. */
export function readDays(text: string): number | undefined {
  return text.endsWith("d") ? readWholeNumber(1, LIMITS.days)(text.slice(0, -1)) : undefined;
}

/** A share such as `10%`, or a whole number of rows. */
export function readShrinkLimit(text: string): ShrinkLimit | undefined {
  if (text.endsWith("%")) {
    const percent = readPercent(text.slice(0, -1));
    return percent === undefined ? undefined : { percent };
  }
  const rows = readWholeNumber(0, LIMITS.wholeNumber)(text);
  return rows === undefined ? undefined : { rows };
}

/** `true` or `false`. */
export function readBoolean(text: string): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** Text up to a length, without blanks at its ends. */
export function readText(limit: number): (text: string) => string | undefined {
  return (text) => {
    const trimmed = text.trim();
    return trimmed !== "" && trimmed.length <= limit ? trimmed : undefined;
  };
}

/** A calendar day that exists, YYYY-MM-DD. */
export function readDay(text: string): string | undefined {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days ? text : undefined;
}

/** A license plate, as written. */
export function readWrittenPlate(text: string): string | undefined {
  return readPlate(text, { foldLookalikes: false }).kind === "plate" ? text : undefined;
}

/** A mask for plates: `*` stands for any characters, `?` for one. */
export function readPlateMask(text: string): string | undefined {
  return readWrittenPlate(text.replaceAll(/[*?]/g, "0")) === undefined ? undefined : text;
}

/** The id of a billing account. */
export function readAccountId(text: string): string | undefined {
  return isAccountId(text) ? text : undefined;
}

/** A country by its code, in capital letters. */
export function readCountry(text: string): string | undefined {
  return COUNTRY_CODES.has(text) ? text : undefined;
}

/** The name of a feature: any short text that can be seen and is on one line. */
export function readFeature(text: string): string | undefined {
  return text.length <= LIMITS.feature && FEATURE.test(text) ? text : undefined;
}

/** The name of a query or body parameter, of characters that need no escaping in a URL. */
export function readParameterName(text: string): string | undefined {
  return text.length <= LIMITS.parameterName && /^[A-Za-z0-9_.~-]+$/.test(text) ? text : undefined;
}

/** `global`, `all`, or `account:` with an account id. */
export function readScope(text: string): ScopeOrAll | undefined {
  if (text === "global" || text === "all") return text;
  const id = text.startsWith("account:") ? text.slice("account:".length) : "";
  return isAccountId(id) ? accountScope(id) : undefined;
}

/** A mask for an error text of the server: `*` stands for any text. A mask of `*` alone would match every refusal. */
export function readErrorMask(text: string): string | undefined {
  const mask = readText(LIMITS.freeText)(text);
  return mask !== undefined && /[\p{L}\p{N}]/u.test(mask) ? mask : undefined;
}

/** A time zone name of the IANA database that this machine knows. */
export function readTimeZone(text: string): string | undefined {
  // The list of main names comes at a tenth of the cost of the first format; aliases need the format.
  if (Intl.supportedValuesOf("timeZone").includes(text)) return text;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: text });
    return /^[A-Za-z]/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
