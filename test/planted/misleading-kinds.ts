import { found, inTurn, type Kind } from "./kind.ts";
import type { Parking } from "./town.ts";

const DAY: Parking = { day: "2024-10-09", units: 40, place: 3 };
const REFUNDS: readonly Kind[] = [
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

const STAYS: readonly Kind[] = [
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

/** What is right, or only asks for a look, and must never be claimed or asked for. */
export const MISLEADING_KINDS: readonly Kind[] = [...REFUNDS, ...STAYS, ...NAMES];
