export { type LiveReading, readLive } from "./read-live.ts";
export { type SweepPorts, sweepCars, sweepScope } from "./sweep.ts";
