import type { AuditRule } from "../rule.ts";
import { addedByCustomerCare } from "./added-by-customer-care.ts";
import { billedNotDesired } from "./billed-not-desired.ts";
import { billedOtherAccount } from "./billed-other-account.ts";
import { driftExtra } from "./drift-extra.ts";
import { driftFeatures } from "./drift-features.ts";
import { driftMissing } from "./drift-missing.ts";
import { duplicateAcrossAccounts } from "./duplicate-across-accounts.ts";
import { expiredOnList } from "./expired-on-list.ts";
import { expiresSoon } from "./expires-soon.ts";
import { fleetNotAllowed } from "./fleet-not-allowed.ts";
import { idle } from "./idle.ts";
import { inactiveUserHoldsCar } from "./inactive-user-holds-car.ts";
import { lookAlike } from "./look-alike.ts";
import { neverInFleet } from "./never-in-fleet.ts";
import { unknownPlateSpelling } from "./unknown-plate-spelling.ts";
import { unmanagedAccount, unmanagedAccountUsed } from "./unmanaged-account.ts";
import { userCarNotAllowed } from "./user-car-not-allowed.ts";

/** Every rule, in the order in which findings of one severity are shown. */
export const AUDIT_RULES: readonly AuditRule[] = [
  billedNotDesired,
  billedOtherAccount,
  unmanagedAccountUsed,
  driftMissing,
  driftExtra,
  driftFeatures,
  expiredOnList,
  fleetNotAllowed,
  userCarNotAllowed,
  inactiveUserHoldsCar,
  duplicateAcrossAccounts,
  lookAlike,
  unmanagedAccount,
  addedByCustomerCare,
  expiresSoon,
  neverInFleet,
  idle,
  unknownPlateSpelling,
];
