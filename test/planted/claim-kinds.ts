import { found, type Kind, on, SOURCES, stay } from "./kind.ts";
import type { Applied, Town, TownAccount } from "./town.ts";

const FIRST: Applied = { day: "2024-06-03", action: "add" };
const deleted = (day: string): Applied => ({ day: `2024-10-${day}`, action: "delete" });
const OLD = "2020-01-01T00:00:00Z";
/** The journal knows that the list had the car. */
const LATE = { rule: "billed-while-listed", alone: { git: "billed-not-desired" }, asked: ["git"] } as const;
const JOINED = { rule: "billed-before-joining", asked: SOURCES } as const;
const LEASED = { features: ["LEASING"] };

/** The file's last day against the list. */
const LATE_APPLIES: readonly Kind[] = [
  stay(
    "past its last day, and on the list until apply ran two weeks later",
    {
      past: [{ validUntil: "2024-10-04" }, { validUntil: "2024-10-04" }],
      now: { validUntil: "2024-10-04" },
      applied: [FIRST, deleted("21")],
      right: on("04"),
      wrong: on("09"),
    },
    { ...LATE, alone: { ...LATE.alone, journal: "ended-afterwards" } },
  ),
  stay(
    "past its last day, on the list until apply ran, and its line was taken out since",
    { past: [{ validUntil: "2024-10-04" }, undefined], applied: [FIRST, deleted("29")], wrong: on("09", "28") },
    { ...LATE, alone: { ...LATE.alone, journal: "none" } },
  ),
  stay(
    "past its last day, and on the list until apply ran the same morning",
    {
      past: [{ validUntil: "2024-10-14" }, { validUntil: "2024-10-14" }],
      now: { validUntil: "2024-10-14" },
      applied: [FIRST, deleted("15")],
      right: on("14"),
      wrong: [{ start: "2024-10-14T22:30:00Z" }],
    },
    { rule: "billed-not-desired", asked: ["git"], alone: { both: "none", journal: "none" } },
  ),
  stay(
    "taken out, which was applied three weeks later",
    { past: [{}, undefined], applied: [FIRST, deleted("31")], right: on("10"), wrong: on("14", "30") },
    { ...LATE, alone: { ...LATE.alone, journal: "none" } },
  ),
  stay("taken out, and put back before an apply ran", {
    past: [{}, undefined],
    now: {},
    applied: [FIRST],
    listed: "2024-06-03T11:00:00Z",
    right: on("04", "15", "22"),
  }),
  stay(
    "taken off, put back by somebody else, and taken off again",
    { past: [{}, undefined], applied: [FIRST, deleted("10"), deleted("22")], wrong: on("16") },
    { rule: "billed-not-desired", asked: ["both", "git"] },
  ),
  {
    name: "taken off, and put back by somebody else before the parking",
    rule: "billed-while-listed",
    alone: { journal: "billed-not-desired" },
    plant: (town, account) => {
      const plate = town.plate();
      const { scope } = account.list;
      town.was(account, plate, {}, undefined);
      town.applied.set(`${scope} ${plate}`, [FIRST, deleted("10")]);
      town.list(account, plate);
      town.created.set(`${scope} ${plate}`, "2024-10-12T09:00:00Z");
      const records = [town.park(account, plate, { day: "2024-10-16" })];
      return [found("billed-while-listed", account, plate, records), found("drift-extra", account.list, plate)];
    },
  },
];

/** The list had the car before platectl knew of it. */
const UPDATES: readonly Kind[] = [
  ...[LEASED, {}].map(
    (before): Kind => ({
      ...stay(`listed before, and given other features on 10 October (${Object.keys(before).length} before)`, {
        past: [before, {}],
        now: {},
        listed: OLD,
        applied: [{ day: "2024-10-10", action: "update" }],
        right: on("04", "14"),
      }),
      ...(before === LEASED && { mode: "global" }),
    }),
  ),
  stay("listed before, and written into the files on 10 October", {
    past: [undefined, {}],
    now: {},
    listed: OLD,
    applied: [{ day: "2024-10-10", action: "update" }],
    right: on("04", "14"),
  }),
  stay("listed before by others, and written into the files on 10 October, so that there was nothing to apply", {
    past: [undefined, {}],
    now: {},
    listed: "2024-10-02T08:00:00Z",
    applied: [],
    right: on("04", "14"),
  }),
];

/** Who parked before a car joined. */
const OWN_CARS: readonly Kind[] = [
  stay(
    "an own user who holds the car parked before the clerk added it",
    { prefix: "OW", past: [undefined, {}], now: {}, isHeld: true, right: on("14"), wrong: on("04") },
    { ...JOINED, never: true },
  ),
  ...["2024-10-31T22:00:00Z", "2024-10-01T00:00:00Z"].map((end) =>
    stay(
      `a fee from 1 October to ${end}, of a car that joined on the 10th`,
      {
        prefix: "FE",
        past: [undefined, {}],
        now: {},
        right: on("14"),
        wrong: [{ type: "SUBSCRIPTION", start: "2024-10-01T00:00:00Z", more: { end } }],
      },
      { ...JOINED, never: true },
    ),
  ),
  stay(
    "a parking that runs into the day on which the car joined",
    {
      prefix: "RU",
      past: [undefined, {}],
      now: {},
      right: on("14"),
      wrong: [
        { start: "2024-10-09T06:00:00Z", minutes: 25 * 60 - 61 },
        { day: "2024-10-08", minutes: 30 },
      ],
    },
    JOINED,
  ),
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
  stay("on a list with grace", { now: { isInCsv: true, hasGrace: true }, right: on("04", "14") }),
  stay("vanished from a list with grace, on the fourth of ten days", {
    past: [{ isInCsv: true, hasGrace: true }, undefined],
    applied: [FIRST, deleted("21")],
    right: on("10", "14", "18"),
  }),
  stay(
    "vanished from a list with grace, after its days",
    {
      past: [{ isInCsv: true, hasGrace: true }, undefined],
      applied: [FIRST, deleted("20")],
      right: on("18"),
      wrong: on("24"),
    },
    { rule: "billed-not-desired", claimed: ["both", "journal"], asked: ["git"] },
  ),
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
export const CLAIM_KINDS: readonly Kind[] = [...LATE_APPLIES, ...UPDATES, ...OWN_CARS, ...KEPT];
