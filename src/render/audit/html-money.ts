import { dayAfter, daysBetween } from "../../allowlist/index.ts";
import type { AuditDocument } from "../../documents/index.ts";
import { amountInDigits, sumsInWords } from "../../documents/index.ts";
import { htmlText } from "../escape/sinks.ts";
import { card, filterButton, plainTable } from "../html/parts.ts";
import { counted } from "../text/phrases.ts";
import { countsInWords, namedInFindings } from "./phrases.ts";

type Amounts = NonNullable<AuditDocument["coverage"]>["billed"];

/** Longer ranges have a bar a month. */
const MOST_DAYS = 92;
const MONTH_LENGTH = 7;

/** The records that findings name by day, as bars, a currency at a time; empty where no finding has money. */
export function moneyCard(audit: AuditDocument): string {
  const named = namedInFindings(audit);
  const sections = named.map((sum, at) => {
    const chart = dayChart(audit, sum.currencyCode);
    return `<details${at === 0 ? " open" : ""}><summary><b>${htmlText(sumsInWords([sum]))}</b></summary>${chart}</details>`;
  });
  if (sections.length === 0) return "";
  const note = `<p class="soft">What the records come to that errors and warnings name: to be looked at, not lost. Each currency has a scale of its own. A record that breaks two rules counts once.</p>`;
  return card("Records that findings name", `${sections.join("\n")}${note}`);
}

/** What was looked at, to be held against the invoice; empty for documents that do not say. */
export function coverageCard(audit: AuditDocument): string {
  const { coverage } = audit;
  if (!coverage) return "";
  const named = namedInFindings(audit);
  const rows = coverage.billed.map((sum) => {
    const { currencyCode } = sum;
    const own = named.find((one) => one.currencyCode === currencyCode);
    const filter = own ? filterButton({ column: "currency", value: currencyCode }, htmlText(currencyCode)) : "";
    return [filter || htmlText(currencyCode), ...[amountInDigits(sum), own ? amountInDigits(own) : "0"].map(htmlText)];
  });
  const columns = [
    { label: "Currency" },
    { label: "Billed", number: true },
    { label: "Named in findings", number: true },
  ] as const;
  const table = rows.length === 0 ? "" : plainTable("Billed", columns, rows);
  const incomplete = audit.setAside ? `<p>The sums are incomplete: records were set aside.</p>` : "";
  return card(
    "What was read",
    `<p>${htmlText(countsInWords(coverage))}. Compare the sums with the invoice.</p>${incomplete}${table}`,
  );
}

function dayChart({ coverage, range }: AuditDocument, currencyCode: string): string {
  const days = coverage?.days ?? [];
  const unit = daysBetween(range.from, range.to) < MOST_DAYS ? "day" : "month";
  const names = unit === "day" ? daysOf(range) : [...new Set(daysOf(range).map((day) => day.slice(0, MONTH_LENGTH)))];
  const bars = names.map((name): DayBar => {
    const own = days.filter(({ day }) => day.startsWith(name));
    const amounts = own.map(({ inFindings }) => amountIn(inFindings, currencyCode));
    const value = amounts.reduce((sum, amount) => sum + Number(amount), 0);
    // Of a month the sum is rounded for the eye; the document has the exact ones of its days.
    const text = amounts.length > 1 ? value.toFixed(2) : (amounts[0] ?? "0");
    return { name, value, sum: sumsInWords([{ currencyCode, amountIncludingVat: text }]) };
  });
  const others = days.filter(({ day }) => !names.some((name) => day.startsWith(name)));
  const left = others.flatMap(({ inFindings }) => inFindings.filter((one) => one.currencyCode === currencyCode));
  const note =
    left.length > 0
      ? `<p class="soft">Not shown: ${counted(left.length, "day")} outside ${range.from} to ${range.to}.</p>`
      : "";
  return `${dayBars(`${currencyCode} by ${unit}`, bars)}${note}`;
}

function daysOf({ from, to }: AuditDocument["range"]): readonly string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to)) + 1 }, (_, at) => dayAfter(from, at));
}

function amountIn(amounts: Amounts, currencyCode: string): string {
  return amounts.find((one) => one.currencyCode === currencyCode)?.amountIncludingVat ?? "0";
}

/** A day or a month: its name, its size beside the others, and how its sum is written. */
interface DayBar {
  readonly name: string;
  readonly value: number;
  readonly sum: string;
}

const HEIGHT = 60;
const DAY_WIDTH = 10;
const GAP = 2;
// What is not nothing must be seen.
const THINNEST = 2;

/** A bar for each day, upright, with the first and the last day below, and the highest sum in words. */
function dayBars(label: string, days: readonly DayBar[]): string {
  const most = Math.max(...days.map(({ value }) => value), 0);
  const costliest = days.find(({ value }) => value === most);
  const bars = days.map(({ name, value, sum }, at) => {
    const height = value <= 0 ? 0 : Math.max(THINNEST, Math.round((value / most) * HEIGHT));
    return `<rect class="bar" x="${at * DAY_WIDTH}" y="${HEIGHT - height}" width="${DAY_WIDTH - GAP}" height="${height}"><title>${htmlText(`${name}: ${sum}`)}</title></rect>`;
  });
  const words = costliest ? `most on ${costliest.name}: ${costliest.sum}` : "";
  const [first, last] = [days[0]?.name ?? "", days.at(-1)?.name ?? ""];
  return `<figure class="days"><figcaption>${htmlText(label)}${words === "" ? "" : ` <span class="soft">${htmlText(words)}</span>`}</figcaption><svg viewBox="0 0 ${days.length * DAY_WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${htmlText(`${label}, ${words}`)}">${bars.join("")}</svg><div class="axis soft" aria-hidden="true"><span>${htmlText(first)}</span><span>${htmlText(last)}</span></div></figure>`;
}
