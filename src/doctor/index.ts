export { type ProbeFinding, type ProbeVerdict, proposedSettings } from "./finding.ts";
export { probeReads, type ReadProbing } from "./probe-reads.ts";
export { type ReadingClient, type ServerUnderTest, serverUnderTest } from "./server-under-test.ts";
export { tryWrites, type WritesTried, type WriteTrial } from "./try-writes.ts";
export type { WriteProbing } from "./writes.ts";
