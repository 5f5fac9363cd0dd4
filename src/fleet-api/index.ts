export { type BaseUrlReading, parseBaseUrl } from "./base-url.ts";
export { createFleetApi, createFleetReader, type FleetApi } from "./client.ts";
export { readOnlyTransport } from "./client-context.ts";
export type { FleetApiConfig, ProxySettings } from "./config.ts";
export type { BillingAccount, BillingRecord, DayRange, ParkingUserItem } from "./endpoints/lists.ts";
export { type NewParkingUser, type NewParkingUserReading, parseNewParkingUser } from "./endpoints/new-parking-user.ts";
export type { FleetReader, ParkingUser } from "./endpoints/reader.ts";
export type { FleetWriter, UserWriteResult } from "./endpoints/writer.ts";
export { type Connections, createConnections } from "./http/dispatcher.ts";
