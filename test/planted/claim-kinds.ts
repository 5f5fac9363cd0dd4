import { found, type Kind, SOURCES } from "./kind.ts";
import type { Applied, Town, TownAccount } from "./town.ts";

const FIRST: Applied = { day: "2024-06-03", action: "add" };
/** The file's last day against the list. */
const LATE_APPLIES: readonly Kind[] = [
  {
    name: "taken off, and put back by somebody else before the parking",
    rule: "billed-while-listed",
    alone: { journal: "billed-not-desired" },
    plant: (town, account) => {
      const plate = town.plate();
      const { scope } = account.list;
      town.was(account, plate, {}, undefined);
      town.applied.set(`${scope} ${plate}`, [FIRST, { day: "2024-10-10", action: "delete" }]);
      town.list(account, plate);
      town.created.set(`${scope} ${plate}`, "2024-10-12T09:00:00Z");
      const records = [town.park(account, plate, { day: "2024-10-16" })];
      return [found("billed-while-listed", account, plate, records), found("drift-extra", account.list, plate)];
    },
  },
];

/** Who parked before a car joined. */
const OWN_CARS: readonly Kind[] = [
  ...(["right one first", "mistyped one first"] as const).map(
    (order): Kind => ({
      name: `plate that was corrected in two steps, the ${order}`,
      plant: (town, account) => {
        const digits = town.plate("");
        const plate = town.car(account, { plate: `CDO${digits}`, without: ["parking"] });
        const isRight = order === "right one first";
        town.was(account, plate, undefined, isRight ? {} : undefined);
        town.was(account, `CDQ${digits}`, {}, isRight ? {} : undefined);
        for (const day of ["2024-10-02", "2024-10-24"]) town.park(account, plate, { day });
        return [];
      },
    }),
  ),
  {
    name: "an own user who holds the car parked between two stays",
    rule: "billed-between-stays",
    asked: SOURCES,
    never: true,
    plant: (town, account) => {
      const { plate, park } = heldCar(town, account);
      town.was(account, plate, {}, undefined);
      return [found("billed-between-stays", account, plate, [park("2024-10-15")])];
    },
  },
];

function heldCar(town: Town, account: TownAccount) {
  const plate = town.car(account, { plate: town.plate("HE"), without: ["parking", "holder"] });
  const { id: user, costCenter, cars } = town.someone(account);
  cars.push(plate);
  const park = (day: string) => town.park(account, plate, { day, user, costCenter });
  park("2024-10-23");
  return { plate, park };
}

/** Cars that stay for some days more. */
const KEPT: readonly Kind[] = [
  ...["2091-08-15", "2024-11-15"].map(
    (since): Kind => ({
      name: `named as absent from ${since} on, and parked before`,
      plant: (town, account) => {
        const plate = town.plate();
        town.was(account, plate, {}, {});
        if (since.startsWith("2091")) town.list(account, plate);
        town.applied.set(`${account.list.scope} ${plate}`, [FIRST]);
        account.list.absent.push({ plate, since });
        for (const day of ["2024-10-14", "2024-10-24"]) town.park(account, plate, { day });
        return [];
      },
    }),
  ),
];

/** What a claim may rest on, and what only looks so. */
export const CLAIM_KINDS: readonly Kind[] = [...LATE_APPLIES, ...OWN_CARS, ...KEPT];
