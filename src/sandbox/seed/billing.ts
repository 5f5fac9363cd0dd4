import type { BillingCurrency, SandboxRecord, SandboxUser } from "../model/data.ts";
import type { SeededRandom } from "../model/random.ts";
import { instantText } from "../model/write-cars.ts";

/** Where parking is paid for. */
interface Market {
  readonly country: string;
  readonly currency: BillingCurrency;
  /** Rate in tenths of a percent. */
  readonly vatPerMille: number;
  readonly city: string;
  readonly area: string;
  readonly operator: string;
  readonly operatorVatNumber: string;
  /** What half an hour costs, in the currency's smallest unit. */
  readonly halfHour: number;
}

const DKK = currency("DKK", "Danish Krone", "kr.", 2, 208);
const SEK = currency("SEK", "Swedish Krona", "kr", 2, 752);
const EUR = currency("EUR", "Euro", "€", 2, 978);
const PLN = currency("PLN", "Polish Zloty", "zł", 2, 985);
const GBP = currency("GBP", "British Pound", "£", 2, 826);
const CHF = currency("CHF", "Swiss Franc", "CHF", 2, 756);
const ISK = currency("ISK", "Icelandic Króna", "kr", 0, 352);

const MARKETS: readonly Market[] = [
  market("DK", DKK, 250, "København", "Vesterbro", "Kommunal P-drift", "DK00000001", 1850),
  market("SE", SEK, 250, "Malmö", "Möllevången", "Malmö Gatuparkering", "SE000000000201", 1400),
  market("DE", EUR, 190, "Köln", "Südstadt", "Parkraum Köln", "DE000000003", 205),
  market("FI", EUR, 255, "Helsinki", "Kallio", "Kadunvarsi Oy", "FI00000004", 195),
  market("FR", EUR, 200, "Lyon", "Presqu’île", "Stationnement Rhône", "FR00000000005", 199),
  market("PL", PLN, 230, "Kraków", "Kazimierz", "Strefa Parkowania", "PL0000000006", 333),
  market("GB", GBP, 200, "Bristol", "Harbourside", "Kerb & Co", "GB000000007", 145),
  market("CH", CHF, 81, "Zürich", "Kreis 4", "Blaue Zone AG", "CHE-000.000.008", 165),
  market("IS", ISK, 240, "Reykjavík", "P1", "Bílastæðasjóður", "IS00009", 230),
];

const PERIOD_DAYS = 365;
const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

/** Whose parking it was, and the end of the year it is from: midnight, in milliseconds since the epoch. */
export interface Parked {
  readonly licensePlate: string;
  readonly user: SandboxUser;
  readonly yearEnds: number;
}

/** A made-up record of one parking in that year, over before it ends; `vat` is the rate in percent (its meaning is not shown). */
export function drawRecord(random: SeededRandom, id: bigint, { licensePlate, user, yearEnds }: Parked): SandboxRecord {
  const place = random.pick(MARKETS);
  const halfHours = 1 + random.below(12);
  const daysBefore = PERIOD_DAYS - random.below(PERIOD_DAYS);
  const latest = DAY_MS - halfHours * HALF_HOUR_MS;
  const start = yearEnds - daysBefore * DAY_MS + random.below(1 + latest / 60_000) * 60_000;
  const digits = place.currency.defaultFractionDigits;
  const net = place.halfHour * halfHours;
  const gross = net + Math.round((net * place.vatPerMille) / 1000);
  return {
    infoId: String(id / 10n),
    infoRecordId: String(id),
    recordType: "PARKING",
    recordSubType: random.chance(0.9) ? "STANDARD" : "EVENT",
    startDate: instantText(start),
    endDate: instantText(start + halfHours * HALF_HOUR_MS),
    costCenter: user.costCenter,
    currency: place.currency,
    vat: decimalText(place.vatPerMille, 1),
    amountExcludingVat: decimalText(net, digits),
    amountIncludingVat: decimalText(gross, digits),
    parking: parkingOf(random, place, id, licensePlate),
    user: { id: user.id, firstName: user.firstName, lastName: user.lastName, phoneNumber: user.phoneNumber },
  };
}

function parkingOf(random: SeededRandom, place: Market, id: bigint, licensePlate: string): SandboxRecord["parking"] {
  const area = 1000 + random.below(40);
  return {
    licensePlate,
    id: String(id + 1n),
    areaNumber: String(area),
    areaName: `${place.area} ${area % 10}`,
    areaCity: place.city,
    subType: random.chance(0.8) ? "ON_STREET" : "OFF_STREET",
    areaId: String(500_000 + area),
    operatorName: place.operator,
    operatorVatNumber: place.operatorVatNumber,
    countryCode: place.country,
    note: random.chance(0.05) ? "customer visit; see invoice" : "",
    currency: place.currency.currencyCode,
  };
}

function decimalText(units: number, digits: number): string {
  if (digits === 0) return String(units);
  const text = String(units).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function currency(code: string, name: string, symbol: string, digits: number, numericCode: number): BillingCurrency {
  const numericCodeAsString = String(numericCode).padStart(3, "0");
  return {
    currencyCode: code,
    displayName: name,
    symbol,
    defaultFractionDigits: digits,
    numericCode,
    numericCodeAsString,
  };
}

function market(
  country: string,
  money: BillingCurrency,
  vatPerMille: number,
  city: string,
  area: string,
  operator: string,
  operatorVatNumber: string,
  halfHour: number,
): Market {
  return { country, currency: money, vatPerMille, city, area, operator, operatorVatNumber, halfHour };
}
