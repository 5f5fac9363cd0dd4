import { found, inTurn, type Kind } from "./kind.ts";
import type { Parking } from "./town.ts";

const NIGHT = "2024-10-27";

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

/** What is right, however it looks. */
export const HONEST_KINDS: readonly Kind[] = [
  {
    name: "fee without a plate (parking null, or a blank plate)",
    plant: (town, account, turn) => {
      town.park(account, inTurn([undefined, " "], turn), { type: "FEE", units: 40 + 4 * turn });
      return [];
    },
  },
  {
    name: "car that left in mid-month and parked before (journal, git, absent)",
    plant: (town, account, turn) => {
      const plate = town.plate();
      const { list } = account;
      if (turn % 3 === 0) town.leftInJournal.push({ list, plate });
      if (turn % 3 === 1) town.leftInGit.push({ list, plate });
      if (turn % 3 === 2) list.absent.push({ plate, since: "2024-10-15" });
      for (const day of ["2024-10-02", "2024-10-09"]) town.park(account, plate, { day });
      return [];
    },
  },
  {
    name: "first stay of a car that came back with a later first day",
    plant: (town, account) => {
      const plate = town.car(account, { validFrom: "2024-10-21", without: ["parking"] });
      town.writtenFirst.push({ list: account.list, car: { plate } });
      for (const day of ["2024-10-02", "2024-10-09", "2024-10-22"]) town.park(account, plate, { day });
      return [];
    },
  },
  {
    name: "car that joined, came back or moved here, and parked on these days and after",
    plant: (town, account, turn) => {
      const plate = town.car(account, { without: ["parking"] });
      if (turn % 2 === 0) town.joined.push({ list: account.list, plate });
      else town.away.push({ list: account.list, plate });
      for (const day of inTurn(
        [
          ["2024-10-10", "2024-10-14"],
          ["2024-10-09", "2024-10-21"],
        ],
        turn,
      ))
        town.park(account, plate, { day });
      return [];
    },
  },
  {
    name: "plate that was corrected, billed under the right one before",
    plant: (town, account) => {
      const digits = town.plate("");
      const plate = town.car(account, { plate: `CDO${digits}`, without: ["parking"] });
      town.joined.push({ list: account.list, plate });
      town.leftInGit.push({ list: account.list, plate: `CDQ${digits}` });
      for (const day of ["2024-10-02", "2024-10-14"]) town.park(account, plate, { day });
      return [];
    },
  },
  {
    name: "parked at 23:59 on the last day (Z, +02:00, no zone)",
    plant: (town, account, turn) => {
      const without = ["listed", "fleet", "holder", "parking"] as const;
      const plate = town.car(account, { validUntil: "2024-10-16", without });
      const start = inTurn(["2024-10-16T21:59:00Z", "2024-10-16T23:59:00+02:00", "2024-10-16T23:59:00"], turn);
      town.park(account, plate, { start, more: { end: "2024-10-16T22:30:00Z" } });
      return [];
    },
  },
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
    "parked in both hours that the clock shows alike, in two places",
    () => [
      { start: "2024-10-27T02:10:00+02:00", minutes: 40, place: 1, units: 40 },
      { start: "2024-10-27T02:10:00+01:00", minutes: 40, place: 2, units: 40 },
    ],
    true,
  ),
  right("refund of a wanted car", () => [{ units: 40 }, { units: -40, hour: 12 }]),
  right("billed twice, and refunded once", () => [
    { units: 40, place: 1 },
    { units: 40, place: 1 },
    { units: -40, place: 1 },
  ]),
  right("billed twice, and refunded in two parts, one of them later", () => [
    { units: 40, place: 1 },
    { units: 40, place: 1 },
    { units: -20, place: 1 },
    { units: -20, place: 1, day: "2024-10-30" },
  ]),
  right("corrected, with a refund", () => [
    { units: 40, place: 1, more: { parkingId: 7 } },
    { units: -40, place: 1, more: { parkingId: 7 } },
    { units: 28, place: 1, more: { parkingId: 7 } },
  ]),
  right("the same amount twice on a day", () => [
    { units: 40, place: 1, hour: 8 },
    { units: 40, place: 1, hour: 14 },
  ]),
  right("pending with 0, then final", () => [
    { units: 0, place: 1 },
    { units: 40, place: 1 },
  ]),
  right("free of VAT, and in the currency of another country", () => [
    { more: { net: 4000, vat: "0", gross: 4000 } },
    { hour: 14, currency: { code: "NOK", digits: 2 }, more: { country: "NO" } },
  ]),
  right("charging while it parks", (turn) => [
    { place: 1, minutes: 120 },
    { place: inTurn([1, 2], turn), type: "CHARGING", minutes: 60 },
  ]),
  right("one parking ends where the next one starts", () => [
    { hour: 10, place: 1 },
    { hour: 11, place: 2 },
  ]),
  right("exactly 24 hours", () => [{ minutes: 24 * 60 }]),
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
  {
    name: "cost centre in other letters",
    plant: (town, account) => {
      const plate = town.car(account, { without: ["holder"] });
      const holder = town.someone(account);
      holder.cars.push(plate);
      town.park(account, plate, {
        day: "2024-10-09",
        user: holder.id,
        costCenter: ` ${holder.costCenter.toUpperCase()}`,
      });
      return [];
    },
  },
  {
    name: "protected car that no file names",
    plant: (town, account) => {
      const plate = town.plate("VIP");
      town.list(account, plate);
      town.park(account, plate);
      town.someone(account).cars.push(plate);
      return [];
    },
  },
  {
    name: "account that policy.accounts.ignore names",
    mode: "billing-account",
    plant: (town) => {
      town.ignored.push(town.openAccount(900_000 + town.ignored.length).id);
      return [];
    },
  },
];
