import { z } from "zod";
import { accountScope, isAccountId, readPlate, type ScopeOrAll } from "../../allowlist/index.ts";

/** Limits of the fleet file's values; far above sensible use, so that nothing grows without bound. */
export const LIMITS = {
  name: 200,
  freeText: 1000,
  feature: 64,
  parameterName: 64,
  wholeNumber: 1_000_000_000,
} as const;

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FEATURE = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._:/-]*[\p{L}\p{N}])?$/u;

/**
 * One value of the fleet file: a text that a reader turns into what it means, or refuses. Values come as the text that
 * was written, so that `1e3` is no number and `yes` no boolean.
 */
export function value<T>(expectation: string, example: string, read: (text: string) => T | undefined) {
  return z.unknown().transform((input, context): T => {
    const result = typeof input === "string" ? read(input) : undefined;
    if (result !== undefined) return result;
    context.addIssue({ code: "custom", message: expectation, params: { example }, input });
    return z.NEVER;
  });
}

/** A mapping with exactly these keys. The message of an unknown-key issue carries the known keys, for the nearest one. */
export function section<T extends z.core.$ZodLooseShape>(shape: T) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? Object.keys(shape).join(" ") : "must be a mapping"),
  });
}

/** A list of such values. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.array(item, { error: "must be a list" });
}

/** A whole number, written in plain digits, within bounds. */
export function wholeNumber(from: number, to: number, example: string) {
  return value(`must be a whole number from ${from} to ${to}`, example, (text) => {
    const number = /^(?:0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to ? number : undefined;
  });
}

/** A number from 0 to 100, with a decimal point where needed. */
export function percent(example: string) {
  return value("must be a number from 0 to 100", example, (text) => {
    const number = /^(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return number <= 100 ? number : undefined;
  });
}

/** `true` or `false`. */
export function readBoolean(text: string): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** One of a few words. */
export function oneOf<T extends string>(words: readonly T[], example: string) {
  const list = words.map((word) => `\`${word}\``).join(", ");
  return value(`must be ${words.length > 1 ? "one of " : ""}${list}`, example, (text) =>
    words.find((word) => word === text),
  );
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

/** The name of a feature: any short text that can be seen and stands on one line. */
export function readFeature(text: string): string | undefined {
  return text.length <= LIMITS.feature && FEATURE.test(text) ? text : undefined;
}

/** The name of a query or body parameter, of characters that need no escaping in an address. */
export function readParameterName(text: string): string | undefined {
  return text.length <= LIMITS.parameterName && /^[A-Za-z0-9_.~-]+$/.test(text) ? text : undefined;
}

/** `global`, `all`, or `account:` with an account id. */
export function readScope(text: string): ScopeOrAll | undefined {
  if (text === "global" || text === "all") return text;
  const id = text.startsWith("account:") ? text.slice("account:".length) : "";
  return isAccountId(id) ? accountScope(id) : undefined;
}

/** A mask for plates: `*` stands for any characters, `?` for one. */
export function readMask(text: string): string | undefined {
  return readPlate(text.replaceAll(/[*?]/g, "0"), { foldLookalikes: false }).kind === "plate" ? text : undefined;
}

/** What the first page of a list is called. */
export function readFirstPage(text: string): 0 | 1 | undefined {
  return text === "0" ? 0 : text === "1" ? 1 : undefined;
}

/** A mask for a server's words: `*` stands for any text. One of `*` alone would take every refusal for a known one. */
export function readWords(text: string): string | undefined {
  const words = readText(LIMITS.freeText)(text);
  return words !== undefined && /[\p{L}\p{N}]/u.test(words) ? words : undefined;
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
