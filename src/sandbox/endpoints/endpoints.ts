import { listBilling, listBillingAccounts, listFleet } from "./account-endpoints.ts";
import type { Handler } from "./call.ts";
import {
  addAccountCars,
  addGlobalCars,
  deleteAccountCars,
  deleteGlobalCars,
  listAccountCars,
  listGlobalCars,
} from "./car-endpoints.ts";
import { createUser, deleteUserCar, getUser, listUsers } from "./user-endpoints.ts";

/** The endpoints of one path, by method. */
export interface Endpoint {
  /** In the router's notation: `:name` is a path parameter. */
  readonly path: string;
  readonly methods: Readonly<Record<string, Handler>>;
}

/** Every endpoint that needs a token. */
export const ENDPOINTS: readonly Endpoint[] = [
  { path: "/api/cars", methods: { GET: listGlobalCars, POST: addGlobalCars, DELETE: deleteGlobalCars } },
  { path: "/api/billing-accounts", methods: { GET: listBillingAccounts } },
  {
    path: "/api/billing-accounts/:baId/cars",
    methods: { GET: listAccountCars, POST: addAccountCars, DELETE: deleteAccountCars },
  },
  { path: "/api/billing-accounts/:baId/parking-users", methods: { GET: listUsers, POST: createUser } },
  { path: "/api/billing-accounts/:baId/parking-users/:puId", methods: { GET: getUser } },
  { path: "/api/billing-accounts/:baId/parking-users/:puId/cars", methods: { DELETE: deleteUserCar } },
  { path: "/api/billing-accounts/:baId/billing-info-records", methods: { GET: listBilling } },
  { path: "/fleets/default/cars", methods: { GET: listFleet } },
];
