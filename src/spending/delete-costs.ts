import { accountIdOf, type PlateKey, plateKeyOf, type Scope, withCommas } from "../allowlist/index.ts";
import { type Amount, CurrencySums } from "../audit/index.ts";
import type { AuditRange } from "../audit/read/index.ts";
import type { FleetReader } from "../fleet-api/index.ts";
import { toResult } from "../live/index.ts";
import { InterfaceError } from "../ports/index.ts";
import { valueAt } from "../runtime/group-by.ts";
import { readSpending, type Spending, type SpendingWish } from "./read-spending.ts";

/** What the cars that a plan takes off one list cost in some days; VAT included, refunds taken off. */
export interface ListCosts {
  readonly scope: Scope;
  /** By plate as the plan writes it; a car without records has none. Absent for a car of whose records nothing is known. */
  readonly cars: ReadonlyMap<string, readonly Amount[]>;
  readonly amounts: readonly Amount[];
  /** Why the costs are not known, or not all of them. */
  readonly gaps: readonly string[];
}

/** The cars that a plan takes off a list. */
export interface PlannedDeletes {
  readonly scope: Scope;
  readonly cars: readonly string[];
}

/**
 * Reads the billing records of the accounts with deletes, each once; those of all accounts for the global list. Rejects
 * only when interrupted.
 */
export async function readDeleteCosts(
  lists: readonly PlannedDeletes[],
  wish: Omit<SpendingWish, "by" | "accounts" | "range" | "isOfDaysAlone"> & { readonly range: AuditRange },
  reader: FleetReader,
): Promise<readonly ListCosts[]> {
  const costs: ListCosts[] = [];
  for (const list of lists) {
    if (list.cars.length === 0) continue;
    const accounts = await toResult(accountsOf(list.scope, reader));
    if (accounts instanceof InterfaceError) {
      costs.push({ scope: list.scope, cars: new Map(), amounts: [], gaps: [accounts.message] });
      continue;
    }
    const spending = await readSpending({ ...wish, by: "car", accounts, isOfDaysAlone: true }, reader);
    costs.push(costsOf(list, spending, accounts.length, wish.rules));
  }
  return costs;
}

async function accountsOf(scope: Scope, reader: FleetReader): Promise<readonly string[]> {
  const baId = accountIdOf(scope);
  return baId === undefined ? (await reader.billingAccounts()).map((account) => account.baId) : [baId];
}

function costsOf(
  { scope, cars }: PlannedDeletes,
  { tally, failures, setAside }: Spending,
  accounts: number,
  rules: SpendingWish["rules"],
): ListCosts {
  const gaps = [
    ...failures.map(({ error }) => error.message),
    ...setAside.map((one) => `${withCommas(one.count)} billing records of ${one.scope} cannot be judged`),
  ];
  if (accounts === failures.length) {
    const nothing = accounts === 0 ? ["the server names no billing account"] : gaps;
    return { scope, cars: new Map(), amounts: [], gaps: nothing };
  }
  const byKey = new Map<PlateKey, Amount[]>();
  for (const { licenseNumber = "", currencyCode, amountIncludingVat } of tally.groups()) {
    const plateKey = plateKeyOf(licenseNumber, rules);
    if (plateKey) valueAt(byKey, plateKey, () => []).push({ currencyCode, amountIncludingVat });
  }
  const own = new Map(
    cars.map((car): [string, readonly Amount[]] => {
      const plateKey = plateKeyOf(car, rules);
      return [car, (plateKey && byKey.get(plateKey)) ?? []];
    }),
  );
  return { scope, cars: own, amounts: new CurrencySums([...own.values()].flat()).list(), gaps };
}
