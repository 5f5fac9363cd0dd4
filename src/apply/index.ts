export { type ApplyResult, applyPlan } from "./apply-plan.ts";
export type { ApplyOptions, ApplyPorts, Progress } from "./apply-run.ts";
export { attributeFailures } from "./attribute.ts";
export { firstBatch } from "./batches.ts";
export { openingEntries } from "./opening-entries.ts";
export { classifyReply } from "./outcome-table.ts";
export * from "./report.ts";
export { seenEntries } from "./seen.ts";
export { undoneEntries } from "./undone-entries.ts";
