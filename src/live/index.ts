export { ifAnswered } from "./if-answered.ts";
export { readAgain, readHolders, readParkingUsers } from "./parking-users.ts";
export { type LiveReading, listWithdrawn, readList, readLive } from "./read-live.ts";
export { retryIfListChanged } from "./retry-if-list-changed.ts";
export { type SweepPorts, sweepCars, sweepScope } from "./sweep.ts";
export { toResult } from "./to-result.ts";
