const DAYS_IN_400_YEARS = 146_097;

/** How many days it is from one day (YYYY-MM-DD) to another; negative when that is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** The day (YYYY-MM-DD) that is so many days after another. */
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
