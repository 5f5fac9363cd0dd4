export { mostBytes, openPublished, type PublishedPlan, planToPublish } from "./published-plan.ts";
export { PLAN_ENDED, reportOf, wholeReport } from "./reports.ts";
export { shareLimiter } from "./shared-pace.ts";
export { type WorkDone, workOn } from "./work.ts";
