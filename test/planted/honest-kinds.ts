import { found, inTurn, type Kind, PAST } from "./kind.ts";
import type { Parking } from "./town.ts";

const NIGHT = "2024-10-27";

const PAID: Parking = { units: 40, place: 1 };

/** A wanted car with parkings that look wrong; the night of the clock change is a Sunday's, which a rule of its own reports. */
function right(name: string, parkings: (turn: number) => readonly Parking[], isOnSunday = false): Kind {
  return {
    name,
    plant: (town, account, turn) => {
      const plate = town.car(account);
      const records = parkings(turn).map((parking) => town.park(account, plate, { day: "2024-10-09", ...parking }));
      return isOnSunday ? [found("parked-on-weekend", account, plate, records)] : [];
    },
  };
}

/** A kind of which an audit finds nothing. */
function quiet(name: string, plant: (...town: Parameters<Kind["plant"]>) => void): Kind {
  return {
    name,
    plant: (...town) => {
      plant(...town);
      return [];
    },
  };
}

/** What is right, however it looks. */
export const HONEST_KINDS: readonly Kind[] = [
  quiet("fee without a plate (parking null, or a blank plate)", (town, account, turn) => {
    town.park(account, inTurn([undefined, " "], turn), { type: "FEE", units: 40 + 4 * turn });
  }),
  quiet("car that left, and parked before and on the day itself (files, absent)", (town, account, turn) => {
    const plate = town.plate();
    if (turn % 2 === 0) town.was(account, plate, {}, undefined);
    else account.list.absent.push({ plate, since: "2024-10-15" });
    for (const day of ["2024-10-02", "2024-10-10"]) town.park(account, plate, { day });
  }),
  quiet("plate that was corrected, billed under the right one before", (town, account) => {
    const digits = town.plate("");
    const plate = town.car(account, { plate: `CDO${digits}`, without: ["parking"] });
    town.was(account, plate, undefined, {});
    town.was(account, `CDQ${digits}`, {}, undefined);
    for (const day of ["2024-10-02", "2024-10-14"]) town.park(account, plate, { day });
  }),
  quiet("two cars in one place at one time", (town, account) => {
    for (let car = 0; car < 2; car += 1)
      town.park(account, town.car(account), { day: "2024-10-09", units: 40, place: 3 });
  }),
  quiet("parked at 23:59 on the last day (Z, +02:00, no zone)", (town, account, turn) => {
    const plate = town.car(account, { validUntil: "2024-10-16", without: PAST });
    const start = inTurn(["2024-10-16T21:59:00Z", "2024-10-16T23:59:00+02:00", "2024-10-16T23:59:00"], turn);
    town.park(account, plate, { start, more: { end: "2024-10-16T22:30:00Z" } });
  }),
  {
    name: "parked in the first hour of the first day, on the night of the clock change",
    plant: (town, account, turn) => {
      const plate = town.car(account, { validFrom: inTurn([NIGHT, "2024-10-28"], turn), without: ["parking"] });
      const start = inTurn(["2024-10-26T22:00:00Z", "2024-10-27T23:00:00Z"], turn);
      const record = town.park(account, plate, { start });
      town.park(account, plate, { day: "2024-10-29" });
      return turn % 2 === 0 ? [found("parked-on-weekend", account, plate, [record])] : [];
    },
  },
  right(
    "parked in both hours that the clock shows alike",
    (turn) => [
      { start: "2024-10-27T02:10:00+02:00", minutes: 40, place: 1, units: 40 },
      { start: "2024-10-27T02:10:00+01:00", minutes: 40, place: inTurn([1, 2], turn), units: 40 },
    ],
    true,
  ),
  right("refund of a wanted car", () => [{ units: 40 }, { units: -40, hour: 12 }]),
  right("billed twice, and refunded once", () => [PAID, PAID, { ...PAID, units: -40 }]),
  right("billed twice, and refunded in two parts, one of them later", () => [
    ...[PAID, PAID, { ...PAID, units: -20 }],
    { ...PAID, units: -20, day: "2024-10-30" },
  ]),
  right("corrected, with a refund", () => [40, -40, 28].map((units) => ({ ...PAID, units, more: { parkingId: 7 } }))),
  right("a subscription in two halves of one price", () =>
    ["2024-10-01", "2024-10-16"].map((day) => ({
      day,
      hour: 0,
      minutes: 15 * 24 * 60,
      type: "SUBSCRIPTION",
      units: 40,
    })),
  ),
  right("prolonged, or divided at midnight, under one id and for one price", (turn) =>
    [0, 120].map((late) => ({
      ...PAID,
      start: new Date(
        Date.parse(inTurn(["2024-10-09T09:00:00Z", "2024-10-09T20:00:00Z"], turn)) + late * 60_000,
      ).toISOString(),
      minutes: 120,
      more: { parkingId: 900_000 + turn },
    })),
  ),
  right("taken back, and billed again by customer care", () => [40, -40, 40].map((units) => ({ ...PAID, units }))),
  right("free minutes, and what follows them", () => [
    { ...PAID, units: 0, minutes: 15 },
    { ...PAID, start: "2024-10-09T10:15:00Z" },
  ]),
  right("a service beside a parking, with its id", (turn) => [
    { ...PAID, more: { parkingId: 800_000 + turn } },
    { ...PAID, type: "SERVICE_FEE", units: 4, more: { parkingId: 800_000 + turn } },
  ]),
  right("the same amount twice on a day", () => [8, 14].map((hour) => ({ ...PAID, hour }))),
  right("pending with 0, then final", () => [{ ...PAID, units: 0 }, PAID]),
  right("free of VAT, and in the currency of another country", () => [
    { more: { net: 4000, vat: "0", gross: 4000 } },
    { hour: 14, currency: { code: "NOK", digits: 2 }, more: { country: "NO" } },
  ]),
  right("charging while it parks", (turn) => [
    { place: 1, minutes: 120, units: 40 },
    { place: inTurn([1, 2], turn), type: "CHARGING", minutes: 60, units: 40 },
  ]),
  right("one parking ends where the next one starts", () => [
    { hour: 10, place: 1 },
    { hour: 11, place: 2 },
  ]),
  right("exactly 24 hours, and 23 over the end of the month", () => [
    { minutes: 24 * 60 },
    { start: "2024-10-31T12:00:00Z", minutes: 23 * 60 },
  ]),
  right("VAT as an amount, a percentage or a fraction, rounded", (turn) => [
    {
      more: inTurn(
        [
          { country: "GL", net: 333, vat: "0.83", gross: 416 },
          { country: "GL", net: 333, vat: "25", gross: 416 },
          { country: "GL", net: 333, vat: "0.25", gross: 416 },
          { country: "GL", net: 0, vat: "0", gross: 0 },
        ],
        turn,
      ),
      currency: { code: "DKK", digits: 2 },
    },
  ]),
  right("began on the last evening of September, whose audit counts it", () => [
    { start: "2024-09-30T21:30:00Z", minutes: 120 },
  ]),
  quiet("cost centre in other letters", (town, account) => {
    const plate = town.car(account, { without: ["holder"] });
    const holder = town.someone(account);
    holder.cars.push(plate);
    town.park(account, plate, {
      day: "2024-10-09",
      user: holder.id,
      costCenter: ` ${holder.costCenter.toUpperCase()}`,
    });
  }),
  quiet("protected car that no file names", (town, account) => {
    const plate = town.plate("VIP");
    town.list(account, plate);
    town.park(account, plate);
    town.someone(account).cars.push(plate);
  }),
  {
    name: "account that policy.accounts.ignore names",
    mode: "billing-account",
    plant: (town) => {
      town.ignored.push(town.openAccount(900_000 + town.ignored.length).id);
      return [];
    },
  },
];
