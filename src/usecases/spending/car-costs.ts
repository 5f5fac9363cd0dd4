import { accountIdOf, plateKeyOf, type Scope, withCommas } from "../../allowlist/index.ts";
import type { FleetReader } from "../../fleet-api/index.ts";
import { toResult } from "../../live/index.ts";
import { groupBy } from "../../run/collections.ts";
import { InterfaceError } from "../../run/ports/index.ts";
import { type Amount, CurrencySums } from "../audit/index.ts";
import { accountsToRead } from "../history/index.ts";
import { readSpending, type SpendingWish } from "./read-spending.ts";

/** What the cars of a list cost in some days. */
export interface CarCosts {
  /** VAT included, refunds taken off; empty for a car without records. Undefined where nothing is known of any car. */
  readonly costOf?: (licenseNumber: string) => readonly Amount[];
  /** Why the costs are not known, or not all of them. */
  readonly gaps: readonly string[];
}

/** Reads the billing records of a list's account; those of all accounts for the global list. Rejects only when interrupted. */
export async function readCarCosts(
  scope: Scope,
  wish: Pick<SpendingWish, "range" | "today" | "timeZone" | "rules">,
  reader: FleetReader,
): Promise<CarCosts> {
  const own = accountIdOf(scope);
  const accounts = await toResult(accountsToRead(own === undefined ? [] : [own], undefined, reader));
  if (accounts instanceof InterfaceError) return { gaps: [accounts.message] };
  if (accounts.length === 0) return { gaps: ["the server names no billing account"] };
  const asked = { ...wish, by: "car", accounts, departures: new Map(), isOfDaysAlone: true } as const;
  const { groups, failures, setAside } = await readSpending(asked, reader);
  const gaps = [
    ...failures.map(({ error }) => error.message),
    ...setAside.map((one) => `${withCommas(one.count)} billing records of ${one.scope} cannot be judged`),
  ];
  if (accounts.length === failures.length) return { gaps };
  const keyOf = (plate: string) => plateKeyOf(plate, wish.rules);
  const byKey = groupBy(groups, ({ licenseNumber = "" }) => keyOf(licenseNumber));
  const costOf = (plate: string) => {
    const plateKey = keyOf(plate);
    return new CurrencySums(plateKey && byKey.get(plateKey)).list();
  };
  return { costOf, gaps };
}
