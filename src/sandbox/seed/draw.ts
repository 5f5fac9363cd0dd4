import type { SandboxRecord, SandboxUser } from "../model/data.ts";
import type { SeededRandom } from "../model/random.ts";
import { instantText } from "../model/write-cars.ts";

/**
 * Where made-up people live, a country a line: first names; last names; streets, `#` for a house number; cities behind their
 * postal codes; the start of telephone numbers, in a range kept for fiction where there is one, `#` for each digit.
 */
const POPULATIONS = [
  "Mette, Søren, Åse; Jensen, Nørgaard, Kjær; Vesterbrogade #, Nørre Allé #; 1620 København, 8000 Aarhus; +455550####",
  "Åsa, Björn, Göran; Lindqvist, Åkesson; Storgatan #, Södra vägen #; 21122 Malmö, 41109 Göteborg; +46701740###",
  "Jürgen, Käthe, Zoë; Müller, von Bülow; Königstraße #, Am Großen Teich #; 10117 Berlin, 80331 München; +493023125###",
  "Chloé, François, Jérôme; Lefèvre, O’Brien-Roche; # rue de la République; 69002 Lyon, 75011 Paris; +33639980###",
  "Łukasz, Żaneta, Paweł; Wiśniewska, Zając; ul. Świętojańska #; 00-549 Warszawa, 81-391 Gdynia; +4855500####",
  "Siân, Alastair, Priya; Okafor, Smith-Jones; # High Street; BS14ST Bristol, EH11YZ Edinburgh; +447700900###",
  "Ελένη, Γιώργος; Παπαδοπούλου, Νικολάου; Λεωφόρος Αλεξάνδρας #; 10563 Αθήνα, 54624 Θεσσαλονίκη; +302155500###",
].map((line) => line.split("; ").map((names) => names.split(", ")));

const COST_CENTRES = ["", "100-SALES", "200-SERVICE", "310 Årsrevision", "4711", "R&D / München"];

/** A made-up parking user with these cars; `serial` makes email and telephone number unlike anyone else's. */
export function drawUser(random: SeededRandom, id: string, serial: number, cars: readonly string[]): SandboxUser {
  const [firstNames = [], lastNames = [], streets = [], cities = [], [phone = ""] = []] = random.pick(POPULATIONS);
  const [postalCode = "", ...city] = random.pick(cities).split(" ");
  const lastName = random.pick(lastNames);
  return {
    id,
    firstName: random.pick(firstNames),
    lastName,
    email: `user${serial}@fleet.example`,
    costCenter: random.pick(COST_CENTRES),
    phoneNumber: phone.replace(/#+/, ({ length }) => String(serial % 10 ** length).padStart(length, "0")),
    status: random.chance(0.85) ? "ACTIVE" : random.pick(["INACTIVE", "CLOSED"]),
    cars: [...cars],
    address: {
      city: city.join(" "),
      street: random.pick(streets).replace("#", String(1 + random.below(120))),
      postalCode,
      co: random.chance(0.1) ? `c/o ${lastName}` : "",
    },
  };
}

const LETTERS = "ABCDEFGHJKLMNPRSTVWXYZ";

/**
 * How plates of a country look, a country a line: how many of a hundred cars of the fleet come from there; patterns, in which `@` is
 * one of its letters, `#` a digit, `%` one of its districts, and all else is literal; districts; letters. Serial formats as they
 * are handed out, simplified; where lists usually write them without blanks, so does the pattern. Cyrillic and Greek letters are those
 * whose Latin look-alikes are written instead nearly everywhere: the same plate, typed on another keyboard.
 */
const FORMATS = [
  "DK; 18; @@#####; ; ABCDEHJKLMNPRSTUVXYZ",
  "SE; 14; @@@###, @@@##@; ; ABCDEFGHJKLMNOPRSTUWXYZ",
  "DE; 14; %@@####, %-@@ ###, %@####, %@@###E; B, M, HH, K, F, S, KÜN, KUEN, BÖ, BO, TÜ, FÜ, LÖ, GÖ, MÜR, WÜ",
  "NO; 7; @@#####; ; ABCDEFHJKLNPRSTUVXYZ",
  "FI; 6; @@@-###, @@@###",
  "NL; 6; @@@##@, ##-@@@-#, @-###-@@; ; BDFGHJKLNPRSTVXZ",
  "FR; 5; @@-###-@@, @@###@@",
  "IT; 4; @@###@@",
  "ES; 3; ####@@@; ; BCDFGHJKLMNPRSTVWXYZ",
  "PL; 4; %#####, %####@; WA, KR, GD, PO, DW",
  "CZ; 4; #@#####, #E#####, E######; ; ABCEHJKLMPSTUZ",
  "GB; 3; @@##@@@, @@## @@@; ; ABDEFGHJKLMNOPRSTUVWXY",
  "AT; 2; %#####@, %-###@@; W, G, S, L, IL, KU",
  "CH; 2; %######, % ######; ZH, BE, GE, BS, ZG",
  "BE; 2; #@@@###, #-@@@-###",
  // Digits alone, short ones and ones that begin with a zero.
  "LU; 2; #####, 0####, ####, @@####",
  "IE; 1; ##1D####, 232-D-####",
  "BG; 1; %####@@; СВ, РВ, ВТ; АВЕКМНОРСТХ",
  "GR; 1; @@@####; ; ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
  "EE; 1; ###@@@",
].map((line) => {
  const [, share, patterns = "", districts = "", letters = LETTERS] = line.split("; ");
  return {
    share: Number(share),
    patterns: patterns.split(", "),
    districts: districts.split(", "),
    letters: [...letters],
  };
});

const BY_SHARE = FORMATS.flatMap((format) => Array.from({ length: format.share }, () => format));

/** `count` different plates; every country occurs once they are more than there are countries. */
export function drawPlates(random: SeededRandom, count: number): string[] {
  const plates = new Set<string>();
  for (const format of FORMATS.slice(0, count)) plates.add(plateOf(format, random));
  while (plates.size < count) plates.add(plateOf(random.pick(BY_SHARE), random));
  return [...plates];
}

/** The plate as it is often mistyped: O for 0 or 0 for O, else its last two characters the other way round. */
export function misspell(plate: string): string {
  if (plate.includes("0")) return plate.replace("0", "O");
  if (plate.includes("O")) return plate.replace("O", "0");
  return plate.slice(0, -2) + plate.slice(-1) + plate.slice(-2, -1);
}

function plateOf({ patterns, districts, letters }: (typeof FORMATS)[number], random: SeededRandom): string {
  return random.pick(patterns).replace(/[@#%]/g, (place) => {
    if (place === "@") return random.pick(letters);
    return place === "#" ? String(random.below(10)) : random.pick(districts);
  });
}

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
interface Parked {
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
