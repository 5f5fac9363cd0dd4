export { openPublished, type PublishedPlan, planToPublish } from "./published-plan.ts";
export { shareLimiter } from "./shared-pace.ts";
export { reportOf, wholeReport } from "./whole-report.ts";
export { type WorkDone, workOn } from "./work.ts";
