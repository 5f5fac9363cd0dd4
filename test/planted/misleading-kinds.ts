import { found, inTurn, type Kind, on, stay } from "./kind.ts";
import type { Applied, Parking } from "./town.ts";

const DAY: Parking = { day: "2024-10-09", units: 40, place: 3 };
const FIRST: Applied = { day: "2024-06-03", action: "add" };
const deleted = (day: string): Applied => ({ day: `2024-10-${day}`, action: "delete" });
const added = (day: string): Applied => ({ day: `2024-10-${day}`, action: "add" });

/** Amounts in the smallest unit of a currency, with the VAT as the server would write it. */
const amounts = (code: string, country: string, net: number, vat: string, gross: number): Parking => ({
  ...DAY,
  currency: { code, digits: 2 },
  more: { country, net, vat, gross },
});

/** A wanted car with records that look wrong, one dress after the other; `rules` report all of them, and nothing is claimed. */
function dressed(
  name: string,
  dresses: readonly [readonly Parking[], ...(readonly Parking[])[]],
  rules: readonly NonNullable<Kind["rule"]>[] = [],
): Kind {
  return {
    name,
    plant: (town, account, turn) => {
      const plate = town.car(account);
      const parkingId = town.id();
      const records = inTurn(dresses, turn).map((parking) =>
        town.park(account, plate, { ...DAY, ...parking, more: { parkingId, ...parking.more } }),
      );
      return rules.map((rule) => found(rule, account, plate, records));
    },
  };
}

const NIGHT = "2024-10-27T02";
const nightly = (start: string, end: string, parkingId: number): Parking => ({
  start: `${NIGHT}:${start}`,
  more: { end: `${NIGHT}:${end}`, parkingId },
});

const CLOCK: readonly Kind[] = [
  dressed(
    "one parking in the hour that the clock shows twice, without a zone",
    [[nightly("50:00", "10:00", 11)], [nightly("30:00", "29:00", 12)], [nightly("59:00", "00:00", 13)]],
    ["parked-on-weekend"],
  ),
  dressed(
    "two parkings at one time of the hour that the clock shows twice, without a zone",
    [
      [nightly("10:00", "40:00", 21), nightly("10:00", "40:00", 22)],
      [nightly("00:00", "20:00", 23), nightly("00:00", "20:00", 24)],
      [nightly("05:00", "50:00", 25), nightly("05:00", "50:00", 26)],
    ],
    ["parked-on-weekend"],
  ),
];

const SUMS: readonly Kind[] = [
  dressed(
    "rounded to the coins of the country",
    [
      [amounts("SEK", "SE", 3960, "9.90", 5000)],
      [amounts("NOK", "NO", 2840, "7.10", 3500)],
      [amounts("HUF", "HU", 100_200, "270.54", 127_500)],
      [amounts("CZK", "CZ", 4050, "21", 4950)],
      [amounts("HUF", "HU", 100_000, "272.50", 127_500)],
    ],
    ["billed-sum-rounded"],
  ),
];

const REFUNDS: readonly Kind[] = [
  dressed("subscription bought twice, and one of them cancelled", [
    [
      ...[1, 2].map((id) => ({
        type: "SUBSCRIPTION",
        day: "2024-10-01",
        minutes: 30 * 24 * 60,
        more: { parkingId: id },
      })),
      { type: "SUBSCRIPTION", day: "2024-10-14", units: -40, minutes: 0, more: { parkingId: 3 } },
      {},
    ],
    [
      ...[1, 2].map((id) => ({ type: "SUBSCRIPTION", day: "2024-10-01", hour: 10 + id, more: { parkingId: id } })),
      { type: "REFUND", day: "2024-10-01", hour: 13, units: -40 },
      {},
    ],
    [
      ...[1, 2].map((id) => ({ type: "FEE", day: "2024-10-01", more: { parkingId: id, subType: "SUBSCRIPTION" } })),
      { type: "CREDIT_NOTE", day: "2024-10-30", units: -40, place: 9 },
      {},
    ],
  ]),
  dressed("corrected under another subtype, and taken back under a third one", [
    [{}, { units: -40, more: { subType: "CANCELLED" } }, { more: { subType: "CORRECTION" } }],
    [{}, { units: -40, day: "2024-10-21", place: 7, more: { subType: "CREDIT" } }, { units: 28 }],
    [{}, { units: 28, more: { subType: "CORRECTION" } }, { units: -40, type: "CREDIT_NOTE", more: { parkingId: 5 } }],
  ]),
  {
    name: "billed twice, and taken back by a record without a plate",
    plant: (town, account, turn) => {
      const plate = town.car(account);
      // In a currency of its own: it takes back nothing else that names no plate.
      const parking = { ...DAY, currency: { code: "CAD", digits: 2 }, more: { parkingId: town.id(), country: "CA" } };
      for (const _ of [1, 2]) town.park(account, plate, parking);
      town.park(account, inTurn([undefined, " "], turn), { ...parking, type: "CREDIT_NOTE", units: -40, minutes: 0 });
      return [];
    },
  },
];

const following = (start: string, end: string): Parking => ({
  start: `2024-10-09T${start}Z`,
  more: { end: `2024-10-09T${end}Z` },
});

const pass = (day: string, subType: string): Parking => ({
  type: "SUBSCRIPTION",
  day: `2024-10-${day}`,
  minutes: 0,
  more: { subType, parkingId: Number(day) },
});

const NEIGHBOURS: readonly Kind[] = [
  dressed("prolonged under one id, some seconds before the end", [
    [following("10:00:00", "10:03:05"), following("10:03:00", "10:06:00")],
    [following("10:00:00", "11:00:09"), following("11:00:00", "12:00:00")],
    [following("10:00:00", "10:30:00"), following("10:29:58", "11:00:00"), following("10:59:57", "11:30:00")],
  ]),
  dressed("subscriptions one after the other, whose end is their last day or the first one after it", [
    [
      { type: "SUBSCRIPTION", start: "2024-10-01T00:00:00Z", more: { end: "2024-10-08T23:59:59Z", parkingId: 1 } },
      { type: "SUBSCRIPTION", start: "2024-10-08T00:00:00Z", more: { end: "2024-10-15T23:59:59Z", parkingId: 2 } },
      {},
    ],
    [
      { type: "SUBSCRIPTION", start: "2024-10-01T00:00:00Z", more: { end: "2024-10-08T00:00:00Z", parkingId: 1 } },
      { type: "SUBSCRIPTION", start: "2024-10-08T00:00:00Z", more: { end: "2024-10-15T00:00:00Z", parkingId: 2 } },
      {},
    ],
    [
      { type: "ABONNEMENT", start: "2024-10-01T00:00:00Z", more: { end: "2024-10-16T12:00:00Z", parkingId: 1 } },
      { type: "ABONNEMENT", start: "2024-10-16T00:00:00Z", more: { end: "2024-10-31T12:00:00Z", parkingId: 2 } },
      {},
    ],
  ]),
  dressed("passes of a week or a day, which have no end", [
    [{}, ...["01", "08", "15"].map((day) => pass(day, "WEEK"))],
    [{}, ...["02", "09"].map((day) => pass(day, "WOCHENABO"))],
    [{}, ...["07", "08", "09"].map((day) => pass(day, "DAILY"))],
  ]),
  dressed("power and a parking at one time for one price", [
    [{}, { type: "LADDNING", more: { parkingId: 61 } }],
    [{}, { more: { subType: "OPLADNING" } }],
    [{}, { more: { subType: "KWH", parkingId: 62 } }],
  ]),
  dressed("a service of the price of its parking, at its time and place", [
    [{}, { type: "SERVICE_FEE" }],
    [{}, { more: { subType: "SMS" } }],
    [{}, { more: { subType: "SURCHARGE", parkingId: 31 } }],
  ]),
  dressed("fees of several parkings that are dated alike", [
    [{}, ...[1, 2, 3].map((parkingId) => ({ type: "FEE", hour: 0, minutes: 0, more: { parkingId } }))],
    [
      {},
      ...[4, 5].map((parkingId) => ({ type: "SERVICE", day: "2024-10-01", hour: 0, minutes: 0, more: { parkingId } })),
    ],
  ]),
];

const STAYS: readonly Kind[] = [
  stay("away for two days, and parked on the day it left and on the day it came back", {
    past: [{}, {}],
    now: {},
    applied: [FIRST, deleted("14"), added("16")],
    right: on("14", "16", "17"),
  }),
  stay("taken off, and put back on the same day", {
    past: [{}, {}],
    now: {},
    applied: [FIRST, deleted("10"), added("10")],
    right: on("10", "11", "15"),
  }),
  stay("parked before it was taken off, until after that", {
    past: [{}, undefined],
    applied: [FIRST, deleted("10")],
    right: [
      { start: "2024-10-09T20:00:00Z", minutes: 20 * 60 },
      { start: "2024-10-10T21:59:00Z", minutes: 4 * 60 },
    ],
  }),
  stay("parked from midnight on of the day on which it came", {
    past: [undefined, {}],
    now: {},
    right: [
      { start: "2024-10-09T22:00:00Z", minutes: 9 },
      { start: "2024-10-10T00:10:00+02:00", minutes: 9 },
    ],
  }),
  {
    name: "moved, and billed on both accounts on the day of the move",
    mode: "billing-account",
    plant: (town, account) => {
      const other = town.next(account);
      const plate = town.car(other, { without: ["parking"] });
      town.was(account, plate, {}, undefined);
      town.was(other, plate, undefined, {});
      for (const [one, hour] of [
        [account, 6],
        [account, 14],
        [other, 18],
      ] as const)
        town.park(one, plate, { day: "2024-10-10", hour });
      return [];
    },
  },
];

const NAMES: readonly Kind[] = [
  {
    name: "written with its country before, which was corrected, and billed so after that",
    rule: "billed-look-alike",
    plant: (town, account, turn) => {
      const digits = town.plate("");
      const billed = inTurn([`DK-KD${digits}`, `D KD${digits}`, `SEKD${digits}`], turn);
      const plate = town.car(account, { plate: `KD${digits}`, without: ["parking"] });
      town.park(account, plate, { day: "2024-10-14" });
      town.was(account, plate, undefined, {});
      town.was(account, billed, {}, undefined);
      return [found("billed-look-alike", account, billed, [town.park(account, billed, { day: "2024-10-15" })])];
    },
  },
  {
    name: "a user whose cost centre has another name since",
    rule: "cost-center-other",
    plant: (town, account) => {
      const plate = town.car(account, { without: ["holder"] });
      const { id, cars } = town.someone(account);
      cars.push(plate);
      const records = ["2024-10-02", "2024-10-03"].map((day) =>
        town.park(account, plate, { day, user: id, costCenter: "Team of old" }),
      );
      return [found("cost-center-other", account, plate, records)];
    },
  },
];

const NOTHING: readonly Kind[] = [
  dressed("twice a record of 0, or one without a sum", [
    [{ units: 0 }, { units: 0 }],
    [{ more: { net: 0, vat: "0", gross: 0, subType: "FREE" } }, { units: 40 }, { units: 0 }],
    [{ units: 0, type: "SUBSCRIPTION" }, { units: 0, type: "SUBSCRIPTION" }, {}],
  ]),
];

/** What is right, or only asks for a look, and must never be claimed or asked for. */
export const MISLEADING_KINDS: readonly Kind[] = [
  ...CLOCK,
  ...SUMS,
  ...REFUNDS,
  ...NEIGHBOURS,
  ...STAYS,
  ...NAMES,
  ...NOTHING,
];
