/** Languages whose names of months are known. */
const LANGUAGES = "en de da sv nb fi nl fr es it pl cs pt".split(" ");
const FORMS: readonly Intl.DateTimeFormatOptions[] = [
  { month: "long" },
  { month: "short" },
  { month: "long", day: "numeric" },
];
const SHORTEST_NAME = 3;

const IN_DIGITS =
  /^(?:(?<month>0?[1-9]|1[0-2])\s?[./ -]\s?(?<year>(?:19|20)\d{2})|(?<first>(?:19|20)\d{2})[./-](?<second>0?[1-9]|1[0-2]))$/;
const IN_WORDS = /^(?<name>\p{L}{3,12})\.?[ ./'’-]{0,2}(?<year>\d{4}|\d{2})$/u;
const YEAR = /^(?:19|20)\d{2}$/;

let names: ReadonlyMap<string, number> | undefined;

/** The first and the last day (YYYY-MM-DD) of the month or year that a text names: `12/2026`, `Nov 26`, `2026`; undefined where it names none. */
export function monthIn(text: string): { readonly first: string; readonly last: string } | undefined {
  if (YEAR.test(text)) return spanOf(text, 1, 12);
  const groups = (IN_DIGITS.exec(text) ?? IN_WORDS.exec(text))?.groups;
  if (!groups) return undefined;
  const { name, year = groups["first"] ?? "", month: digits = groups["second"] } = groups;
  const month = name === undefined ? Number(digits) : monthNamed(name);
  return month === undefined ? undefined : spanOf(year.padStart(4, "20"), month, month);
}

function spanOf(year: string, from: number, to: number) {
  const day = (month: number, nth: number) => new Date(Date.UTC(Number(year), month, nth)).toISOString().slice(0, 10);
  return { first: day(from - 1, 1), last: day(to, 0) };
}

// The very name or abbreviation, else the beginning of the names of one month alone.
function monthNamed(written: string): number | undefined {
  names ??= namesOfMonths();
  const word = written.normalize("NFC").toLowerCase();
  const exact = names.get(word);
  if (exact !== undefined || word.length < SHORTEST_NAME) return exact;
  const months = new Set([...names].flatMap(([name, month]) => (name.startsWith(word) ? [month] : [])));
  return months.size === 1 ? [...months][0] : undefined;
}

function namesOfMonths(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const options of FORMS) {
    for (const language of LANGUAGES) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 1));
        const name =
          parts
            .find(({ type }) => type === "month")
            ?.value.replace(".", "")
            .toLowerCase() ?? "";
        if (/\p{L}/u.test(name) && !found.has(name)) found.set(name, month);
      }
    }
  }
  return found;
}
