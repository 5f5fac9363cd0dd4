export { type ApplyResult, applyPlan } from "./apply-plan.ts";
export type { ApplyOptions, ApplyPorts, Progress } from "./apply-run.ts";
export { attributeFailures } from "./attribute.ts";
export { firstBatch } from "./batches.ts";
export { classifyReply } from "./classify-reply.ts";
export { listSnapshot } from "./list-snapshot.ts";
export { openingEntries } from "./opening-entries.ts";
export * from "./report.ts";
export { undoneEntries } from "./undone-entries.ts";
