export { DEFAULT_BEHAVIOUR, type ListOrder, type Normaliser, type SandboxBehaviour } from "./behaviour.ts";
export { type ChaosProfile, chaosProfiles } from "./chaos.ts";
export type { BillingRecord, ParkingUser, SandboxCar, SandboxData, StartingData } from "./data.ts";
export type { SandboxModel } from "./model.ts";
export type { RecordedRequest } from "./request-log.ts";
export { DEFAULT_SEED, type Sandbox, type SandboxOptions, startSandbox } from "./sandbox.ts";
export { SandboxError } from "./sandbox-error.ts";
export { seedData } from "./seed/index.ts";
