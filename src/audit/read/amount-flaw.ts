import type { RowSetAside } from "../../allowlist/index.ts";
import type { BillingRecord } from "../../fleet-api/index.ts";
import { isAmount } from "../index.ts";

/** Why the amounts of a record cannot be added; undefined when they can. */
export function amountFlaw(record: BillingRecord): RowSetAside | undefined {
  const amounts = ["amountIncludingVat", "amountExcludingVat", "vat"] as const;
  const wrong = amounts.find((name) => !isAmount(record[name]));
  if (wrong === undefined) return undefined;
  const { infoRecordId: id, parking } = record;
  return { id, licensePlate: parking?.licensePlate ?? "", reason: `${wrong} is too long to be an amount` };
}
