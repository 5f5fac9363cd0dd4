export { type LiveReading, readList, readLive } from "./read-live.ts";
export { type SweepPorts, sweepCars, sweepScope } from "./sweep.ts";
