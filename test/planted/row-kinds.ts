import { dataFile } from "../data-file.ts";
import { found, inTurn, type Kind, PAST } from "./kind.ts";
import type { Applied, Parking, Stood } from "./town.ts";

type Described = Omit<Kind, "plant">;

/** A car by its days in the files, and what it was billed; a parking may be a day alone. */
interface Stay extends Described {
  /** What its plate begins with. */
  readonly prefix?: string;
  /** How it stands in the files now; absent: not at all. */
  readonly now?: Stood;
  /** How it stood in the two versions before, where that is not so. */
  readonly past?: readonly [Stood | null, Stood | null];
  /** What `apply` did to it, where it did not run after each version. */
  readonly applied?: readonly Applied[];
  /** Since when the list has it, where it does. */
  readonly listed?: string;
  /** A user holds it, who is named by its records. */
  readonly isHeld?: true;
  readonly right?: readonly (string | Parking)[];
  /** What the rule of the kind finds. */
  readonly wrong?: readonly (string | Parking)[];
}

/** A wanted car and records of it, one dress after the other. */
interface Dressed extends Described {
  /** Which of the records the rule of the kind finds; absent: all of them. */
  readonly finds?: "the first" | "all but the first";
  /** What reports all of them, though they are right. */
  readonly also?: Kind["rule"];
  readonly dresses: readonly [readonly Parking[], ...(readonly Parking[])[]];
}

const DAY: Parking = { day: "2024-10-09", units: 40, place: 3 };

const asParking = (parking: string | Parking): Parking => (typeof parking === "string" ? { day: parking } : parking);

function stay({ prefix, now, past, applied, listed, isHeld, right = [], wrong = [], ...kind }: Stay): Kind {
  return {
    ...kind,
    plant: (town, account) => {
      const plate = town.plate(prefix);
      const isListed = listed !== undefined && !now;
      if (now) town.car(account, { plate, ...now, without: now.validUntil ? PAST : ["parking", "holder"] });
      if (isListed) town.list(account, plate);
      if (listed !== undefined) town.created.set(`${account.list.scope} ${plate}`, listed);
      if (past) town.was(account, plate, past[0] ?? undefined, past[1] ?? undefined);
      if (applied) town.applied.set(`${account.list.scope} ${plate}`, applied);
      const holder = town.someone(account);
      if (now && !now.validUntil) holder.cars.push(plate);
      const by = isHeld ? { user: holder.id, costCenter: holder.costCenter } : {};
      const park = (parking: string | Parking) => town.park(account, plate, { ...by, ...asParking(parking) });
      right.forEach(park);
      const records = wrong.map(park);
      return kind.rule ? [found(kind.rule, account, plate, records)] : [];
    },
  };
}

function dressed({ finds, also, dresses, ...kind }: Dressed): Kind {
  return {
    ...kind,
    plant: (town, account, turn) => {
      const plate = town.car(account);
      const parkingId = town.id();
      const records = inTurn(dresses, turn).map((parking) =>
        town.park(account, plate, { ...DAY, ...parking, more: { parkingId, ...parking.more } }),
      );
      const reported = also ? [found(also, account, plate, records)] : [];
      if (!kind.rule) return reported;
      const wrong = records.filter((_, at) => finds === undefined || (at === 0) === (finds === "the first"));
      return [...reported, found(kind.rule, account, plate, wrong)];
    },
  };
}

const rows: { readonly stays: readonly Stay[]; readonly dressed: readonly Dressed[] } =
  dataFile("planted/row-kinds.yaml");

/** What `row-kinds.yaml` says: right and wrong, and what only looks so. */
export const ROW_KINDS: readonly Kind[] = [...rows.stays.map(stay), ...rows.dressed.map(dressed)];
