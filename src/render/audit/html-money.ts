import { dayAfter, daysBetween, groupDigits } from "../../allowlist/index.ts";
import type { AuditDocument } from "../../documents/index.ts";
import { htmlText } from "../escape/sinks.ts";
import { card, plainTable } from "../html/parts.ts";
import { counted } from "../text/phrases.ts";
import { countsInWords, percentOf } from "./phrases.ts";

type Amounts = NonNullable<AuditDocument["coverage"]>["billed"];

/** Longer ranges have a bar a month. */
const MOST_DAYS = 92;
const MONTH_LENGTH = 7;

/** What is in findings of one currency, and its share of what was billed, `2.1 %` (empty where that is not known). */
type FindingShare = Amounts[number] & { readonly share: string };

/** The money in findings of errors and warnings by currency, the largest share of what was billed first. Foreign text. */
export function sharesOf({ coverage }: AuditDocument): readonly FindingShare[] {
  if (!coverage) return [];
  return coverage.inFindings
    .filter(({ amountIncludingVat }) => Number(amountIncludingVat) !== 0)
    .map((one) => {
      const percent = percentOf(coverage, one);
      const isKnown = Number.isFinite(percent);
      return { ...one, weight: isKnown ? percent : -1, share: isKnown ? `${percent.toFixed(1)} %` : "" };
    })
    .sort((left, right) => right.weight - left.weight);
}

/** The money in findings by day, as bars, a currency at a time; empty where no finding has money. */
export function moneyCard(audit: AuditDocument): string {
  const sections = sharesOf(audit).map(({ currencyCode, amountIncludingVat }, at) => {
    const title = htmlText(`${groupDigits(amountIncludingVat)} ${currencyCode}`);
    const chart = dayChart(audit, currencyCode);
    return `<details${at === 0 ? " open" : ""}><summary><b>${title}</b> in findings</summary>${chart}</details>`;
  });
  if (sections.length === 0) return "";
  const note = `<p class="soft">Errors and warnings; each currency has a scale of its own. A record that breaks two rules counts once.</p>`;
  return card("Money in findings", `${sections.join("\n")}${note}`);
}

/** What was looked at, to be held against the invoice; empty for documents that do not say. */
export function coverageCard(audit: AuditDocument): string {
  const { coverage } = audit;
  if (!coverage) return "";
  const shares = sharesOf(audit);
  const place = (currencyCode: string) => {
    const at = shares.findIndex((one) => one.currencyCode === currencyCode);
    return at < 0 ? shares.length : at;
  };
  const byWeight = [...coverage.billed].sort((left, right) => place(left.currencyCode) - place(right.currencyCode));
  const rows = byWeight.map(({ currencyCode, amountIncludingVat }) => {
    const share = shares.find((one) => one.currencyCode === currencyCode);
    const found = groupDigits(share?.amountIncludingVat ?? "0");
    return [currencyCode, groupDigits(amountIncludingVat), found, share?.share ?? ""].map(htmlText);
  });
  const columns = [
    { label: "Currency" },
    { label: "Billed", number: true },
    { label: "In findings", number: true },
    { label: "Share", number: true },
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
    return { name, value, sum: `${groupDigits(text)} ${currencyCode}` };
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
