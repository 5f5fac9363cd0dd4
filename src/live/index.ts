export { readAgain, readHolders, readUsersOneByOne } from "./parking-users.ts";
export { type LiveReading, listWithdrawn, readLive, readLiveList } from "./read-live.ts";
export { type SweepPorts, sweepCars, sweepScope } from "./sweep.ts";
export { ifAnswered, retryIfListChanged, toResult } from "./sweep-pages.ts";
