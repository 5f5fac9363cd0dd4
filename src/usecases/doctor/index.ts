export { probeReads, type ReadProbing } from "./probe-reads.ts";
export { type ProbeFinding, proposedSettings, type ServerUnderTest, serverUnderTest } from "./server-under-test.ts";
export { tryWrites, type WriteProbing } from "./try-writes.ts";
