import { dayAfter, daysBetween, groupDigits } from "../../allowlist/index.ts";
import type { AuditDocument } from "../../schema/index.ts";
import { htmlText } from "../escape/html.ts";
import { card, plainTable } from "../html/parts.ts";
import { dayBars, type SumBar, sumBars } from "../html/sum-bars.ts";
import { counted } from "../text/phrases.ts";
import { platelessInWords } from "./phrases.ts";

type Amounts = NonNullable<AuditDocument["coverage"]>["billed"];

/** Longer ranges have a bar a month. */
const MOST_DAYS = 92;
const MONTH_LENGTH = 7;

/** What is in findings of one currency, and its share of what was billed, `2.1 %` (empty where that is not known). */
export type FindingShare = Amounts[number] & { readonly share: string };

/** The money in findings of errors and warnings, by currency. Foreign text. */
export function sharesOf({ coverage }: AuditDocument): readonly FindingShare[] {
  return (coverage?.inFindings ?? [])
    .filter(({ amountIncludingVat }) => Number(amountIncludingVat) !== 0)
    .map((one) => {
      const all = amountIn(coverage?.billed ?? [], one.currencyCode);
      const percent = (100 * Number(one.amountIncludingVat)) / Number(all);
      return { ...one, share: Number.isFinite(percent) ? `${percent.toFixed(1)} %` : "" };
    });
}

/** The money in findings as bars: by rule and by day, a currency at a time; empty where no finding has money. */
export function moneyCard(audit: AuditDocument): string {
  const sections = sharesOf(audit).map(({ currencyCode, amountIncludingVat }, at) => {
    const title = htmlText(`${groupDigits(amountIncludingVat)} ${currencyCode}`);
    const bars = `${sumBars(`${currencyCode} by rule`, ruleBars(audit, currencyCode))}${dayChart(audit, currencyCode)}`;
    return `<details${at === 0 ? " open" : ""}><summary><b>${title}</b> in findings</summary><div class="money">${bars}</div></details>`;
  });
  if (sections.length === 0) return "";
  const note = `<p class="soft">Errors and warnings; each currency has a scale of its own. A record that breaks two rules stands in the bars of both, and counts once in the sums.</p>`;
  return card("Money in findings", `${sections.join("\n")}${note}`);
}

/** What was looked at, to be held against the invoice; empty for documents that do not say. */
export function coverageCard(audit: AuditDocument): string {
  const { coverage } = audit;
  if (!coverage) return "";
  const { accounts, cars, users, records, withoutPlate, billed } = coverage;
  const counts = [
    counted(accounts, "account"),
    counted(cars, "car"),
    counted(users, "user"),
    counted(records, "record"),
  ];
  const without = withoutPlate > 0 ? ` (${htmlText(platelessInWords(coverage))})` : "";
  const shares = sharesOf(audit);
  const rows = billed.map(({ currencyCode, amountIncludingVat }) => {
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
    `<p>${counts.join(", ")}${without}. Compare the sums with the invoice.</p>${incomplete}${table}`,
  );
}

// A rule that finds what is right, such as another spelling, would dwarf the others.
function ruleBars({ rules, totals }: AuditDocument, currencyCode: string): readonly SumBar[] {
  return rules
    .flatMap(({ rule, severity }): SumBar[] => {
      const amount = amountIn(totals.find((total) => total.rule === rule)?.amounts ?? [], currencyCode);
      if (severity === "info" || Number(amount) === 0) return [];
      return [{ name: rule, value: Number(amount), sum: groupDigits(amount), tone: severity }];
    })
    .sort((left, right) => right.value - left.value);
}

function dayChart({ coverage, range }: AuditDocument, currencyCode: string): string {
  const days = coverage?.days ?? [];
  const unit = daysBetween(range.from, range.to) < MOST_DAYS ? "day" : "month";
  const names = unit === "day" ? daysOf(range) : [...new Set(daysOf(range).map((day) => day.slice(0, MONTH_LENGTH)))];
  const bars = names.map((name): SumBar => {
    const own = days.filter(({ day }) => day.startsWith(name));
    const amounts = own.map(({ inFindings }) => amountIn(inFindings, currencyCode));
    const value = amounts.reduce((sum, amount) => sum + Number(amount), 0);
    // Of a month the sum is rounded for the eye; the document has the exact ones of its days.
    const text = amounts.length > 1 ? value.toFixed(2) : (amounts[0] ?? "0");
    return { name, value, sum: `${groupDigits(text)} ${currencyCode}`, tone: "plain" };
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
