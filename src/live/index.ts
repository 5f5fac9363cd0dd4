export { readAgain, readUserHoldings, readUsersOneByOne } from "./parking-users.ts";
export { listWithdrawn, readLive, readLiveList } from "./read-live.ts";
export { ifAnswered, retryIfListChanged, type SweepPorts, sweepCars, sweepScope, toResult } from "./sweep.ts";
