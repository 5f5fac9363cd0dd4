export { type ApplyResult, applyPlan } from "./apply-plan.ts";
export type { ApplyOptions, ApplyPorts, ApplyProgress } from "./apply-run.ts";
export { attributeFailures } from "./assess-reply.ts";
export { withChangedMeanwhile } from "./changed-meanwhile.ts";
export { classifyReply } from "./classify-reply.ts";
export { listEntries } from "./list-entries.ts";
export * from "./report.ts";
export { listSnapshot, openingEntries } from "./run-entries.ts";
