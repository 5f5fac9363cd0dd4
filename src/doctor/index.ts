export { type ProbeFinding, proposedSettings } from "./finding.ts";
export { probeReads, type ReadProbing } from "./probe-reads.ts";
export { type ServerUnderTest, serverUnderTest } from "./server-under-test.ts";
export { tryWrites } from "./try-writes.ts";
export type { WriteProbing } from "./writes.ts";
