import { found, inTurn, type Kind, on, stay } from "./kind.ts";
import type { Parking, Town, TownAccount, TownRecord } from "./town.ts";

const DAY: Parking = { day: "2024-10-09", units: 40, place: 3 };
const FRANC = { currency: { code: "CHF", digits: 2 }, more: { country: "CH" } };
const KRONE = { currency: { code: "DKK", digits: 2 }, more: { country: "GL" } };
const CROWN = { currency: { code: "ISK", digits: 0 }, more: { country: "IS" } };
const YEN = { currency: { code: "JPY", digits: 0 }, more: { country: "JP" } };
const DINAR = { currency: { code: "BHD", digits: 3 }, more: { country: "BH" } };

type Amounts = NonNullable<Parking["more"]>;

/** A parking in a currency, with amounts in its smallest unit; the VAT is written as the server would. */
function billed({ currency, more }: Parking, net: number, vat: string, gross: number): Parking {
  return { ...DAY, ...(currency && { currency }), more: { ...more, net, vat, gross } };
}

/** A wanted car and parkings of it, one dress after the other; a rule finds the records that are picked, or none. */
function dressed(
  name: string,
  dresses: readonly [readonly Parking[], ...(readonly Parking[])[]],
  rule?: NonNullable<Kind["rule"]>,
  pick: (records: readonly TownRecord[]) => readonly TownRecord[] = (records) => records,
): Kind {
  return {
    name,
    ...(rule && { rule }),
    plant: (town, account, turn) => {
      const plate = town.car(account);
      const parkingId = town.id();
      const records = inTurn(dresses, turn).map((parking) =>
        town.park(account, plate, { ...parking, more: { parkingId, ...parking.more } }),
      );
      return rule ? [found(rule, account, plate, pick(records))] : [];
    },
  };
}

const SUMS: readonly Kind[] = [
  dressed("parts that were rounded as their currency is", [
    [billed(FRANC, 324, "0.23", 345)],
    [billed(CROWN, 403, "96", 500)],
    [billed(YEN, 455, "10", 501)],
    [billed(FRANC, 1002, "8.1", 1085)],
    [billed(DINAR, 1233, "0.123", 1357)],
  ]),
  dressed(
    "less than half a whole unit between the parts and the sum",
    [
      [billed(KRONE, 1224, "3.06", 1550)],
      [billed(FRANC, 324, "0.23", 355)],
      [billed(DINAR, 1230, "0.123", 1360)],
      [billed(KRONE, 800, "25", 1049)],
    ],
    "billed-sum-rounded",
  ),
  dressed(
    "a whole unit or more between the parts and the sum",
    [[billed(CROWN, 403, "96", 501)], [billed(KRONE, 800, "2.00", 1050)], [billed(FRANC, 1000, "0.81", 1145)]],
    "billed-sum-wrong",
  ),
];

const minutes = (start: string, length: number, more: Parking = {}): Parking => ({
  ...{ ...DAY, ...more, start: `2024-10-09T${start}Z` },
  more: {
    ...more.more,
    end: `${new Date(Date.parse(`2024-10-09T${start}Z`) + length * 60_000).toISOString().slice(0, 19)}Z`,
  },
});

const corrected = (units: number, subType: string, more: Parking = {}): Parking => ({
  ...{ ...DAY, ...more, units },
  more: { subType, ...more.more },
});

const DOUBLES: readonly Kind[] = [
  dressed("short parkings one after the other, with one id", [
    [minutes("10:00:00", 3), minutes("10:03:00", 3)],
    [minutes("10:00:00", 2), minutes("10:04:00", 2)],
    [minutes("10:00:00", 1), minutes("10:01:00", 1), minutes("10:02:00", 1)],
  ]),
  dressed(
    "one parking with one id, seconds apart",
    [
      [minutes("10:00:00", 60), minutes("10:00:03", 60)],
      [minutes("10:00:00", 60), minutes("11:00:02", 0)],
      [minutes("10:00:00", 60), minutes("10:00:00", 0)],
    ],
    "billed-twice",
    (records) => records.slice(1),
  ),
  dressed(
    "corrected under another subtype, and nothing taken back",
    [
      [corrected(60, "NORMAL"), corrected(44, "CORRECTION")],
      [corrected(40, "STANDARD"), corrected(80, "MANUAL", { minutes: 0 })],
      [corrected(60, "NORMAL"), corrected(44, "ADJUSTMENT"), corrected(-16, "NORMAL", { hour: 15 })],
    ],
    "billed-correction",
    (records) => records.slice(0, 1),
  ),
  dressed("corrected under another subtype, and taken back, or a service beside it", [
    [corrected(60, "NORMAL"), corrected(-60, "NORMAL"), corrected(44, "CORRECTION")],
    [corrected(60, "NORMAL"), corrected(4, "SERVICE_FEE")],
    [corrected(60, "NORMAL"), corrected(20, "EXTENSION", { hour: 11 })],
  ]),
  dressed(
    "two countries that no road joins so fast",
    [
      [minutes("10:00:00", 60), minutes("11:10:00", 30, { place: 5, more: { country: "IT", parkingId: 3 } })],
      [minutes("10:00:00", 60), minutes("11:00:00", 30, { place: 5, more: { country: "ES", parkingId: 3 } })],
      [minutes("10:00:00", 60), minutes("11:19:00", 30, { place: 5, more: { country: "GR", parkingId: 3 } })],
    ],
    "impossible-journey",
    (records) => records.slice(1),
  ),
  dressed("two countries, by a bridge, or an hour apart", [
    [minutes("10:00:00", 60), minutes("11:10:00", 30, { place: 5, more: { country: "SE", parkingId: 3 } })],
    [minutes("10:00:00", 60), minutes("13:30:00", 30, { place: 5, more: { country: "PL", parkingId: 3 } })],
    [minutes("10:00:00", 60), minutes("11:10:00", 30, { place: 5, more: { country: "US", parkingId: 3 } })],
  ]),
];

/** A country of its own with one rate, or currency, and another one for all from a day on. */
function changed(name: string, rule: NonNullable<Kind["rule"]>, dresses: readonly [Change, ...Change[]]): Kind {
  return {
    name,
    rule,
    plant: (town, account, turn) => {
      const country = `Q${String.fromCharCode(65 + (turn % 26))}${rule === "billed-currency" ? "C" : "V"}`;
      const { before, after, currency } = inTurn(dresses, turn);
      for (let car = 0; car < OLD_RECORDS; car += 1)
        town.park(account, town.car(account), { day: "2024-10-02", more: { country, ...before } });
      const records = ["2024-10-16", "2024-10-17"].map((day) => {
        const plate = town.car(account);
        return { plate, record: town.park(account, plate, { day, ...currency, more: { country, ...after } }) };
      });
      return records.slice(0, 1).map(({ plate, record }) => found(rule, account, plate, [record]));
    },
  };
}

interface Change {
  readonly before: Amounts;
  readonly after: Amounts;
  readonly currency?: Parking;
}

/** Two records are one in twenty of them. */
const OLD_RECORDS = 40;

const OLD_RATE = { net: 4000, vat: "20", gross: 4800 };
const CHANGES: readonly Kind[] = [
  changed("a new rate of VAT for all", "billed-vat-rate", [
    { before: OLD_RATE, after: { net: 4000, vat: "23", gross: 4920 } },
    { before: { net: 4000, vat: "0.2", gross: 4800 }, after: { net: 4000, vat: "0.23", gross: 4920 } },
    { before: { net: 4000, vat: "800", gross: 4800 }, after: { net: 4000, vat: "920", gross: 4920 } },
  ]),
  changed("a new currency for all", "billed-currency", [
    { before: OLD_RATE, after: OLD_RATE, currency: { currency: { code: "RON", digits: 2 } } },
    { before: OLD_RATE, after: OLD_RATE, currency: { currency: { code: "HUF", digits: 2 } } },
    { before: OLD_RATE, after: OLD_RATE, currency: { currency: { code: "CZK", digits: 2 } } },
  ]),
];

/** Looks of a wanted car that somebody typed otherwise. */
function typed(name: string, rule: NonNullable<Kind["rule"]>, dresses: readonly [Typed, ...Typed[]]): Kind {
  return {
    name,
    rule,
    plant: (town, account, turn) => {
      const digits = town.plate("");
      const { own, billed: write } = inTurn(dresses, turn);
      town.car(account, { plate: own + digits });
      const plate = write(digits);
      return [found(rule, account, plate, [town.park(account, plate, { day: "2024-10-09" })])];
    },
  };
}

interface Typed {
  readonly own: string;
  readonly billed: (digits: string) => string;
}

const TYPED: readonly Kind[] = [
  typed("a country before or behind the plate", "billed-look-alike", [
    { own: "KD", billed: (digits) => `DK-KD${digits}` },
    { own: "KD", billed: (digits) => `D KD${digits}` },
    { own: "KD", billed: (digits) => `SEKD${digits}` },
  ]),
  typed("two characters swapped", "billed-not-desired", [
    { own: "KDE", billed: (digits) => `KED${digits}` },
    { own: "KDE", billed: (digits) => `DKE${digits}` },
    { own: "3KD", billed: (digits) => `K3D${digits}` },
  ]),
];

/** Records without a plate are one finding of an account, whatever their number. */
function plateless(name: string, rule: NonNullable<Kind["rule"]>, plant: Plateless): Kind {
  return {
    name,
    rule,
    plant: (town, account, turn) =>
      turn < town.accounts.length ? [found(rule, account, "", plant(town, account, turn))] : [],
  };
}

type Plateless = (town: Town, account: TownAccount, turn: number) => readonly TownRecord[];

const PLATELESS: readonly Kind[] = [
  plateless(
    "parking without a plate, with a user, a cost centre, or a blank plate",
    "billed-without-plate",
    (town, account) => {
      const { id, costCenter } = town.someone(account);
      return [
        town.park(account, undefined, { ...DAY, units: 444, user: id, costCenter }),
        town.park(account, undefined, { ...DAY, hour: 12 }),
        town.park(account, " ", { ...DAY, hour: 14 }),
      ];
    },
  ),
  plateless("fee without a plate, of a user whom the account does not have", "billed-unknown-user", (town, account) =>
    ["999999991", "999999992", "999999993"].map((user) =>
      town.park(account, undefined, { type: "FEE", units: 440, user }),
    ),
  ),
  plateless("fee without a plate, with another cost centre than its user's", "cost-center-other", (town, account) =>
    ["Team 91", "Team 92", "Team 93"].map((costCenter) =>
      town.park(account, undefined, { type: "FEE", units: 480, user: town.someone(account).id, costCenter }),
    ),
  ),
];

// The policy of the day is the committed one; without git only today's is known.
const KEPT: readonly Kind[] = [
  stay(
    "protected until the 21st, and parked before",
    { prefix: "OLD", wrong: on("09", "15", "21") },
    { rule: "billed-not-desired", alone: { both: "none", git: "none" } },
  ),
  stay(
    "protected since the 21st, and parked before",
    { prefix: "NEW", wrong: on("09", "15"), right: on("21", "22") },
    { rule: "billed-not-desired", alone: { journal: "none" } },
  ),
  {
    name: "added by customer care, and parked",
    rule: "billed-kept",
    plant: (town, account, turn) => {
      const plate = town.plate();
      town.list(account, plate, { isCustomerCare: true });
      const days = inTurn([["2024-10-09"], ["2024-10-02", "2024-10-30"], ["2024-10-11"]], turn);
      const records = days.map((day) => town.park(account, plate, { day }));
      return [found("added-by-customer-care", account.list, plate), found("billed-kept", account, plate, records)];
    },
  },
];

/** What is wrong, or looks wrong, with amounts, times and names of records. */
export const AMOUNT_KINDS: readonly Kind[] = [...SUMS, ...DOUBLES, ...CHANGES, ...TYPED, ...PLATELESS, ...KEPT];
