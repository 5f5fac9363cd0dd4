export { applyPlan } from "./apply-plan.ts";
export { stateNotWritten } from "./run/alarms.ts";
export { type ApplyOptions, type ApplyProgress, type FirstDelete, SETTLE_MS, SendGate } from "./run/apply-run.ts";
export * from "./run/tracked-change.ts";
export { attributeFailures, classifyReply } from "./send/assess-reply.ts";
export { withChangedMeanwhile } from "./verify/changed-meanwhile.ts";
