import type { SandboxRecord, SandboxUser } from "../model/data.ts";
import type { SeededRandom } from "../model/random.ts";
import { instantText } from "../model/write-cars.ts";

/**
 * Where parking is paid for, a market a line: country; currency with its name, symbol, digits and number; VAT in tenths of
 * a percent; city; area; operator and its VAT number; what half an hour costs, in the currency's smallest unit.
 */
const MARKETS = [
  "DK; DKK; Danish Krone; kr.; 2; 208; 250; København; Vesterbro; Kommunal P-drift; DK00000001; 1850",
  "SE; SEK; Swedish Krona; kr; 2; 752; 250; Malmö; Möllevången; Malmö Gatuparkering; SE000000000201; 1400",
  "DE; EUR; Euro; €; 2; 978; 190; Köln; Südstadt; Parkraum Köln; DE000000003; 205",
  "FI; EUR; Euro; €; 2; 978; 255; Helsinki; Kallio; Kadunvarsi Oy; FI00000004; 195",
  "FR; EUR; Euro; €; 2; 978; 200; Lyon; Presqu’île; Stationnement Rhône; FR00000000005; 199",
  "PL; PLN; Polish Zloty; zł; 2; 985; 230; Kraków; Kazimierz; Strefa Parkowania; PL0000000006; 333",
  "GB; GBP; British Pound; £; 2; 826; 200; Bristol; Harbourside; Kerb & Co; GB000000007; 145",
  "CH; CHF; Swiss Franc; CHF; 2; 756; 81; Zürich; Kreis 4; Blaue Zone AG; CHE-000.000.008; 165",
  "IS; ISK; Icelandic Króna; kr; 0; 352; 240; Reykjavík; P1; Bílastæðasjóður; IS00009; 230",
].map((line) => {
  const [countryCode = "", currencyCode = "", displayName = "", symbol = "", digits, number = "", ...rest] =
    line.split("; ");
  const [vat, areaCity = "", area = "", operatorName = "", operatorVatNumber = "", halfHour] = rest;
  const numbers = { defaultFractionDigits: Number(digits), numericCode: Number(number), numericCodeAsString: number };
  return {
    currency: { currencyCode, displayName, symbol, ...numbers },
    area,
    vatPerMille: Number(vat),
    halfHour: Number(halfHour),
    parking: { areaCity, operatorName, operatorVatNumber, countryCode, currency: currencyCode },
  };
});

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

function parkingOf(
  random: SeededRandom,
  { area, parking }: (typeof MARKETS)[number],
  id: bigint,
  licensePlate: string,
): SandboxRecord["parking"] {
  const number = 1000 + random.below(40);
  return {
    ...parking,
    licensePlate,
    id: String(id + 1n),
    areaNumber: String(number),
    areaName: `${area} ${number % 10}`,
    subType: random.chance(0.8) ? "ON_STREET" : "OFF_STREET",
    areaId: String(500_000 + number),
    note: random.chance(0.05) ? "customer visit; see invoice" : "",
  };
}

function decimalText(units: number, digits: number): string {
  if (digits === 0) return String(units);
  const text = String(units).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
