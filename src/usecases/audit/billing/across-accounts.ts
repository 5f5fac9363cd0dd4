import { valueAt } from "../../../run/collections.ts";
import { addObjection, type BilledAccount } from "./billing-tally.ts";
import { Refunds, repeatedInWords, repeatedParkings } from "./doubles.ts";
import { inOrder, type TalliedRecord } from "./record.ts";

/** An account whose records are read. */
interface NamedAccount {
  readonly scope: string;
  readonly billed?: BilledAccount;
}

/**
 * Finds parkings that were billed on two of the accounts, and marks them on the account of the second record.
 * They are not claimed: it is not known which of the two accounts is right.
 */
export function markRepeatedAcross(accounts: readonly NamedAccount[]): void {
  const owners = new Map<string, NamedAccount[]>();
  for (const account of accounts) {
    for (const plate of account.billed?.log?.keys() ?? []) valueAt(owners, plate, () => []).push(account);
  }
  for (const [plate, some] of owners) if (some.length > 1 && plate !== "") markDoubles(plate, some);
}

function markDoubles(plate: string, accounts: readonly NamedAccount[]): void {
  const ownerOf = new Map<TalliedRecord, NamedAccount>();
  for (const account of accounts)
    for (const record of account.billed?.log?.get(plate) ?? []) ownerOf.set(record, account);
  const records = [...ownerOf.keys()].sort(inOrder);
  const isKnown = (record: TalliedRecord) => {
    const { plates, objections } = ownerOf.get(record)?.billed ?? {};
    const own = plates?.get(record.licensePlate);
    const known = own && objections?.get("billed-twice")?.get(own);
    return known?.some((one) => one.record === record) === true;
  };
  const charges = records.filter((record) => record.isCharge && record.isParking && !isKnown(record));
  for (const repeated of repeatedParkings(new Refunds(records).notPaidBack(charges))) {
    const { rule, record, kept } = repeated;
    const [owner, other] = [ownerOf.get(record), ownerOf.get(kept)];
    const { plates, objections } = owner?.billed ?? {};
    const own = plates?.get(record.licensePlate);
    if (!objections || !own || !other || owner === other) continue;
    addObjection(objections, own, { rule, record, example: `${repeatedInWords(repeated)} of ${other.scope}` });
  }
}
