export { type BaseUrlReading, parseBaseUrl } from "./base-url.ts";
export { readOnlyTransport } from "./channel.ts";
export { createFleetApi, createFleetReader, type FleetApi } from "./client.ts";
export type { FleetApiConfig, ProxySettings } from "./config.ts";
export { type Connections, createConnections } from "./dispatcher.ts";
export type { BillingAccount, BillingRecord, DayRange, ParkingUserItem } from "./lists.ts";
export { type NewParkingUser, type NewParkingUserReading, parseNewParkingUser } from "./new-parking-user.ts";
export type { FleetReader, ParkingUser } from "./reader.ts";
export type { FleetWriter, UserWriteResult } from "./writer.ts";
