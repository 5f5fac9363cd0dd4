import type { ListReader } from "../../ports/index.ts";
import { type BillingAccountReader, billingAccountReader } from "./billing-accounts.ts";
import { type BillingRecordReader, billingRecordReader } from "./billing-records.ts";
import { carListReader } from "./car-lists.ts";
import type { ClientContext } from "./client-context.ts";
import { accountExists, type ParkingUserReader, parkingUserReader } from "./parking-users.ts";

/** Every reading call of the interface. Methods reject with an `InterfaceError`, for a malformed id with a RangeError. */
export interface FleetReader extends ListReader, ParkingUserReader, BillingRecordReader, BillingAccountReader {}

/** The reading half of a client. */
export function createReader(context: ClientContext): FleetReader {
  return {
    ...carListReader(context),
    accountExists: (baId) => accountExists(context, baId),
    ...parkingUserReader(context),
    ...billingRecordReader(context),
    ...billingAccountReader(context),
  };
}
