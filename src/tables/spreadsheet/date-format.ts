import { dayAfter } from "../../allowlist/index.ts";

/** How dates are written in a file: YYYY or YY, MM or M, DD or D, and separators; or as the number by which spreadsheets count days. */
export interface DateFormat {
  readonly text: string;
  readonly pattern: RegExp;
}

/** The name of the format of days that are numbers. */
export const SERIAL = "serial";

/** Whether a text is a day in a format. */
type DateMatch =
  /** YYYY-MM-DD. Days before 1980 need not be in the calendar: `0000-00-00`, `00.01.1900`. */
  | { readonly kind: "day"; readonly day: string }
  /** In the format, with a time of a zone. */
  | { readonly kind: "offset" }
  /** In the format, but the calendar has no such day. */
  | { readonly kind: "no-such-day" }
  /** With a format that would fit, or the usual one. */
  | { readonly kind: "other-format"; readonly example: string };

const TOKENS: Record<string, string> = {
  YYYY: "(?<year>\\d{4})",
  YY: "(?<year>\\d{2})",
  MM: "(?<month>\\d{2})",
  M: "(?<month>\\d{1,2})",
  DD: "(?<day>\\d{2})",
  D: "(?<day>\\d{1,2})",
};

/** A time behind a day, and its offset from UTC. */
const TIME =
  /(?:T\d{6}|[T ]\s*\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?)(?:\s*(?:[AP]\.?M\.?|Uhr|h))?\s*(?<offset>(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)(?:\[[^\]]*\])?)?$/i;

/** The first day that may be the last day of a lease: systems print earlier ones where there is none. */
const FIRST_REAL_DAY = "1980";

const LONGEST_FORMAT = 20;

/** The format of dates unless `dates:` names another one. */
export const ISO_FORMAT: DateFormat = { text: "YYYY-MM-DD", pattern: /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/ };

/** Formats that are tried on a date of another format, to name the one that may be meant. */
const USUAL =
  "YYYY-MM-DD DD.MM.YYYY DD/MM/YYYY MM/DD/YYYY DD-MM-YYYY D.M.YYYY D/M/YYYY M/D/YYYY D-M-YYYY " +
  "D.M.YY D/M/YY M/D/YY D-M-YY YYYY/MM/DD YYYY.MM.DD YYYYMMDD";

let made: readonly DateFormat[] | undefined;

// They are made once, when first asked for.
function usualFormats(): readonly DateFormat[] {
  made ??= USUAL.split(" ").map((text) => ({ text, pattern: patternOf(text) }));
  return made;
}

/** Reads the format of dates that a user wrote; undefined where it is none. */
export function parseDateFormat(text: string): DateFormat | undefined {
  if (text === SERIAL) return { text, pattern: /^(?<serial>\d{1,7})(?:[.,]\d+)?$/ };
  const pieces = piecesOf(text);
  const tokens = pieces.filter((piece) => piece in TOKENS).map(([letter]) => letter);
  const isKnown = pieces.every((piece) => piece in TOKENS || /^[^\p{L}\p{N}]+$/u.test(piece));
  const isWhole = tokens.toSorted().join("") === "DMY" && text.length <= LONGEST_FORMAT;
  // Without a separator, one digit and two cannot be told apart.
  const isClear = pieces.every((piece, at) => piece.length > 1 || !(piece in TOKENS) || !isBesideToken(pieces, at));
  return isKnown && isWhole && isClear ? { text, pattern: patternOf(text) } : undefined;
}

/** The usual formats in which all texts are days, the most likely first; of those that give the same days, one. */
export function likelyFormats(texts: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const { text: usual, pattern } of usualFormats()) {
    const days = texts.map((text) => dayIn(text, pattern) ?? "");
    const name = days.join(" ");
    if (days.every((day) => isInCalendar(day) || day.includes("-00")) && !found.has(name)) found.set(name, usual);
  }
  return [...found.values()];
}

/** Compares a text with a format. Two digits of a year are of this century. A time behind the day does not count. */
export function matchDate(text: string, { pattern }: DateFormat): DateMatch {
  const day = dayIn(text, pattern);
  if (day === undefined) {
    const likely = usualFormats().find(({ pattern }) => isInCalendar(dayIn(text, pattern) ?? ""));
    return { kind: "other-format", example: likely?.text ?? "DD.MM.YYYY" };
  }
  if (isZeroDate(day)) return { kind: "day", day };
  if (!pattern.test(text) && TIME.exec(text)?.groups?.["offset"] !== undefined) return { kind: "offset" };
  return isInCalendar(day) ? { kind: "day", day } : { kind: "no-such-day" };
}

/** Whether a day (YYYY-MM-DD) is one that systems print for none. */
export function isZeroDate(day: string): boolean {
  return day < FIRST_REAL_DAY;
}

function dayIn(text: string, pattern: RegExp): string | undefined {
  const groups = (pattern.exec(text) ?? pattern.exec(text.replace(TIME, "")))?.groups;
  if (!groups) return undefined;
  const { year = "", month = "", day = "", serial } = groups;
  if (serial !== undefined) return dayOfSerial(Number(serial), false);
  // `01.01.00` is what is left of the year 1900.
  const century = year === "00" ? "19" : "20";
  return `${year.padStart(4, century)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** 31 December 9999. */
const LAST_DAY = 2_958_465;
/** Excel has a 29 February 1900, as Lotus 1-2-3 had; days before it are counted from one day later. */
const FALSE_LEAP_DAY = 60;
const DAYS_1900_TO_1904 = 1462;

/** The day (YYYY-MM-DD) that a number means, or undefined where it means none, as a time of day does. */
export function dayOfSerial(serial: number, countsFrom1904: boolean): string | undefined {
  const whole = Math.floor(serial) + (countsFrom1904 ? DAYS_1900_TO_1904 : 0);
  if (!(whole >= 1) || whole > LAST_DAY || whole === FALSE_LEAP_DAY) return undefined;
  const since1899 = whole < FALSE_LEAP_DAY ? whole + 1 : whole;
  return dayAfter("1899-12-30", since1899);
}

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
export function isInCalendar(day: string): boolean {
  return dayAfter(day, 0) === day;
}

function piecesOf(format: string): readonly string[] {
  return format.match(/Y+|M+|D+|[^\p{L}\p{N}]+|./gsu) ?? [];
}

function isBesideToken(pieces: readonly string[], at: number): boolean {
  return [pieces[at - 1], pieces[at + 1]].some((piece) => piece !== undefined && piece in TOKENS);
}

function patternOf(format: string): RegExp {
  const source = piecesOf(format).map((piece) => TOKENS[piece] ?? piece.replace(/[^\p{L}\p{N}\s]/gu, "\\$&"));
  return new RegExp(`^${source.join("")}$`);
}
