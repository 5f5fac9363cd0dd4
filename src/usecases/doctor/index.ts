export { probeReads, type ReadProbing } from "./probe-reads.ts";
export { type ProbeFinding, proposedSettings } from "./server-under-test.ts";
export { reasonAgainstPlate, type WritableServer, WriteProbe } from "./write-probe.ts";
export { WriteTrial } from "./write-trial.ts";
