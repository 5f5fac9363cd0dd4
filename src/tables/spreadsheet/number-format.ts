/** How much of a date the format of a cell shows: `part` is a time, or a day without its year. */
export type ShownDate = "day" | "month" | "year" | "part";

/** Formats that every program knows by number and that show dates or times (ECMA-376, 18.8.30). Languages differ in those from 27 on. */
const BY_NUMBER: readonly (readonly [first: number, last: number, shows: ShownDate])[] = [
  [14, 15, "day"],
  [16, 16, "part"],
  [17, 17, "month"],
  [18, 21, "part"],
  [22, 22, "day"],
  [27, 36, "day"],
  [45, 47, "part"],
  [50, 58, "day"],
];

/** The longest format that Excel writes. */
const LONGEST_FORMAT = 255;

/** What a format shows as it is: quoted text, escaped characters, fill and space, and colours, conditions and languages in brackets. */
const LITERALS = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;
/** `m` means minutes behind hours and before seconds. */
const MINUTES = /(?<=h\]?[^dmyhs]*)m+|m+(?=\]?[^dmyhs]*s)/gi;

/** What a format with a number of its own shows of a date; undefined where it shows none. */
export function shownByNumber(format: number): ShownDate | undefined {
  return BY_NUMBER.find(([first, last]) => format >= first && format <= last)?.[2];
}

/** What a format that the workbook describes shows of a date: all of `dd/mm/yyyy` and `[$-409]d-mmm-yy`, the month of `mmm yy`. */
export function shownBy(format: string): ShownDate | undefined {
  const [positive = ""] = format.slice(0, LONGEST_FORMAT).split(";", 1);
  const tokens = positive.replace(LITERALS, " ").replace(/general/gi, "");
  if (!/[dmyhs]/i.test(tokens)) return undefined;
  // `e` and `b` are years of other calendars; three letters of a day are its name.
  const hasYear = /[yeb]/i.test(tokens);
  const hasMonth = /m/i.test(tokens.replace(MINUTES, ""));
  if (!hasYear) return "part";
  return hasMonth && /(?<!d)d{1,2}(?!d)/i.test(tokens) ? "day" : hasMonth ? "month" : "year";
}
