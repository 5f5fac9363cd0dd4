const DAYS_IN_400_YEARS = 146_097;

/** How many days it is from one day (YYYY-MM-DD) to another; negative when that is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
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
