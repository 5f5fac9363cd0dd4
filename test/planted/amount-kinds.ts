import { found, inTurn, type Kind } from "./kind.ts";
import type { Parking, Town, TownAccount, TownRecord } from "./town.ts";

const DAY: Parking = { day: "2024-10-09", units: 40, place: 3 };
type Amounts = NonNullable<Parking["more"]>;

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

const KEPT: readonly Kind[] = [
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
export const AMOUNT_KINDS: readonly Kind[] = [...CHANGES, ...TYPED, ...PLATELESS, ...KEPT];
