export { liveScopeOf } from "./live-scope.ts";
export { type LiveReading, readLive } from "./read-live.ts";
export { type SweepPorts, sweepCars } from "./sweep.ts";
