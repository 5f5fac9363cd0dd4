import { found, inTurn, type Kind, SOURCES } from "./kind.ts";
import type { Parking, Town, TownAccount, TownRecord } from "./town.ts";

const SUNDAY = "2024-10-27";
const EUR = { code: "EUR", digits: 2 };
const LOOKS = [
  ["CD0", "CDO"],
  ["CD1", "CDI"],
  ["CD8", "CDB"],
  ["CDU", "CDÜ"],
  ["CDA", "CDА"],
] as const;
const UNKNOWN_USER = "999999999";

/** A car that moved from one account to another one on 10 October. */
function movedCar(town: Town, from: TownAccount, to: TownAccount): string {
  const plate = town.car(to, { plate: town.plate("MV"), without: ["parking"] });
  town.was(from, plate, {}, undefined);
  town.was(to, plate, undefined, {});
  return plate;
}

const GONE = { rule: "billed-not-desired", claimed: ["both", "journal"], asked: ["git"] } as const;
/** The files were committed before; the journal alone says when the car was added. */
const BEFORE_FIRST_DAY = {
  rule: "billed-not-desired",
  alone: { journal: "billed-before-joining" },
  asked: SOURCES,
} as const;

/** Whose car is billed, and how much of it is right by the fleet file. */
const UNDESIRED: readonly Kind[] = [
  {
    name: "left, and billed with a blank or a hyphen",
    ...GONE,
    plant: (town, account) => {
      const digits = town.plate("");
      town.was(account, `CD${digits}`, {}, undefined);
      return [`CD ${digits}`, `CD-${digits}`].map((plate, at) =>
        found("billed-not-desired", account, plate, [town.park(account, plate, { day: `2024-10-1${5 + at}` })]),
      );
    },
  },
  {
    name: "billed after absent.since",
    ...GONE,
    plant: (town, account) => {
      const plate = town.plate();
      account.list.absent.push({ plate, since: "2024-10-15" });
      town.park(account, plate, { day: "2024-10-14" });
      return [found("billed-not-desired", account, plate, [town.park(account, plate, { day: "2024-10-17" })])];
    },
  },
  {
    name: "left, and a parking in July is billed months later",
    ...GONE,
    plant: (town, account) => {
      const plate = town.plate();
      town.was(account, plate, { validUntil: "2024-06-14" }, undefined);
      const records = [town.park(account, plate, { day: "2024-07-10" })];
      return [found("billed-not-desired", account, plate, records), found("billed-late", account, plate, records)];
    },
  },
  {
    name: "parked a minute before the first day, on the night of the clock change",
    ...BEFORE_FIRST_DAY,
    plant: (town, account, turn) => {
      const validFrom = inTurn([SUNDAY, "2024-10-28"], turn);
      const plate = town.car(account, { plate: town.plate("VG"), validFrom, without: ["parking"] });
      const start = inTurn(["2024-10-26T21:59:00Z", "2024-10-27T23:59:00+01:00"], turn);
      const record = town.park(account, plate, { start });
      town.park(account, plate, { day: "2024-10-29" });
      return [
        found("billed-not-desired", account, plate, [record]),
        found("parked-on-weekend", account, plate, [record]),
      ];
    },
  },
  {
    name: "moved to another account, and billed there before",
    rule: "billed-before-move",
    mode: "billing-account",
    plant: (town, account) => {
      const former = town.next(account);
      const plate = movedCar(town, former, account);
      for (const [one, day] of [
        [former, "04"],
        [account, "14"],
      ] as const)
        town.park(one, plate, { day: `2024-10-${day}` });
      return [found("billed-before-move", account, plate, [town.park(account, plate, { day: "2024-10-04" })])];
    },
  },
  {
    name: "moved to another account, and billed on the first one after",
    rule: "billed-other-account",
    mode: "billing-account",
    plant: (town, account) => {
      const plate = movedCar(town, account, town.next(account));
      for (const [one, day] of [
        [account, "09"],
        [town.next(account), "14"],
      ] as const)
        town.park(one, plate, { day: `2024-10-${day}` });
      return [found("billed-other-account", account, plate, [town.park(account, plate, { day: "2024-10-14" })])];
    },
  },
  {
    name: "wanted on another account",
    rule: "billed-other-account",
    mode: "billing-account",
    plant: (town, account) => {
      const plate = town.car(town.next(account));
      return [found("billed-other-account", account, plate, [town.park(account, plate)])];
    },
  },
  ...LOOKS.map(
    ([own, billed]): Kind => ({
      name: `billed as ${billed} for ${own}`,
      rule: "billed-look-alike",
      plant: (town, account) => {
        const digits = town.plate("");
        town.car(account, { plate: own + digits });
        return [found("billed-look-alike", account, billed + digits, [town.park(account, billed + digits)])];
      },
    }),
  ),
  {
    name: "spelling: space, hyphen, lower case",
    rule: "unknown-plate-spelling",
    plant: (town, account, turn) => {
      const digits = town.plate("");
      town.car(account, { plate: `CD${digits}` });
      const billed = inTurn([`CD ${digits}`, `CD-${digits}`, `cd${digits}`], turn);
      return [found("unknown-plate-spelling", account, billed, [town.park(account, billed, { day: "2024-10-09" })])];
    },
  },
];

/** A wanted car, and those of its records that are wrong. */
function ofCar(
  name: string,
  rule: NonNullable<Kind["rule"]>,
  wrong: (park: (parking: Parking) => TownRecord, turn: number, town: Town) => readonly TownRecord[],
): Kind {
  return {
    name,
    rule,
    plant: (town, account, turn) => {
      const plate = town.car(account);
      return [
        found(
          rule,
          account,
          plate,
          wrong((parking) => town.park(account, plate, parking), turn, town),
        ),
      ];
    },
  };
}

/** A wanted car with one record that is wrong by itself. */
function wrongRecord(
  name: string,
  rule: NonNullable<Kind["rule"]>,
  ...parkings: readonly [Parking, ...Parking[]]
): Kind {
  return ofCar(name, rule, (park, turn) => [park({ day: "2024-10-09", ...inTurn(parkings, turn) })]);
}

/** A wanted car with a record that is right, and another one that is wrong beside it. */
function second(name: string, rule: NonNullable<Kind["rule"]>, first: Parking, other: Parking): Kind {
  return ofCar(name, rule, (park) => [first, other].map(park).slice(1));
}

const PARKING: Parking = { day: "2024-10-09", units: 40, place: 3 };

/** A parking of a wanted car and a second record of it, and what else there is. */
function pair(name: string, rule: NonNullable<Kind["rule"]>, again: Parking, ...others: readonly Parking[]): Kind {
  return ofCar(name, rule, (park, _, town) => {
    const parking: Parking = { ...PARKING, more: { parkingId: town.id() } };
    park(parking);
    const twice = park({ ...parking, ...again, more: { ...parking.more, ...again.more } });
    for (const other of others) park({ ...parking, ...other });
    return [twice];
  });
}

/** Records that are wrong whose car is right. */
const RECORDS: readonly Kind[] = [
  ofCar("same parking billed twice, or three times", "billed-twice", (park, turn) =>
    Array.from({ length: 2 + (turn % 2) }, () => park(PARKING)).slice(1),
  ),
  {
    name: "same record listed twice",
    rule: "billed-twice",
    plant: (town, account) => {
      const plate = town.car(account);
      const record = town.park(account, plate, { day: "2024-10-09" });
      account.records.push(record);
      return [found("billed-twice", account, plate, [record])];
    },
  },
  pair("same parking id, with an end two seconds later", "billed-twice", { more: { end: "2024-10-09T11:00:02Z" } }),
  pair("same parking id, with another subtype", "billed-twice", { more: { subType: "APP" } }),
  pair("same start and place, with another parking id", "billed-twice", { more: { parkingId: 5 } }),
  pair("refunded in part", "billed-twice", {}, { units: -20, hour: 15 }),
  {
    name: "same parking, with the plate written otherwise",
    rule: "billed-twice",
    plant: (town, account) => {
      const plate = town.car(account);
      town.park(account, plate, PARKING);
      const again = town.park(account, `${plate.slice(0, 2)} ${plate.slice(2)}`, PARKING);
      const billed = again.plate ?? "";
      return [
        found("billed-twice", account, billed, [again]),
        found("unknown-plate-spelling", account, billed, [again]),
      ];
    },
  },
  ...(["billed-twice", "billed-other-account"] as const).map(
    (rule): Kind => ({
      name: "same parking on two accounts",
      rule,
      mode: rule === "billed-twice" ? "global" : "billing-account",
      claimed: [],
      plant: (town, account) => {
        const plate = town.car(account);
        const parking: Parking = { day: "2024-10-09", units: 40, place: 3, currency: account.currency };
        town.park(account, plate, parking);
        const again = town.park(town.next(account), plate, { ...parking, more: { country: "FO" } });
        return [found(rule, town.next(account), plate, [again])];
      },
    }),
  ),
  ofCar("corrected, and the first record never taken back", "billed-twice", (park, _, town) => {
    const parking: Parking = { day: "2024-10-09", place: 3, more: { parkingId: town.id() } };
    return [40, 28].map((units) => park({ ...parking, units })).slice(0, 1);
  }),
  {
    name: "same subscription twice in a month, with a plate or without",
    rule: "billed-fee-twice",
    plant: (town, account, turn) => {
      const plate = turn === 1 ? undefined : town.car(account);
      const holder = plate === undefined ? { user: "", costCenter: `Fees ${town.id()}` } : {};
      const fee: Parking = { ...holder, type: "SUBSCRIPTION", units: 40, place: 1, start: "2024-10-01T00:00:00Z" };
      const [, again] = [0, 1].map(() => town.park(account, plate, { ...fee, minutes: 29 * 24 * 60 }));
      return again ? [found("billed-fee-twice", account, plate ?? "", [again])] : [];
    },
  },
  second("credit note above zero", "billed-credit-positive", PARKING, { ...PARKING, more: { subType: "CREDIT_NOTE" } }),
  wrongRecord("ends before it starts", "billed-time-reversed", { minutes: -30 }),
  wrongRecord("of a day that has not come", "billed-in-future", { day: "2091-10-09" }),
  wrongRecord("VAT of 40 % where 25 % is usual", "billed-vat-rate", { more: { net: 4000, vat: "40", gross: 5600 } }),
  wrongRecord("a currency that the account never has", "billed-currency", { currency: { code: "XAF", digits: 0 } }),
  ...[1, 2].map((place) =>
    second(
      `overlapping parkings, in places 1 and ${place}`,
      "billed-overlap",
      { start: "2024-10-09T10:00:00Z", minutes: 120, place: 1 },
      { start: "2024-10-09T10:30:00Z", minutes: 30, place },
    ),
  ),
  wrongRecord("sum is not net and VAT (40 + 10 = 60)", "billed-sum-wrong", {
    more: { net: 4000, vat: "10", gross: 6000 },
  }),
  wrongRecord("parking of 26 hours to 21 days", "parked-too-long", { minutes: 26 * 60 }, { minutes: 21 * 24 * 60 }),
  wrongRecord("parked on a Saturday or Sunday", "parked-on-weekend", { day: "2024-10-12" }, { day: "2024-10-13" }),
  wrongRecord("billed to a user the account does not have", "billed-unknown-user", { user: UNKNOWN_USER }),
  wrongRecord("parked on a day in July", "billed-late", { day: "2024-07-10" }),
  wrongRecord("neither user nor cost centre", "cost-center-missing", { costCenter: "" }),
  {
    name: "no cost centre, though its user has one",
    rule: "cost-center-missing",
    plant: (town, account) => withUser(town, account, "cost-center-missing", { costCenter: "" }),
  },
  {
    name: "another cost centre than its user's",
    rule: "cost-center-other",
    plant: (town, account) => withUser(town, account, "cost-center-other", { costCenter: "Team 99" }),
  },
  {
    name: "billed to an inactive or closed user",
    rule: "billed-inactive-user",
    plant: (town, account, turn) => {
      const plate = town.car(account);
      const { id, costCenter } = town.user(account, { status: inTurn(["INACTIVE", "CLOSED"], turn) });
      const records = [town.park(account, plate, { day: "2024-10-09", user: id, costCenter })];
      return [
        found("billed-inactive-user", account, plate, records),
        found("billed-user-without-car", account, plate, records),
      ];
    },
  },
  {
    name: "billed to a user who does not hold the car",
    rule: "billed-user-without-car",
    plant: (town, account) => {
      const plate = town.car(account, { without: ["holder"] });
      const { id, costCenter } = town.someone(account);
      const records = [town.park(account, plate, { day: "2024-10-09", user: id, costCenter })];
      return [found("billed-user-without-car", account, plate, records)];
    },
  },
  {
    name: "subscription fee for a car that never parked",
    rule: "fee-for-idle-car",
    plant: (town, account) => {
      const plate = town.car(account, { without: ["parking"] });
      return [found("fee-for-idle-car", account, plate, [town.park(account, plate, { type: "SUBSCRIPTION" })])];
    },
  },
  {
    name: "wanted, and not billed once",
    rule: "idle",
    plant: (town, account) => [found("idle", account.list, town.car(account, { without: ["parking"] }))],
  },
  ofCar("more than limits.perDay (500 EUR) on a day", "billed-over-daily-limit", (park) =>
    [9, 14].map((hour) => park({ day: "2024-10-09", hour, units: 20_004, currency: EUR, more: { country: "DE" } })),
  ),
  ofCar("more than limits.parkingsPerDay (12) on a day", "parked-too-often", (park) =>
    Array.from({ length: 13 }, (_, hour) => park({ day: "2024-10-09", hour: hour + 5, minutes: 30 })),
  ),
];

function withUser(town: Town, account: TownAccount, rule: NonNullable<Kind["rule"]>, parking: Parking) {
  const plate = town.car(account, { without: ["holder"] });
  const holder = town.someone(account);
  holder.cars.push(plate);
  const records = [town.park(account, plate, { day: "2024-10-09", user: holder.id, ...parking })];
  return [found(rule, account, plate, records)];
}

/** What is wrong with billing records. */
export const MONEY_KINDS: readonly Kind[] = [...UNDESIRED, ...RECORDS];
