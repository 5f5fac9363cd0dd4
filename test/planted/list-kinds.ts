import { found, inTurn, type Kind } from "./kind.ts";

const DAY_MS = 86_400_000;
const CONFUSED = [
  ["CD0", "CDO"],
  ["CD1", "CDI"],
  ["CD8", "CDB"],
] as const;

/** What is wrong with lists, fleet files, fleet cars and parking users. */
export const LIST_KINDS: readonly Kind[] = [
  {
    name: "wanted, and not on the list",
    rule: "drift-missing",
    plant: (town, account) => [found("drift-missing", account.list, town.car(account, { without: ["listed"] }))],
  },
  {
    name: "on the list, and not wanted",
    rule: "drift-extra",
    plant: (town, account) => {
      const plate = town.car(account, { without: ["wanted", "fleet", "holder", "parking"] });
      return [found("drift-extra", account.list, plate)];
    },
  },
  {
    name: "on the list with other features",
    rule: "drift-features",
    mode: "global",
    plant: (town, account) => {
      const plate = town.car(account, { features: ["LEASING"], without: ["listed"] });
      town.list(account, plate);
      return [found("drift-features", account.list, plate)];
    },
  },
  {
    name: "on the list after validUntil",
    rule: "expired-on-list",
    plant: (town, account) => {
      const plate = town.car(account, { validUntil: "2024-10-16", without: ["fleet", "holder"] });
      return [found("expired-on-list", account.list, plate)];
    },
  },
  {
    name: "added by customer care",
    rule: "added-by-customer-care",
    plant: (town, account) => {
      const plate = town.plate();
      town.list(account, plate, { isCustomerCare: true });
      return [found("added-by-customer-care", account.list, plate)];
    },
  },
  {
    name: "validUntil in five days",
    rule: "expires-soon",
    plant: (town, account) => {
      const validUntil = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
      return [found("expires-soon", account.list, town.car(account, { validUntil }))];
    },
  },
  {
    name: "two plates of one look in the fleet file",
    rule: "look-alike",
    plant: (town, account, turn) => {
      const digits = town.plate("");
      const [first, second] = inTurn(CONFUSED, turn);
      for (const prefix of [first, second]) town.car(account, { plate: prefix + digits });
      return [found("look-alike", account.list, first + digits)];
    },
  },
  {
    name: "wanted on two accounts",
    rule: "duplicate-across-accounts",
    mode: "billing-account",
    plant: (town, account) => {
      const other = town.next(account);
      const plate = town.car(account);
      town.car(other, { plate, without: ["fleet", "holder"] });
      const [first = account] = [account, other].sort((left, right) => Number(left.id) - Number(right.id));
      return [found("duplicate-across-accounts", first, plate)];
    },
  },
  {
    name: "in the fleet, and on no list",
    rule: "fleet-not-allowed",
    plant: (town) => {
      const plate = town.plate();
      town.fleet.push(plate);
      return [found("fleet-not-allowed", { scope: "global" }, plate)];
    },
  },
  {
    name: "wanted, and not in the fleet",
    rule: "never-in-fleet",
    plant: (town, account) => [found("never-in-fleet", account.list, town.car(account, { without: ["fleet"] }))],
  },
  {
    name: "user holds a car that is not wanted",
    rule: "user-car-not-allowed",
    plant: (town, account, turn) => {
      const plate = town.plate();
      town.someone(account).cars.push(plate);
      // Every second one was wanted once.
      if (turn % 2 === 1) town.was(account, plate, {}, undefined);
      return [found("user-car-not-allowed", account, plate)];
    },
  },
  {
    name: "inactive or closed user holds a car",
    rule: "inactive-user-holds-car",
    plant: (town, account, turn) => {
      const plate = town.car(account, { without: ["holder"] });
      town.user(account, { status: inTurn(["INACTIVE", "CLOSED"], turn), cars: [plate] });
      return [found("inactive-user-holds-car", account, plate)];
    },
  },
  {
    name: "two users hold one car",
    rule: "car-with-two-holders",
    plant: (town, account) => {
      const plate = town.car(account);
      town.user(account, { cars: [plate] });
      return [found("car-with-two-holders", account, plate)];
    },
  },
  {
    name: "user without cost centre",
    rule: "user-without-cost-center",
    plant: (town, account) => [found("user-without-cost-center", account, town.user(account, { costCenter: "" }).id)],
  },
  ...([false, true] as const).map(
    (isBilled): Kind => ({
      name: `account that left the fleet file with cars of the state, ${isBilled ? "and is billed" : "not billed"}`,
      rule: "forgotten-account",
      alone: { git: isBilled ? "unmanaged-account-used" : "unmanaged-account" },
      mode: "billing-account",
      plant: (town) => {
        const account = town.openAccount(town.size.accounts + town.unmanaged.length);
        town.unmanaged.push(account);
        town.putBefore.push({ scope: account.scope, plate: town.plate() });
        const { scope } = account;
        return [{ rule: "forgotten-account", scope, ...(isBilled && { records: [town.park(account, town.plate())] }) }];
      },
    }),
  ),
  {
    name: "account of the server that holds cars or is billed",
    rule: "unmanaged-account-used",
    mode: "billing-account",
    plant: (town, _, turn) => {
      const account = town.openAccount(town.size.accounts + town.unmanaged.length);
      town.unmanaged.push(account);
      if (turn % 2 === 0) town.list(account, town.plate());
      if (turn % 2 === 0) return [{ rule: "unmanaged-account-used", scope: account.scope }];
      const records = [town.park(account, town.plate()), town.park(account, town.plate())];
      return [{ rule: "unmanaged-account-used", scope: account.scope, records }];
    },
  },
  {
    name: "account of the server that nobody declares",
    rule: "unmanaged-account",
    mode: "billing-account",
    plant: (town) => {
      const account = town.openAccount(town.size.accounts + town.unmanaged.length);
      town.unmanaged.push(account);
      return [{ rule: "unmanaged-account", scope: account.scope }];
    },
  },
];
