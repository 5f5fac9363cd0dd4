/** How dates are written in a file: YYYY or YY, MM or M, DD or D, and separators. */
export interface DateFormat {
  readonly text: string;
  readonly pattern: RegExp;
}

/** Whether a text is a day in a format. */
type DateMatch =
  /** YYYY-MM-DD. */
  | { readonly kind: "day"; readonly day: string }
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

/** Databases write days with the time at which they start. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?Z?$/;

const LONGEST_FORMAT = 20;

/** The format of dates unless `dates:` names another one. */
export const ISO_FORMAT: DateFormat = { text: "YYYY-MM-DD", pattern: patternOf("YYYY-MM-DD") };

/** Formats that are tried on a date of another format, to name the one that may be meant. */
const USUAL = (
  "YYYY-MM-DD DD.MM.YYYY DD/MM/YYYY MM/DD/YYYY DD-MM-YYYY D.M.YYYY D/M/YYYY M/D/YYYY D-M-YYYY " +
  "D.M.YY D/M/YY M/D/YY D-M-YY YYYY/MM/DD YYYY.MM.DD YYYYMMDD"
).split(" ");

/** Reads the format of dates that a user wrote; undefined where it is none. */
export function parseDateFormat(text: string): DateFormat | undefined {
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
  for (const usual of USUAL) {
    const pattern = patternOf(usual);
    const days = texts.map((text) => dayIn(text, pattern) ?? "");
    const name = days.join(" ");
    if (days.every(isInCalendar) && !found.has(name)) found.set(name, usual);
  }
  return [...found.values()];
}

/** Compares a text with a format. Two digits of a year are of this century. */
export function matchDate(text: string, { pattern }: DateFormat): DateMatch {
  const day = dayIn(text, pattern);
  if (day === undefined) {
    const likely = USUAL.find((usual) => isInCalendar(dayIn(text, patternOf(usual)) ?? ""));
    return { kind: "other-format", example: likely ?? "DD.MM.YYYY" };
  }
  return isInCalendar(day) ? { kind: "day", day } : { kind: "no-such-day" };
}

function dayIn(text: string, pattern: RegExp): string | undefined {
  const groups = pattern.exec(text.replace(MIDNIGHT, ""))?.groups;
  if (!groups) return undefined;
  const { year = "", month = "", day = "" } = groups;
  return `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
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
