const DAYS_IN_400_YEARS = 146_097;

/** How many days it is from one day (YYYY-MM-DD) to another; negative when that is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** The day (YYYY-MM-DD) that is a number of days after another. */
export function dayAfter(day: string, days: number): string {
  const number = dayNumber(day) + days;
  const era = Math.floor(number / DAYS_IN_400_YEARS);
  const dayOfEra = number - era * DAYS_IN_400_YEARS;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = ((monthFromMarch + 2) % 12) + 1;
  const year = era * 400 + yearOfEra + (month > 2 ? 0 : 1);
  const date = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const text = (value: number, digits: number) => String(value).padStart(digits, "0");
  return `${text(year, 4)}-${text(month, 2)}-${text(date, 2)}`;
}

// Counted in years that begin in March, so that a leap day is the last of its year.
function dayNumber(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * DAYS_IN_400_YEARS + yearOfEra * 365 + leapDays + dayOfYear;
}

/** The calendar day, YYYY-MM-DD, that it is in a time zone at an instant (milliseconds since the epoch). */
export function dayIn(timeZone: string, instant: number): string {
  return uncachedDaysIn(timeZone)(instant);
}

const QUARTER_MS = 900_000;
/** 1973-01-01: from then on, every offset of every zone is of whole quarters of an hour. */
const WHOLE_QUARTERS_SINCE = 94_694_400_000;
/** Some 17 months; a server that names more of them makes it start again. */
const MOST_QUARTERS = 50_000;

/** `dayIn` for many instants of one time zone: most are in a quarter of an hour that was asked about before. */
export function daysIn(timeZone: string): (instant: number) => string {
  const dayOf = uncachedDaysIn(timeZone);
  const quarters = new Map<number, string | "differs">();
  return (instant) => {
    if (!(instant >= WHOLE_QUARTERS_SINCE)) return dayOf(instant);
    const quarter = Math.floor(instant / QUARTER_MS);
    let day = quarters.get(quarter);
    if (day === undefined) {
      if (quarters.size === MOST_QUARTERS) quarters.clear();
      const first = dayOf(quarter * QUARTER_MS);
      // In St John's, clocks went back at one minute past midnight.
      day = first === dayOf((quarter + 1) * QUARTER_MS - 1) ? first : "differs";
      quarters.set(quarter, day);
    }
    return day === "differs" ? dayOf(instant) : day;
  };
}

const DAY = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const EPOCH = "1970-01-01";
const DAY_MS = 86_400_000;
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function uncachedDaysIn(timeZone: string): (instant: number) => string {
  // To load the calendars costs a small run a twentieth of its time, and days in UTC need none.
  if (timeZone === "UTC") return (instant) => dayAfter(EPOCH, Math.floor(instant / DAY_MS));
  const format = FORMATS.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...DAY });
  FORMATS.set(timeZone, format);
  return (instant) => {
    const parts = format.formatToParts(instant);
    const part = (type: string) => parts.find((p) => p.type === type)?.value ?? "";
    return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
  };
}
