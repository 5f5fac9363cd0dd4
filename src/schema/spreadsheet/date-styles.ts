/** Formats that every program knows by number and that show dates or times (ECMA-376, 18.8.30). */
const DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** The longest format that Excel writes. */
const LONGEST_FORMAT = 255;

/** What a format shows as it is: quoted text, escaped characters, fill and space, and colours, conditions and languages in brackets. */
const LITERALS = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

const MS_IN_DAY = 86_400_000;
/** 31 December 9999. */
const LAST_DAY = 2_958_465;
/** Excel has a 29 February 1900, as Lotus 1-2-3 had; days before it are counted from one day later. */
const FALSE_LEAP_DAY = 60;
const DAYS_1900_TO_1904 = 1462;

/** Whether a format with a number of its own shows dates. */
export function isDateFormatNumber(format: number): boolean {
  return DATES.some(([first = 0, last = 0]) => format >= first && format <= last);
}

/** Whether a format that the workbook describes shows dates or times: `dd/mm/yyyy`, `[$-409]d-mmm-yy`. */
export function isDateFormat(format: string): boolean {
  const positive = format.slice(0, LONGEST_FORMAT).split(";", 1)[0] ?? "";
  return /[dmyhs]/i.test(positive.replace(LITERALS, "").replace(/general/gi, ""));
}

/** The day (YYYY-MM-DD) that a number stands for, or undefined where it stands for none, as a time of day does. */
export function dayOfSerial(serial: number, countsFrom1904: boolean): string | undefined {
  const whole = Math.floor(serial) + (countsFrom1904 ? DAYS_1900_TO_1904 : 0);
  if (!(whole >= 1) || whole > LAST_DAY || whole === FALSE_LEAP_DAY) return undefined;
  const since1899 = whole < FALSE_LEAP_DAY ? whole + 1 : whole;
  return new Date(Date.UTC(1899, 11, 30) + since1899 * MS_IN_DAY).toISOString().slice(0, 10);
}
