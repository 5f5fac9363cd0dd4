import type { AuditRuleId } from "../../src/schema/audit-rules/index.ts";
import { found, inTurn, type Kind } from "./kind.ts";
import type { Town, TownAccount } from "./town.ts";

const DAY_MS = 86_400_000;
const CONFUSED = [
  ["CD0", "CDO"],
  ["CD1", "CDI"],
  ["CD8", "CDB"],
] as const;

/** A kind with one finding about the plate, or the user, that `plant` gives. */
const finding =
  (scopeOf: (account: TownAccount) => { readonly scope: string }) =>
  (name: string, rule: AuditRuleId, plant: (town: Town, account: TownAccount, turn: number) => string): Kind => ({
    name,
    rule,
    plant: (town, account, turn) => [found(rule, scopeOf(account), plant(town, account, turn))],
  });
const onList = finding(({ list }) => list);
const onAccount = finding((account) => account);

/** What is wrong with lists, fleet files, fleet cars and parking users. */
export const LIST_KINDS: readonly Kind[] = [
  onList("wanted, and not on the list", "drift-missing", (town, account) => town.car(account, { without: ["listed"] })),
  onList("on the list, and not wanted", "drift-extra", (town, account) =>
    town.car(account, { without: ["wanted", "fleet", "holder", "parking"] }),
  ),
  {
    ...onList("on the list with other features", "drift-features", (town, account) => {
      const plate = town.car(account, { features: ["LEASING"], without: ["listed"] });
      town.list(account, plate);
      return plate;
    }),
    mode: "global",
  },
  onList("on the list after validUntil", "expired-on-list", (town, account) =>
    town.car(account, { validUntil: "2024-10-16", without: ["fleet", "holder"] }),
  ),
  onList("added by customer care", "added-by-customer-care", (town, account) => {
    const plate = town.plate();
    town.list(account, plate, { isCustomerCare: true });
    return plate;
  }),
  onList("validUntil in five days", "expires-soon", (town, account) =>
    town.car(account, { validUntil: new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10) }),
  ),
  onList("two plates of one look in the fleet file", "look-alike", (town, account, turn) => {
    const digits = town.plate("");
    const [first, second] = inTurn(CONFUSED, turn);
    for (const prefix of [first, second]) town.car(account, { plate: prefix + digits });
    return first + digits;
  }),
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
  finding(() => ({ scope: "global" }))("in the fleet, and on no list", "fleet-not-allowed", (town) => {
    const plate = town.plate();
    town.fleet.push(plate);
    return plate;
  }),
  onList("wanted, and not in the fleet", "never-in-fleet", (town, account) =>
    town.car(account, { without: ["fleet"] }),
  ),
  onAccount("user holds a car that is not wanted", "user-car-not-allowed", (town, account, turn) => {
    const plate = town.plate();
    town.someone(account).cars.push(plate);
    // Every second one was wanted once.
    if (turn % 2 === 1) town.was(account, plate, {}, undefined);
    return plate;
  }),
  onAccount("inactive or closed user holds a car", "inactive-user-holds-car", (town, account, turn) => {
    const plate = town.car(account, { without: ["holder"] });
    town.user(account, { status: inTurn(["INACTIVE", "CLOSED"], turn), cars: [plate] });
    return plate;
  }),
  onAccount("two users hold one car", "car-with-two-holders", (town, account) => {
    const plate = town.car(account);
    town.user(account, { cars: [plate] });
    return plate;
  }),
  onAccount(
    "user without cost centre",
    "user-without-cost-center",
    (town, account) => town.user(account, { costCenter: "" }).id,
  ),
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
