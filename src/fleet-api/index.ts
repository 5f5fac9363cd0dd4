export type { FleetReader } from "./client.ts";
export {
  createFleetApi,
  createFleetReader,
  type FleetApi,
  type FleetApiConfig,
  type ReadOnlyFleetApi,
} from "./client.ts";
export type { BillingAccount } from "./endpoints/billing-accounts.ts";
export type { BillingRecord, DayRange } from "./endpoints/billing-records.ts";
export { readOnlyTransport } from "./endpoints/client-context.ts";
export type { ParkingUser, ParkingUserItem } from "./endpoints/parking-users.ts";
export { type NewParkingUser, parseNewParkingUser } from "./endpoints/parking-users.ts";
export type { FleetWriter, UserWriteResult } from "./endpoints/writer.ts";
export { isProxyAddress, parseBaseUrl } from "./http/base-url.ts";
export { createConnections } from "./http/connections.ts";
export type { Transport } from "./http/exchange.ts";
export type { ProxySettings } from "./http/proxy.ts";
export { createTransport } from "./http/transport.ts";
