export type { FleetReader } from "./client.ts";
export {
  createFleetApi,
  createFleetReader,
  type FleetApi,
  type FleetApiConfig,
} from "./client.ts";
export type { BillingAccount, DayRange } from "./endpoints/billing.ts";
export type { BillingRecord } from "./endpoints/billing-record.ts";
export { readOnlyTransport } from "./endpoints/context.ts";
export type { ParkingUser, ParkingUserItem } from "./endpoints/parking-users.ts";
export { type NewParkingUser, parseNewParkingUser } from "./endpoints/parking-users.ts";
export type { FleetWriter, UserWriteResult } from "./endpoints/writer.ts";
export type { ProxySettings } from "./http/addresses.ts";
export { parseBaseUrl, proxyFlaw } from "./http/addresses.ts";
export { createConnections } from "./http/connections.ts";
export type { Transport } from "./http/exchange.ts";
export { createTransport } from "./http/transport.ts";
