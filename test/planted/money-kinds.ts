import { found, inTurn, type Kind, on, SOURCES, stay } from "./kind.ts";
import type { Parking, Town, TownAccount } from "./town.ts";

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

const GONE = { rule: "billed-not-desired", claimed: SOURCES } as const;
/** The journal says that a car was deleted, and not that its days had come. */
const BY_FILES = { ...GONE, claimed: ["both", "git"] } as const;
const UNKNOWN = { rule: "billed-not-desired" } as const;

/** A car that was in the files until 10 October, and what it was billed later. */
function left(name: string, ...wrong: readonly Parking[]): Kind {
  return stay(name, { past: [{}, undefined], right: on("04", "10"), wrong }, GONE);
}

/** Whose car is billed, and how much of it is right by the fleet file. */
const UNDESIRED: readonly Kind[] = [
  left(
    "billed after it left: the next day at 00:05, and two weeks later",
    { start: "2024-10-10T22:05:00Z" },
    ...on("24"),
  ),
  left("left, and its plate is used by others", ...on("14", "15", "31")),
  left("left, and billed a fee", { day: "2024-10-17", type: "SUBSCRIPTION" }),
  left("left, and refunded in part", { day: "2024-10-17", units: 80 }, { day: "2024-10-18", units: -20 }),
  {
    name: "left, and billed with a blank or a hyphen",
    rule: "billed-not-desired",
    claimed: SOURCES,
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
    rule: "billed-not-desired",
    claimed: SOURCES,
    plant: (town, account) => {
      const plate = town.plate();
      account.list.absent.push({ plate, since: "2024-10-15" });
      town.park(account, plate, { day: "2024-10-14" });
      return [found("billed-not-desired", account, plate, [town.park(account, plate, { day: "2024-10-17" })])];
    },
  },
  stay("billed before validFrom", { now: { validFrom: "2024-10-14" }, right: on("14"), wrong: on("11") }, BY_FILES),
  stay("billed after validUntil", { now: { validUntil: "2024-10-16" }, right: on("16"), wrong: on("18") }, GONE),
  stay(
    "billed after validUntil, and its line was taken out later",
    { past: [{ validUntil: "2024-10-04" }, undefined], right: on("04"), wrong: on("08") },
    GONE,
  ),
  {
    name: "left, and a parking in July is billed months later",
    rule: "billed-not-desired",
    claimed: SOURCES,
    plant: (town, account) => {
      const plate = town.plate();
      town.was(account, plate, { validUntil: "2024-06-14" }, undefined);
      const records = [town.park(account, plate, { day: "2024-07-10" })];
      return [found("billed-not-desired", account, plate, records), found("billed-late", account, plate, records)];
    },
  },
  // The journal alone does not say when the day was written, and the list had the car until that morning.
  ...["2024-10-16T22:01:00Z", "2024-10-17T00:01:00+02:00"].map((start) =>
    stay(
      `parked a minute after the last day (${start})`,
      { now: { validUntil: "2024-10-16" }, wrong: [{ start }] },
      { ...BY_FILES, alone: { journal: "ended-afterwards" } },
    ),
  ),
  {
    name: "parked a minute before the first day, on the night of the clock change",
    rule: "billed-not-desired",
    claimed: ["both", "git"],
    plant: (town, account, turn) => {
      const validFrom = inTurn([SUNDAY, "2024-10-28"], turn);
      const plate = town.car(account, { validFrom, without: ["parking"] });
      const start = inTurn(["2024-10-26T21:59:00Z", "2024-10-27T23:59:00+01:00"], turn);
      const record = town.park(account, plate, { start });
      town.park(account, plate, { day: "2024-10-29" });
      return [
        found("billed-not-desired", account, plate, [record]),
        found("parked-on-weekend", account, plate, [record]),
      ];
    },
  },
  stay(
    "parked before its last day was written",
    { now: { validUntil: "2024-10-04" }, past: [{}, { validUntil: "2024-10-04" }], right: on("04"), wrong: on("09") },
    { rule: "ended-afterwards" },
  ),
  stay(
    "billed before it joined",
    { prefix: "JN", now: {}, past: [undefined, {}], right: on("14"), wrong: on("04") },
    { rule: "billed-before-joining", claimed: ["both", "journal"] },
  ),
  stay(
    "billed between two stays",
    { now: {}, past: [{}, undefined], right: on("04", "22"), wrong: on("15") },
    { rule: "billed-between-stays", claimed: SOURCES },
  ),
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
  stay("unknown plate", { wrong: [{}] }, UNKNOWN),
  stay("foreign plate", { prefix: "HH-AB ", wrong: [{}] }, UNKNOWN),
  stay("unknown plate, refunded in part", { wrong: [{ units: 80 }, { units: -20 }] }, UNKNOWN),
  stay(
    "unknown plate in two currencies",
    { wrong: [{}, { currency: { code: "NOK", digits: 2 }, hour: 12, more: { country: "NO" } }] },
    UNKNOWN,
  ),
  stay("unknown plate, refunded in full", { wrong: [{ units: 40 }, { units: -40 }] }, { rule: "billed-zero" }),
  stay("unknown plate, for nothing", { wrong: [{ units: 0 }] }, { rule: "billed-zero" }),
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

/** A wanted car with one record that is wrong by itself. */
function wrongRecord(
  name: string,
  rule: NonNullable<Kind["rule"]>,
  ...parkings: readonly [Parking, ...Parking[]]
): Kind {
  return {
    name,
    rule,
    plant: (town, account, turn) => {
      const plate = town.car(account);
      const record = town.park(account, plate, { day: "2024-10-09", ...inTurn(parkings, turn) });
      return [found(rule, account, plate, [record])];
    },
  };
}

/** A parking of a wanted car and a second record of it, and what else there is. */
function pair(name: string, rule: NonNullable<Kind["rule"]>, second: Parking, ...others: readonly Parking[]): Kind {
  return {
    name,
    rule,
    plant: (town, account) => {
      const plate = town.car(account);
      const parking: Parking = { day: "2024-10-09", units: 40, place: 3, more: { parkingId: town.id() } };
      town.park(account, plate, parking);
      const again = town.park(account, plate, { ...parking, ...second, more: { ...parking.more, ...second.more } });
      for (const other of others) town.park(account, plate, { ...parking, ...other });
      return [found(rule, account, plate, [again])];
    },
  };
}

/** Records that are wrong whose car is right. */
const RECORDS: readonly Kind[] = [
  {
    name: "same parking billed twice, or three times",
    rule: "billed-twice",
    plant: (town, account, turn) => {
      const plate = town.car(account);
      const parking: Parking = { day: "2024-10-09", units: 40, place: 3 };
      const [, ...again] = Array.from({ length: 2 + (turn % 2) }, () => town.park(account, plate, parking));
      return [found("billed-twice", account, plate, again)];
    },
  },
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
      const parking: Parking = { day: "2024-10-09", units: 40, place: 3 };
      town.park(account, plate, parking);
      const again = town.park(account, `${plate.slice(0, 2)} ${plate.slice(2)}`, parking);
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
  {
    name: "corrected, and the first record never taken back",
    rule: "billed-twice",
    plant: (town, account) => {
      const plate = town.car(account);
      const parking: Parking = { day: "2024-10-09", place: 3, more: { parkingId: town.id() } };
      const first = town.park(account, plate, { ...parking, units: 40 });
      town.park(account, plate, { ...parking, units: 28 });
      return [found("billed-twice", account, plate, [first])];
    },
  },
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
  {
    name: "credit note above zero",
    rule: "billed-credit-positive",
    plant: (town, account) => {
      const plate = town.car(account);
      const parking: Parking = { day: "2024-10-09", units: 40, place: 3 };
      town.park(account, plate, parking);
      const note = town.park(account, plate, { ...parking, more: { subType: "CREDIT_NOTE" } });
      return [found("billed-credit-positive", account, plate, [note])];
    },
  },
  wrongRecord("ends before it starts", "billed-time-reversed", { minutes: -30 }),
  wrongRecord("of a day that has not come", "billed-in-future", { day: "2091-10-09" }),
  wrongRecord("VAT of 40 % where 25 % is usual", "billed-vat-rate", { more: { net: 4000, vat: "40", gross: 5600 } }),
  wrongRecord("a currency that the account never has", "billed-currency", { currency: { code: "XAF", digits: 0 } }),
  {
    name: "overlapping parkings in one place",
    rule: "billed-overlap",
    plant: (town, account) => {
      const plate = town.car(account);
      town.park(account, plate, { start: "2024-10-09T10:00:00Z", minutes: 120, place: 1 });
      const second = town.park(account, plate, { start: "2024-10-09T10:30:00Z", minutes: 30, place: 1 });
      return [found("billed-overlap", account, plate, [second])];
    },
  },
  {
    name: "overlapping parkings in two places",
    rule: "billed-overlap",
    plant: (town, account) => {
      const plate = town.car(account);
      town.park(account, plate, { start: "2024-10-09T10:00:00Z", minutes: 120, place: 1 });
      const second = town.park(account, plate, { start: "2024-10-09T10:30:00Z", minutes: 30, place: 2 });
      return [found("billed-overlap", account, plate, [second])];
    },
  },
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
  {
    name: "more than limits.perDay (500 EUR) on a day",
    rule: "billed-over-daily-limit",
    plant: (town, account) => {
      const plate = town.car(account);
      const records = [9, 14].map((hour) =>
        town.park(account, plate, { day: "2024-10-09", hour, units: 20_004, currency: EUR, more: { country: "DE" } }),
      );
      return [found("billed-over-daily-limit", account, plate, records)];
    },
  },
  {
    name: "more than limits.parkingsPerDay (12) on a day",
    rule: "parked-too-often",
    plant: (town, account) => {
      const plate = town.car(account);
      const records = Array.from({ length: 13 }, (_, hour) =>
        town.park(account, plate, { day: "2024-10-09", hour: hour + 5, minutes: 30 }),
      );
      return [found("parked-too-often", account, plate, records)];
    },
  },
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
